import type { Facts } from "../../../src/contract/configuration/configuration";
import { tokenise } from "../../../src/fields/tokens";
import { mayBeOthers } from "../../../src/request/derived/host";
import type { Request } from "../../../src/request/request";
import type { FieldsValue } from "./values";

/**
 * Whether a value of `fields` may be in another service's language: `*all`, `-*`, `children{id}`, `comments.limit(5).order(x)`, `sheets.properties`. Never true
 * for a request that certainly goes to the configured service, or to the program's own.
 */
export function mayBeDialect(request: Request, facts: Facts, value: FieldsValue): boolean {
  return isUnlike(value) && mayBeOthers(request, facts);
}

/** Whether a value uses foreign syntax. In this project's language, a name may contain a dot; elsewhere a dot may separate a path. */
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
