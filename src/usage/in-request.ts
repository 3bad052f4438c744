import { fieldsAt, possibleShapes, stepInto, type PossibleShapes } from "../fields/shapes";
import type { Read } from "../response/reads";
import type { Request } from "../request/request";
import { findForms } from "../request/questions/form";
import { joinSent, sentMembers, toSent } from "./sent";
import type { Position, ReadFields, SentBody, Call } from "./usage";

type Parts = Pick<Call, "query" | "headers" | "body" | "reads">;

/**
 * @param positionAt tells where an offset of the request's file is.
 * @returns what a request sends, and what is read of its answer, as far as it is known.
 */
export function partsOf(request: Request, positionAt: (offset: number) => Position): Parts {
  const { query, defaults } = request;
  const headers = sentMembers(request.headers);
  const reads = readsOf(request, positionAt);
  const body = bodyOf(request);
  return {
    query: sentMembers(query),
    headers: defaults.unseenHeaders && headers.fields ? { ...headers, open: true } : headers,
    ...(body && { body }),
    ...(reads && { reads }),
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
  // What else is written as a text or as bytes has no members that are known.
  if (encoding !== "json" || hooked) return { presence, encoding, types: ["unknown"] };
  return { presence, encoding, ...toSent(value) };
}

/** Where the whole body goes to code that is not followed, all of it may be read. */
function readsOf({ reads, response }: Request, positionAt: (offset: number) => Position): ReadFields | undefined {
  if (!reads) return undefined;
  const read = describeRead(reads.body, response && possibleShapes([response]), positionAt);
  return reads.escape ? { ...read, whole: true } : read;
}

function describeRead(
  { whole, places, fields }: Read,
  place: PossibleShapes,
  positionAt: (offset: number) => Position,
): ReadFields {
  const [first] = places;
  const { line = 1, column = 1 } = first ? positionAt(first.start) : {};
  // Lists and texts have a length, which is no field of the answer.
  const inner = [...fields].filter(([name]) => name !== "length" || fieldsAt(place).has(name));
  return {
    ...(whole && { whole }),
    ...(first && { at: { line, column } }),
    ...(inner.length > 0 && {
      fields: Object.fromEntries(
        inner.map(([name, field]) => [name, describeRead(field, below(place, name), positionAt)]),
      ),
    }),
  };
}

function below(place: PossibleShapes, name: string): PossibleShapes {
  const step = stepInto(place, name);
  return step.kind === "found" ? step.place : undefined;
}
