import type TS from "typescript";
import { fieldsAt, possibleShapes, stepInto, type PossibleShapes } from "../fields/shapes";
import type { Read, Reads } from "../response/reads";
import type { Shape } from "../shape/shape";
import type { Request } from "../request/request";
import { findForms } from "../request/derived/form";
import { joinSent, sentMembers, toSent } from "./sent";
import type { Range } from "../text/range";
import type { ReadFields, ReadPosition, SentBody, Call } from "./usage";

type Parts = Pick<Call, "query" | "headers" | "body">;

/** @returns the known parts of what a request sends. */
export function sentBy(request: Request): Parts {
  const { query, defaults } = request;
  const headers = sentMembers(request.headers);
  const body = bodyOf(request);
  return {
    query: sentMembers(query),
    headers: defaults.unseenHeaders && headers.fields ? { ...headers, open: true } : headers,
    ...(body && { body }),
  };
}

function bodyOf(request: Request): SentBody | undefined {
  const { body } = request;
  if (!body) return undefined;
  const { value, encoding, sometimes, hooked } = body;
  const presence = sometimes ? "maybe" : "always";
  const forms = encoding === "form" || encoding === "text" ? findForms(request) : [];
  if (forms.length > 0)
    return {
      presence,
      encoding: "form",
      ...joinSent(forms.map((form) => sentMembers(form))),
      ...(hooked && { open: true }),
    };
  // Other encodings, as text or bytes, have no known members.
  if (encoding !== "json" || hooked) return { presence, encoding, types: ["unknown"] };
  return { presence, encoding, ...toSent(value) };
}

/** Returns the position of a read, from its node and the range that represents it in the analysed file. */
export type PositionOfRead = (node: TS.Node | undefined, range: Range) => ReadPosition;

/**
 * @returns the known reads of a response. If the whole response passes to code that is not followed, all of it may be
 * read.
 */
export function readsOf(
  { reads, response }: { readonly reads: Reads | undefined; readonly response: Shape | undefined },
  positionOf: PositionOfRead,
): ReadFields | undefined {
  if (!reads) return undefined;
  const read = describeRead(reads.body, response && possibleShapes([response]), positionOf);
  return reads.escape ? { ...read, whole: true } : read;
}

function describeRead(
  { whole, places, first: node, fields }: Read,
  place: PossibleShapes,
  positionOf: PositionOfRead,
): ReadFields {
  const [first] = places;
  // `length` of a list or string is not a field of the response.
  const inner = [...fields].filter(([name]) => name !== "length" || fieldsAt(place).has(name));
  return {
    ...(whole && { whole }),
    ...(first && { at: positionOf(node, first) }),
    ...(inner.length > 0 && {
      fields: Object.fromEntries(
        inner.map(([name, field]) => [name, describeRead(field, below(place, name), positionOf)]),
      ),
    }),
  };
}

function below(place: PossibleShapes, name: string): PossibleShapes {
  const step = stepInto(place, name);
  return step.kind === "found" ? step.place : undefined;
}
