import { limits } from "../../limits";
import { holePart, never, scalar, textFrom, unknown } from "../../make";
import { optionsOf } from "../../values";
import type { Abstract, Element, Text } from "../../domain";
import { argument } from "../define";
import { concat } from "../texts/concat";
import { elementsOf, exactly, someElement } from "./elements";
import type { Listed } from "./callbacks";

/** `reduce` and `reduceRight`. */

/** @returns the final accumulator, if every step is known. */
export function reduceList(listed: Listed, from: "left" | "right"): Abstract {
  const { self, call } = listed;
  const elements = exactly(elementsOf(self));
  const start = call.arguments[1];
  if (elements && elements.length <= limits.rounds && !call.more) return reduceKnown(listed, elements, from);
  const texts = start ? optionsOf(start) : [];
  if (start && texts.length > 0 && texts.every((option): option is Text => option.kind === "text" && !option.json))
    return reduceText(listed, start);
  const result = step(listed, unknown("a running total", call.place));
  const is = start && typeOf(start) === typeOf(result) ? typeOf(result) : undefined;
  return unknown("the result of `reduce()`", call.place, { is });
}

function typeOf(value: Abstract): "object" | "array" | "number" | undefined {
  if (value.kind === "object" || value.kind === "array") return value.kind;
  if (value.kind === "scalar") return typeof value.value === "number" ? "number" : undefined;
  return value.kind === "unknown" && value.is !== "string" && value.is !== "boolean" ? value.is : undefined;
}

function reduceKnown(listed: Listed, elements: readonly Element[], from: "left" | "right"): Abstract {
  const { self, call } = listed;
  const indexed = elements.map(({ value }, index) => ({ value, index }));
  if (from === "right") indexed.reverse();
  const [head] = indexed;
  const start = call.arguments.length > 1 ? argument(call, 1) : head?.value;
  // Without an initial value, an empty list throws.
  if (!start) return never(call.place);
  let total = start;
  for (const { value, index } of call.arguments.length > 1 ? indexed : indexed.slice(1)) {
    total = call.evaluator.invoke(argument(call, 0), [total, value, scalar(index, call.place), self], call.place);
    if (total.kind === "never") return total;
  }
  return total;
}

/** If each step only appends to a text, the result begins with the initial text. */
function reduceText(listed: Listed, start: Abstract): Abstract {
  const { place } = listed.call;
  const total = unknown("a running total", place, { is: "string" });
  const result = step(listed, textFrom([holePart(total)], place));
  const adds = optionsOf(result).every((option) => {
    const first = option.kind === "text" ? option.parts[0] : undefined;
    return first?.kind === "hole" && first.value.kind === "unknown" && first.value.identity === total.identity;
  });
  const isText = optionsOf(result).every(({ kind }) => kind === "text");
  const rest = textFrom([holePart(unknown("what `reduce()` adds", place, { is: "string" }))], place);
  if (adds) return concat([start, rest], place);
  return unknown("the result of `reduce()`", place, { is: isText ? "string" : undefined });
}

/** Calls the callback for some element. */
function step({ self, call }: Listed, total: Abstract): Abstract {
  const { place } = call;
  const isList = self.kind === "array" || (self.kind === "unknown" && self.is === "array");
  const index = unknown("an index", place, isList ? { is: "number" } : {});
  return call.evaluator.invoke(argument(call, 0), [total, someElement(self, place), index, self], place);
}
