import type { Facts } from "../../contract/configuration/configuration";
import { conventions } from "../../contract/conventions";
import { completeFields, findSegment, findSegments, countSelectors } from "../../fields/complete";
import type { FieldShape, Shape } from "../../shape/shape";
import type { Range } from "../../text/range";
import { locateText, type LocatedText } from "../../value/located-text";
import type { StringValue } from "../../value/value";
import { optionsOf } from "../drafts/known";
import type { Request } from "../request";
import { takesSelectors } from "./predicates";
import { getFields } from "./query";

/** For editors: finds the completions and the named field at a position inside `fields`. */

/** Fields that may be written at a position of the file. */
export interface PossibleFields {
  /** The segment at the position; empty between two segments. */
  readonly range: Range;
  readonly fields: readonly FieldShape[];
  /** The other selected names. */
  readonly selected: ReadonlySet<string>;
}

/** Matches a name that is one segment and needs no escape in a literal or URL. */
const plainName = /^[\w.-]+$/u;

/**
 * @param text the file under analysis.
 * @param position in the file.
 * @returns the fields that a segment at the position may name; undefined if no value of `fields` is there, or the
 * response is unknown.
 */
export function possibleFieldsAt(
  request: Request,
  facts: Facts,
  text: string,
  position: number,
): PossibleFields | undefined {
  const found = findPlace(request, text, position);
  if (!found || !request.response) return undefined;
  const { located, offset } = found;
  const { range, fields, selected } = completeFields(located, offset, offeredShape(request.response, facts));
  const isEmpty = range.start === range.end;
  const edits = isEmpty ? [{ range: { start: position, end: position } }] : located.replace(range, "");
  const [edit] = edits ?? [];
  if (!edit || edits?.length !== 1 || fields.length === 0) return undefined;
  return { range: edit.range, fields: fields.filter(({ name }) => plainName.test(name)), selected };
}

/** @returns the field that the segment at a position names, and the segment's range in the file. */
export function namedFieldAt(
  request: Request,
  facts: Facts,
  text: string,
  position: number,
): { readonly range: Range; readonly field: FieldShape } | undefined {
  const found = findPlace(request, text, position);
  if (!found || !request.response) return undefined;
  const { located, offset } = found;
  const segment = findSegment(located, offset, selectableShape(request.response, facts));
  return segment && { range: located.sourceRange(segment.range), field: segment.field };
}

/** A segment of a selector that names a field. */
export interface NamedSegment {
  readonly range: Range;
  readonly field: FieldShape;
  /** Whether a rename may replace it directly: the text contains the name verbatim, in one piece. */
  readonly isPlain: boolean;
}

/** @returns the segments in a request's selectors that are written in this file and name known fields. */
export function namedFieldsOf(request: Request, facts: Facts): readonly NamedSegment[] {
  const { response } = request;
  const { value } = takesSelectors(request) ? getFields(request) : {};
  if (!response || !value) return [];
  const shape = selectableShape(response, facts);
  return optionsOf(value).flatMap((option) => {
    if (option.kind !== "string" || option.elsewhere) return [];
    const located = locateText(option);
    return findSegments(located, shape).flatMap(({ range, field }) => {
      const edits = located.replace(range, field.name);
      const [edit] = edits ?? [];
      if (!edit || edits?.length !== 1) return [];
      const isPlain = plainName.test(field.name) && edit.text === field.name;
      return [{ range: edit.range, field, isPlain }];
    });
  });
}

/** @returns the end offset of each selector text of a request in the file, with the number of selectors. */
export function countSelected(
  request: Request,
  facts: Facts,
): readonly { readonly end: number; readonly count: number; readonly of?: number }[] {
  const { response } = request;
  const { value } = takesSelectors(request) ? getFields(request) : {};
  if (!value) return [];
  return optionsOf(value).flatMap((option) => {
    if (option.kind !== "string" || option.elsewhere) return [];
    const located = locateText(option);
    const { end } = located.sourceRange({ start: 0, end: located.text.length });
    const shape = response ? offeredShape(response, facts) : { type: "any" as const };
    const counted = countSelectors(located, shape);
    return located.holes.length > 0 || counted.count === 0 ? [] : [{ end, ...counted }];
  });
}

/**
 * @returns the shape at which selectors begin. If the service wraps responses, selectors begin inside `data`. A
 * declared type may include `data` or not, so both shapes are allowed; code that reads `data` from an answer decides.
 */
export function selectableShape(response: Shape, facts: Facts): Shape {
  const { wrapped } = facts.service ?? {};
  if (wrapped === false || response.type !== "object") return response;
  const data = response.fields.get(conventions.selector.wrapper);
  if (!data) return response;
  const around = response.envelope ? { ...response, open: false } : response;
  return { type: "union", options: [around, data.shape] };
}

/** If a type has only the field `data`, the fields inside are offered, because the service would reject `data`. */
function offeredShape(response: Shape, facts: Facts): Shape {
  const data = response.type === "object" ? response.fields.get(conventions.selector.wrapper) : undefined;
  const isWrapped = facts.service?.wrapped ?? (response.type === "object" && response.fields.size === 1);
  return isWrapped && data ? data.shape : selectableShape(response, facts);
}

interface PlaceInFields {
  readonly located: LocatedText;
  readonly offset: number;
}

function findPlace(request: Request, text: string, position: number): PlaceInFields | undefined {
  if (!takesSelectors(request)) return undefined;
  const { value, keyRange } = getFields(request);
  for (const option of value ? optionsOf(value) : []) {
    if (option.kind !== "string") continue;
    const located = locateText(option);
    const offset = located.text === "" ? offsetInEmpty(option, keyRange, text, position) : located.offsetAt(position);
    if (offset !== undefined) return { located, offset };
  }
  return undefined;
}

/** An empty value has no part of its own: it is between two quotes, or after its name in a URL. */
function offsetInEmpty(
  { range }: StringValue,
  keyRange: Range | undefined,
  text: string,
  position: number,
): number | undefined {
  const isBetweenQuotes = /^(?:""|''|``)$/u.test(text.slice(range.start, range.end)) && position === range.start + 1;
  const isBehindName = keyRange && text.charAt(keyRange.end) === "=" && position === keyRange.end + 1;
  return isBetweenQuotes || isBehindName ? 0 : undefined;
}
