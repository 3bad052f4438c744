import type { Facts } from "../../../src/contract/configuration/configuration";
import { tokenise } from "../../../src/fields/tokens";
import { mayBeOthers } from "../../../src/request/derived/host";
import type { Request } from "../../../src/request/request";
import type { FieldsValue } from "./values";

/**
 * Whether a value of `fields` may be written in another service's language of that name: `*all`, `-*`, `children{id}`,
 * `comments.limit(5).order(x)`, `sheets.properties`. A request that surely goes to the configured service, or to the program's own, uses none.
 */
export function mayBeDialect(request: Request, facts: Facts, value: FieldsValue): boolean {
  return isUnlike(value) && mayBeOthers(request, facts);
}

/** A name may contain a dot. If the service is unknown, it may be a path as well. */
function isUnlike({ located, fields }: FieldsValue): boolean {
  const hasOther = fields.mistakes.some(
    ({ kind, range }) =>
      kind === "mixedWildcard" ||
      kind === "otherBrackets" ||
      (kind === "textAfterGroup" && located.text.charAt(range.start) === "."),
  );
  if (hasOther || !located.text.includes(".")) return hasOther;
  return tokenise(located).some(
    ({ type, range }) => type === "name" && located.text.slice(range.start, range.end).includes("."),
  );
}
