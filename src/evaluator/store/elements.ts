import { bounds } from "../domain/limits";
import { contentLattice } from "./content-lattice";
import { appendItems } from "./items";
import { unknown } from "../domain/constructors";
import { type Abstract, type Content, type Item, type Place, type Unknown } from "../domain/domain";
import { cellsOf, join, joinAll, mapOptions } from "../domain/values";
import { type Program } from "../program";
import { classOf } from "./builtin-class";
import { emptyContent } from "./content";
import { contentOf } from "./heap";

/** Adds the elements of an iterable at the end of an array. */
export function appendAll(program: Program, content: Content, iterable: Abstract, place: Place): Content {
  const elements = elementsOf(program, iterable);
  // Of a set or map that is fully known the elements tell all.
  const isCollection = iterable.kind === "reference" && iterable.cell.class !== undefined;
  const sources = elements && isCollection ? content.sources : [...content.sources, iterable];
  if (elements && content.items.length + elements.length <= bounds.items)
    return { ...appendItems(content, elements), sources };
  const element = unknownElement(program, iterable, place);
  return { ...content, open: true, rest: content.rest ? join(content.rest, element) : element, sources };
}

/** @returns the elements of an iterable in order, where all are known. */
export function elementsOf(program: Program, iterable: Abstract): readonly Item[] | undefined {
  if (iterable.kind === "reference" && iterable.cell.type === "array") {
    const content = contentOf(program, iterable.cell);
    return content.open ? undefined : content.items;
  }
  if (iterable.kind === "reference") return classOf(iterable.cell)?.elements?.(program, iterable.cell);
  if (iterable.kind === "alternatives") {
    const lists = iterable.options.map((option) => elementsOf(program, option));
    if (lists.some((list) => !list)) return undefined;
    const contents = lists.map((list): Content => ({ ...emptyContent, items: list ?? [] }));
    return contents.reduce((left, right) => contentLattice.join(left, right)).items;
  }
  return undefined;
}

/** @returns some element of an iterable. */
export function unknownElement(program: Program, iterable: Abstract, place: Place): Abstract {
  return mapOptions(iterable, (option) => {
    if (option.kind === "reference" && option.cell.type === "array") {
      const content = contentOf(program, option.cell);
      const values = content.items.map((item) => item.value);
      if (content.rest) values.push(content.rest);
      const other = content.open ? unknown("an element", place) : undefined;
      const all = other ? [...values, other] : values;
      return all.length > 0 ? joinAll(all, place) : unknown("an element of an empty array", place);
    }
    const own = option.kind === "reference" ? classOf(option.cell)?.element?.(program, option.cell, place) : undefined;
    if (own) return own;
    if (option.kind === "unknown") return elementOf(option, place);
    return unknown("an element", place, { pointsTo: cellsOf(option) });
  });
}

/** @returns some element of something unknown. */
function elementOf(value: Unknown, place: Place): Abstract {
  const response = value.origin?.response;
  const trail = value.origin?.trail ?? [];
  return unknown("an element", place, {
    origin: {
      trail: trail.length > 0 ? [`${trail.at(-1) ?? ""}[]`] : [],
      ...(value.origin?.parameter ? { parameter: value.origin.parameter } : {}),
      ...(response ? { response: { ...response, path: [...response.path, "*"] } } : {}),
    },
    pointsTo: value.pointsTo,
  });
}
