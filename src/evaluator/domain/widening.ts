import { holePart, textFrom, unknown } from "./constructors";
import type { Abstract, Cell, Part, Text, Unknown } from "./domain";
import { bounds } from "./limits";
import { allowsForNative } from "./made-natives";
import { commonParts, hasQuery } from "./texts/pieces";
import { fitsTemplate, isAny, templateOf } from "./texts/templates";
import { cellsOf, joinAll, mapOptions, optionsOf, same, sameParts } from "./values";

/** The order of abstract values, and their widening in loops. */

const earlierRound = "made in an earlier round of a loop";

/** A value from an earlier round. Its unknown parts differ from those of this round, and its objects stand for many. */
export function lastRound(value: Abstract, since: number): Abstract {
  return mapOptions(value, (option) => {
    if (option.kind === "unknown")
      return unknown(option.reason, option.place, { ...option, identity: undefined, pointsTo: old(option, since) });
    if (option.kind === "text" && option.parts.some((part) => part.kind === "hole")) return option;
    if (option.kind === "reference" && option.cell.slot.created >= since)
      return unknown(earlierRound, option.place, { is: "object" });
    if (option.kind === "callable" && option.target.type === "closure" && option.target.createdAt >= since)
      return unknown(earlierRound, option.place);
    return option;
  });
}

function old(value: Abstract, since: number): readonly Cell[] | undefined {
  const cells = cellsOf(value).filter((cell) => cell.slot.created < since);
  return cells.length > 0 ? cells : undefined;
}

/** @returns a value without the texts for which a template among them allows: what has placeholders is what the first round began with. */
export function withoutCovered(value: Abstract): Abstract {
  const options = optionsOf(value);
  const isCovered = (option: Abstract): boolean =>
    options.some(
      (other) => other !== option && isText(option) && isText(other) && fitsTemplate(option.parts, other.parts),
    );
  const kept = options.filter((option) => !isCovered(option));
  return kept.length > 0 && kept.length < options.length ? joinAll(kept, value.place) : value;
}

function isText(value: Abstract): value is Text {
  return value.kind === "text" && !value.json;
}

/** @returns the widened form of a value that changes from round to round. Only clients stay known, if they are few. */
export function anything(value: Abstract, since: number): Abstract {
  const natives = optionsOf(value).filter((option) => option.kind === "native");
  const loose = unknown("assigned in a loop", value.place, {
    any: true,
    pointsTo: optionsOf(value).flatMap((option) => old(option, since) ?? []),
  });
  return natives.length > 0 && natives.length <= bounds.widenedClients
    ? joinAll([...natives, loose], value.place)
    : loose;
}

/** Each attempt may shorten what texts begin with. A text that rounds concatenate in turn would take one for each character. */
const attemptsWithBeginning = 3;

/**
 * @returns the widened form of a variable's value. URLs that begin alike keep their beginning if a query has begun in it: `url += "&key=" + key`.
 *   What is added to a path is no single segment of it, and would look like one.
 */
export function widened(value: Abstract, since: number, attempt: number): Abstract {
  const options = optionsOf(value);
  const texts = options.filter((option) => option.kind === "text" && !option.json);
  const [first, ...others] = texts.map((text) => (text.kind === "text" ? closed(text.parts) : []));
  if (!first || texts.length < options.length || attempt > attemptsWithBeginning) return anything(value, since);
  if (others.length > 0) {
    const template = templateOf(
      options.flatMap((option) => (option.kind === "text" ? [option.parts] : [])),
      value.place,
    );
    if (template) return textFrom(template, value.place);
  }
  const shared = others.reduce(shortened, first);
  const longer = [first, ...others].filter((parts) => !sameParts(parts, shared));
  const [next = shared, ...rest] = longer;
  const grown = rest.reduce(shortened, next);
  if (!hasQuery(grown)) return anything(value, since);
  // What the loop adds to may also have been left as it was.
  const before = longer.length <= others.length && !sameParts(grown, shared) ? [textFrom(shared, value.place)] : [];
  return joinAll([...before, textFrom([...grown, added(value)], value.place)], value.place);
}

function added({ place }: Abstract): Part {
  return holePart(unknown("added in a loop", place, { any: true }));
}

/** @returns the parts of a text without what loops have added at its end. */
function closed(parts: readonly Part[]): readonly Part[] {
  return isAny(parts.at(-1)) ? closed(parts.slice(0, -1)) : parts;
}

function shortened(left: readonly Part[], right: readonly Part[]): readonly Part[] {
  return commonParts(left, right, sameParts);
}

/** @returns whether a text begins with the parts of one to which loops have added, or has the same around the gaps of a template. */
function continues(lower: Text, upper: Text): boolean {
  if (lower.json || upper.json) return false;
  if (fitsTemplate(lower.parts, upper.parts)) return true;
  if (!isAny(upper.parts.at(-1))) return false;
  const beginning = closed(upper.parts);
  return sameParts(shortened(beginning, lower.parts), beginning);
}

/**
 * @param since objects made from this time on do not count.
 * @returns whether `upper` allows for all that `lower` may be.
 */
export function leqValue(lower: Abstract, upper: Abstract, since = Infinity): boolean {
  return optionsOf(lower).every((option) => optionsOf(upper).some((known) => leqOption(option, known, since)));
}

function leqOption(lower: Abstract, upper: Abstract, since: number): boolean {
  if (same(upper, lower)) return true;
  if (upper.kind === "text") return lower.kind === "text" && continues(lower, upper);
  if (upper.kind === "native") return lower.kind === "native" && allowsForNative(upper.native, lower.native);
  return upper.kind === "unknown" && leqUnknown(lower, upper, since);
}

function leqUnknown(lower: Abstract, upper: Unknown, since: number): boolean {
  const isReached = (old(lower, since) ?? []).every((cell) => upper.pointsTo?.includes(cell));
  if (!isReached) return false;
  if (upper.any) return true;
  if (lower.kind === "reference" || lower.kind === "callable") return upper.reason === earlierRound;
  return lower.kind === "unknown" && !lower.any && comesFromSame(lower, upper);
}

/** Whether two unknown values are read from the same part of a response, or are of one type and from none. */
function comesFromSame(left: Unknown, right: Unknown): boolean {
  const one = left.origin?.response;
  const other = right.origin?.response;
  if (!one || !other) return !one && !other && left.is === right.is;
  return one.request === other.request && one.part === other.part && one.path.join("/") === other.path.join("/");
}
