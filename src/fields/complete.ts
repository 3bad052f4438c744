import type { FieldShape, Shape } from "../shape/shape";
import type { Range } from "../text/range";
import { fieldsAt, possibleShapes, stepInto, type PossibleShapes } from "./shapes";
import { tokenise, type FieldsText, type Token } from "./tokens";

/** The completions at a place in a `fields` text. */
export interface FieldCompletions {
  /** The segment at the offset; empty between two segments. */
  readonly range: Range;
  /** In the shape's order. */
  readonly fields: readonly FieldShape[];
  /** The first names of the other selectors in the same group. */
  readonly selected: ReadonlySet<string>;
}

/** A segment of a `fields` text, and the field that it names. */
export interface SegmentInfo {
  readonly range: Range;
  readonly field: FieldShape;
}

/**
 * Completes the segment at an offset of a `fields` text, which may be malformed. A hole is assumed to be a list of selectors.
 *
 * @returns the response's fields at that place; empty if the shape there is unknown or no name may follow.
 */
export function completeFields(source: FieldsText, offset: number, response: Shape): FieldCompletions {
  const { place, token } = locate(source, offset, response);
  const range = token?.range ?? { start: offset, end: offset };
  return { range, fields: [...fieldsAt(place).values()], selected: selectedBeside(source, offset) };
}

/** @returns the first names of the other selectors in the group at an offset; empty after a slash. */
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

/** Whether a token is the name at an offset. */
function touches({ type, range }: Token, offset: number): boolean {
  return type === "name" && range.start <= offset && offset <= range.end;
}

/** @returns the segment at an offset and its field, for hovers and definitions; `undefined` if unknown. */
export function findSegment(source: FieldsText, offset: number, response: Shape): SegmentInfo | undefined {
  const { place, token } = locate(source, offset, response);
  return token && toSegment(source, { place, token });
}

/** @returns all segments that name a known field, in text order. */
export function findSegments(source: FieldsText, response: Shape): readonly SegmentInfo[] {
  return [...walk(source, response)].flatMap(({ place, token }) =>
    token?.type === "name" ? (toSegment(source, { place, token }) ?? []) : [],
  );
}

/** @returns the number of selectors in a text. If all of them name fields of one known object, `of` is the number of its fields. */
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
  /** The value with the field that a segment at the offset names; `undefined` if unknown or if no name may follow. */
  readonly place: PossibleShapes;
  /** The name at the offset, or the current token of a walk. */
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

/** Walks the tokens of a text. Yields each with the place before it, and finally the place after the last. */
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
