import { mergeSelectors, type Selection } from "../../fields/selection-tree";
import type { Selector } from "../../fields/selection";
import type { FieldShape, Shape } from "../../shape/shape";
import type { Range } from "../../text/range";
import { readJson } from "../../value/from-json";
import type { Member, Value } from "../../value/value";
import { conventions } from "../../contract/conventions";
import { addTo } from "../../text/groups";

/** A response as the page shows it. */
export interface Response {
  /** The object at which selectors start: the content of the wrapper if the response is wrapped (conventions 4.2.9). */
  readonly resource: Value;
  readonly wrapped: boolean;
}

/** @returns the response in a JSON text, or the problem that keeps it from being read. */
export function readResponse(text: string): Response | { readonly message: string; readonly range: Range } {
  const { value, problem } = readJson(text);
  if (problem) return problem;
  if (!value) return { message: "paste a response of your service", range: { start: 0, end: 0 } };
  const data =
    value.kind === "object" ? value.members.find(({ key }) => key === conventions.selector.wrapper)?.value : undefined;
  return data?.kind === "object" ? { resource: data, wrapped: true } : { resource: value, wrapped: false };
}

/** @returns the ranges that selectors keep: selected values, and the keys of the objects around them. */
export function selectedRanges(selectors: readonly Selector[], resource: Value): readonly Range[] {
  const ranges: Range[] = [];
  collect([resource], [mergeSelectors(selectors)], ranges);
  return ranges.sort((a, b) => a.start - b.start);
}

/**
 * Adds the selected ranges below some values.
 *
 * @returns whether anything below them is selected.
 */
function collect(values: readonly Value[], selections: readonly Selection[], ranges: Range[]): boolean {
  let isSelected = false;
  for (const member of values.flatMap(membersOf)) {
    const isParent = member.value.kind === "object" || member.value.kind === "array";
    const inner = selections.flatMap(({ fields }) =>
      [fields.get(member.key), isParent ? fields.get("*") : undefined].filter((each) => each !== undefined),
    );
    if (inner.some(({ whole }) => whole)) ranges.push({ start: member.keyRange.start, end: member.value.range.end });
    else if (inner.length > 0 && collect([member.value], inner, ranges)) ranges.push(member.keyRange);
    else continue;
    isSelected = true;
  }
  return isSelected;
}

/** The members of an object, or of all elements of an array: arrays are transparent (conventions 4.2.5). */
function membersOf(value: Value): readonly Member[] {
  if (value.kind === "object") return value.members;
  return value.kind === "array" ? value.elements.flatMap((element) => membersOf(element.value)) : [];
}

/**
 * @returns the shape with exactly the fields that these values have. The elements of an array are merged into one
 * shape.
 */
export function shapeOfValues(values: readonly Value[]): Shape {
  const flat = values.flatMap(elementsOf);
  const byKey = new Map<string, Value[]>();
  for (const { key, value } of flat.flatMap(membersOf)) {
    addTo(byKey, key, value);
  }
  const fields = [...byKey].map(([name, inner]): [string, FieldShape] => [
    name,
    { name, shape: shapeOfValues(inner), required: true },
  ]);
  if (flat.some(({ kind }) => kind === "object")) return { type: "object", fields: new Map(fields), open: false };
  // `null` and an empty array tell nothing of the type.
  return flat.some(({ kind }) => kind !== "null") ? { type: "string" } : { type: "any" };
}

function elementsOf(value: Value): readonly Value[] {
  return value.kind === "array" ? value.elements.flatMap((element) => elementsOf(element.value)) : [value];
}

/** @returns the path of the field at an offset, or `undefined` if there is none. */
export function pathAt(resource: Value, offset: number): readonly string[] | undefined {
  for (const { key, keyRange, value } of membersOf(resource)) {
    if (keyRange.start > offset || value.range.end < offset) continue;
    const inside = offset > keyRange.end ? pathAt(value, offset) : undefined;
    if (inside) return [key, ...inside];
    const isPlain = value.kind !== "object" && value.kind !== "array";
    return isPlain || offset <= keyRange.end ? [key] : undefined;
  }
  return undefined;
}
