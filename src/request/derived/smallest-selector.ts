import { conventions } from "../../contract/conventions";
import type { Facts } from "../../contract/configuration/configuration";
import { fieldsAt, possibleShapes, stepInto, type PossibleShapes } from "../../fields/shapes";
import type { Read } from "../../response/reads";
import type { Shape } from "../../shape/shape";
import type { Request } from "../request";

/** The part of a response that the code needs. */
export interface Need {
  /** The shortest selector for exactly the fields that are read. */
  readonly selector: string;
  /**
   * Number of fields that the code reads, and number of all fields at the same levels if the response's type is
   * declared.
   */
  readonly read: number;
  readonly of: number | undefined;
}

/**
 * @returns the selector for the code's reads; undefined if they are unknown, none or everything, or if no selector can
 * express a name.
 */
export function findNeed(request: Request, facts: Facts): Need | undefined {
  const { reads } = request;
  if (!reads || reads.escape) return undefined;
  // Read as late as possible, because it may look up a type.
  const { response } = request;
  const { wrapped } = facts.service ?? {};
  const body = resourceRead(reads.body, wrapped, response);
  if (!body || body.whole) return undefined;
  const place = response && possibleShapes([resourceShape(response, body !== reads.body, wrapped)]);
  const fields = [...body.fields.values()].filter((field) => isField(field, place));
  if (fields.length === 0 || !fields.every(isSayable)) return undefined;
  return {
    selector: fields.map((field) => print(field, below(place, field.name))).join(","),
    read: fields.reduce((sum, field) => sum + countRead(field, below(place, field.name)), 0),
    of: place && countFields(fields, place),
  };
}

/**
 * Finds the read of the value at which selectors begin: that of `data` if the service wraps responses (conventions
 * 4.2.9).
 *
 * @param wrapped the configured fact. If undefined, code that reads only `data` shows that responses are wrapped.
 * @returns undefined if unknown.
 */
export function resourceRead(body: Read, wrapped: boolean | undefined, response: Shape | undefined): Read | undefined {
  const data = body.fields.get(conventions.selector.wrapper);
  if (wrapped === true) return data;
  if (wrapped === false || !data) return body;
  const ownsData = response?.type === "object" && response.fields.has(conventions.selector.wrapper);
  return body.fields.size === 1 && !ownsData ? data : undefined;
}

/**
 * @param isInside whether the code reads the resource as `data`. If not, a declared type may still contain only `data`.
 */
function resourceShape(response: Shape, isInside: boolean, wrapped: boolean | undefined): Shape {
  if (response.type !== "object") return response;
  const data = response.fields.get(conventions.selector.wrapper);
  const isWrapped = isInside || (wrapped === undefined && response.fields.size === 1);
  return isWrapped && data ? data.shape : response;
}

/** An array's `length` is not a field of the response, unless its type has such a field. */
function isField({ name }: Read, place: PossibleShapes): boolean {
  return name !== "length" || fieldsAt(place).has(name);
}

function below(place: PossibleShapes, name: string): PossibleShapes {
  const step = stepInto(place, name);
  return step.kind === "found" ? step.place : undefined;
}

/** Whether a selector can name a field without escapes, in a literal and in a URL. */
function isSayable({ name }: Read): boolean {
  return name !== "" && !/[\s,/()*%&=#+{}[\]"'`\\]/u.test(name);
}

function inner(read: Read, place: PossibleShapes): readonly Read[] {
  if (read.whole) return [];
  const fields = [...read.fields.values()].filter((field) => isField(field, place));
  return fields.every(isSayable) ? fields : [];
}

function print(read: Read, place: PossibleShapes): string {
  const fields = inner(read, place);
  const [only] = fields;
  if (!only) return read.name;
  if (fields.length === 1) return `${read.name}/${print(only, below(place, only.name))}`;
  return `${read.name}(${fields.map((field) => print(field, below(place, field.name))).join(",")})`;
}

function countRead(read: Read, place: PossibleShapes): number {
  const fields = inner(read, place);
  return fields.length === 0 ? 1 : fields.reduce((sum, field) => sum + countRead(field, below(place, field.name)), 0);
}

function countFields(reads: readonly Read[], place: PossibleShapes): number | undefined {
  if (!place) return undefined;
  let count = fieldsAt(place).size;
  for (const read of reads) {
    const next = below(place, read.name);
    const fields = inner(read, next);
    if (fields.length === 0) continue;
    const more = countFields(fields, next);
    if (more === undefined) return undefined;
    count += more - 1;
  }
  return count;
}
