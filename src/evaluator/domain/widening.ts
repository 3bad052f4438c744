import type { Abstract, Cell } from "./domain";
import { bounds } from "./limits";
import { cellsOf, joinAll, mapOptions, optionsOf, same, unknown } from "./values";

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

/**
 * @param since objects made from this time on do not count.
 * @returns whether `upper` allows for all that `lower` may be.
 */
export function leqValue(lower: Abstract, upper: Abstract, since = Infinity): boolean {
  return optionsOf(lower).every((option) => optionsOf(upper).some((known) => leqOption(option, known, since)));
}

function leqOption(lower: Abstract, upper: Abstract, since: number): boolean {
  if (same(upper, lower)) return true;
  if (upper.kind !== "unknown") return false;
  const isReached = (old(lower, since) ?? []).every((cell) => upper.pointsTo?.includes(cell));
  if (!isReached) return false;
  if (upper.any) return true;
  if (lower.kind === "reference" || lower.kind === "callable") return upper.reason === earlierRound;
  if (lower.kind !== "unknown" || lower.any) return false;
  const one = upper.origin?.response;
  const other = lower.origin?.response;
  if (!one || !other) return !one && !other && upper.is === lower.is;
  return one.request === other.request && one.part === other.part && one.path.join("/") === other.path.join("/");
}
