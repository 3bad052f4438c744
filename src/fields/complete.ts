import type { FieldShape, Shape } from "../shape/shape";
import type { Range } from "../text/range";
import { fieldsAt, possibleShapes, stepInto, type PossibleShapes } from "./shapes";
import { tokenise, type FieldsText, type Token } from "./tokens";

/** What may stand at a place of a `fields` text. */
export interface FieldCompletions {
  /** The segment that is being written; empty between two. */
  readonly range: Range;
  /** In the shape's order. */
  readonly fields: readonly FieldShape[];
  /** The names with which the other selectors of the same group begin. */
  readonly selected: ReadonlySet<string>;
}

/** A segment of a `fields` text, and what it names. */
export interface SegmentInfo {
  readonly range: Range;
  readonly field: FieldShape;
}

/**
 * Completes the segment at an offset of a `fields` text that need not be sound. A hole counts as the list of selectors that it mostly is.
 *
 * @returns the fields of the response at that place; none where the shape is not known there, or nothing may be written there.
 */
export function completeFields(source: FieldsText, offset: number, response: Shape): FieldCompletions {
  const { place, token } = locate(source, offset, response);
  const range = token?.range ?? { start: offset, end: offset };
  return { range, fields: [...fieldsAt(place).values()], selected: selectedBeside(source, offset) };
}

/** @returns the names with which the other selectors of the group at an offset begin; none where the offset is behind a slash. */
function selectedBeside(source: FieldsText, offset: number): ReadonlySet<string> {
  let group = new Set<string>();
  const outer: Set<string>[] = [];
  let isFirst = true;
  let found: ReadonlySet<string> | undefined;
  for (const token of tokenise(source)) {
    const { type, range } = token;
    const isWritten = touches(token, offset);
    if (isWritten || range.start >= offset) found ??= isFirst ? group : nothing;
    if (type === "name" && isFirst && !isWritten) group.add(source.text.slice(range.start, range.end));
    if (type === "(") {
      outer.push(group);
      group = new Set();
    } else if (type === ")") group = outer.pop() ?? new Set();
    isFirst = type === "," || type === "(";
  }
  return found ?? (isFirst ? group : nothing);
}

const nothing: ReadonlySet<string> = new Set();

/** Whether a token is the name that is being written at an offset. */
function touches({ type, range }: Token, offset: number): boolean {
  return type === "name" && range.start <= offset && offset <= range.end;
}

/** @returns the segment at an offset and the field that it names, for hovers and definitions; `undefined` where none is known. */
export function findSegment(source: FieldsText, offset: number, response: Shape): SegmentInfo | undefined {
  const { place, token } = locate(source, offset, response);
  return token && toSegment(source, { place, token });
}

/** @returns all segments that name a known field, in their order. */
export function findSegments(source: FieldsText, response: Shape): readonly SegmentInfo[] {
  return [...walk(source, response)].flatMap(({ place, token }) =>
    token?.type === "name" ? (toSegment(source, { place, token }) ?? []) : [],
  );
}

/** @returns how many selectors a text has, and out of how many fields, where all are of one place whose fields are known. */
export function countSelectors(source: FieldsText, response: Shape): { readonly count: number; readonly of?: number } {
  const steps = [...walk(source, response)];
  const typeAt = (index: number): string | undefined => steps[index]?.token?.type;
  const isEnd = (index: number): boolean => typeAt(index) === "name" && !["/", "("].includes(typeAt(index + 1) ?? "");
  const count = steps.filter((_, index) => isEnd(index)).length;
  const fields = fieldsAt(steps[0]?.place);
  const isFlat = steps.every(({ token }) => token === undefined || token.type === "name" || token.type === ",");
  return { count, ...(isFlat && fields.size > 0 && { of: fields.size }) };
}

function toSegment(
  { text }: FieldsText,
  { place, token: { range } }: { readonly place: PossibleShapes; readonly token: Token },
): SegmentInfo | undefined {
  const field = fieldsAt(place).get(text.slice(range.start, range.end));
  return field && { range, field };
}

interface Located {
  /** The value of which a segment at the offset names a field; `undefined` where nothing is known or may be written. */
  readonly place: PossibleShapes;
  /** The name that touches the offset, or the token at which a walk has arrived. */
  readonly token: Token | undefined;
}

function locate(source: FieldsText, offset: number, response: Shape): Located {
  let place: PossibleShapes;
  for (const step of walk(source, response)) {
    ({ place } = step);
    if (!step.token) break;
    if (touches(step.token, offset)) return step;
    if (step.token.range.start >= offset) break;
  }
  return { place, token: undefined };
}

/** Goes through the tokens of a text: tells of each the place before it, and in the end the one behind all. */
function* walk(source: FieldsText, response: Shape): Generator<Located> {
  const groups: PossibleShapes[] = [];
  let base: PossibleShapes = possibleShapes([response]);
  let place: PossibleShapes = base;
  let below: PossibleShapes = undefined;
  for (const token of tokenise(source)) {
    yield { place, token };
    const { start, end } = token.range;
    if (token.type === "name") {
      const step = stepInto(place, source.text.slice(start, end));
      below = step.kind === "found" ? step.place : undefined;
      place = undefined;
    } else if (token.type === "/") place = below;
    else if (token.type === "(") {
      groups.push(base);
      base = place = below;
    } else if (token.type === ",") place = base;
    else {
      if (token.type === ")") base = groups.pop();
      place = below = undefined;
    }
  }
  yield { place, token: undefined };
}
