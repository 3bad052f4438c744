import { openItems } from "./items";
import type { Abstract, Cell, Content, Field, Item, Slot } from "../domain/domain";
import { bounds } from "../domain/limits";
import { cellsOf, joinAll, mapOptions, optionsOf, same, unknown, variableLattice } from "../domain/values";
import { contentLattice, emptyContent } from "./content";

/** What can be assumed at the start of every round of a loop. */

/**
 * @param values all that the slot was seen to hold.
 * @param began when the loop began: objects that are younger belong to one round and are gone in the next.
 * @param attempt how often it was tried; the first try keeps alternatives, later ones give up on them.
 */
export function widen(slot: Slot<unknown>, values: readonly unknown[], began: number, attempt: number): unknown {
  if (slot.lattice === variableLattice) {
    const known = (values as readonly (Abstract | undefined)[]).filter((value) => value !== undefined);
    const [first] = known;
    if (!first) return undefined;
    const joined = joinAll(known, first.place);
    return attempt === 0 ? lastRound(joined, began) : anything(joined, began);
  }
  if (slot.lattice === contentLattice) {
    const contents = values as readonly Content[];
    const joined = contents.reduce((left, right) => contentLattice.join(left, right), contents[0] ?? emptyContent);
    return attempt === 0 ? contentOfLastRound(joined, began) : anyContent(joined, began);
  }
  return values.reduce((left, right) => slot.lattice.join(left, right));
}

/** A value from an earlier round: what is unknown is not the same as in this round, and its objects cannot be told apart. */
function lastRound(value: Abstract, began: number): Abstract {
  return mapOptions(value, (option) => {
    if (option.kind === "unknown")
      return unknown(option.reason, option.place, { ...option, identity: undefined, reaches: old(option, began) });
    if (option.kind === "text" && option.parts.some((part) => part.kind === "hole")) return option;
    if (option.kind === "reference" && option.cell.slot.created >= began)
      return unknown("made in an earlier round of a loop", option.place, { is: "object" });
    if (option.kind === "callable" && option.target.type === "closure" && option.target.createdAt >= began)
      return unknown("made in an earlier round of a loop", option.place);
    return option;
  });
}

function old(value: Abstract, began: number): readonly Cell[] | undefined {
  const cells = cellsOf(value).filter((cell) => cell.slot.created < began);
  return cells.length > 0 ? cells : undefined;
}

function anything(value: Abstract, began: number): Abstract {
  const natives = optionsOf(value).filter((option) => option.kind === "native");
  const loose = unknown("assigned in a loop", value.place, {
    reaches: optionsOf(value).flatMap((option) => old(option, began) ?? []),
  });
  return natives.length > 0 && natives.length <= bounds.widenedClients
    ? joinAll([...natives, loose], value.place)
    : loose;
}

function contentOfLastRound(content: Content, began: number): Content {
  const fields = new Map<string, Field>();
  for (const [key, field] of content.fields) fields.set(key, { ...field, value: lastRound(field.value, began) });
  const items = content.items.map((item): Item => ({ ...item, value: lastRound(item.value, began) }));
  const grown = items.some((item) => item.presence === "maybe");
  const rest = content.rest && lastRound(content.rest, began);
  return grown ? openItems({ ...content, fields, items, rest }) : { ...content, fields, items, rest };
}

function anyContent(content: Content, began: number): Content {
  const values = [
    ...[...content.fields.values()].map((field) => field.value),
    ...content.items.map((item) => item.value),
  ];
  if (content.rest) values.push(content.rest);
  const [first] = values;
  const rest = first && anything(joinAll(values, first.place), began);
  return { ...emptyContent, open: true, rest, escaped: content.escaped, sources: content.sources };
}

/** @returns whether what is assumed allows for what was seen. */
export function covers(slot: Slot<unknown>, head: unknown, seen: unknown, began: number): boolean {
  if (Object.is(head, seen)) return true;
  if (slot.lattice === variableLattice)
    return coversValue(head as Abstract | undefined, seen as Abstract | undefined, began);
  if (slot.lattice === contentLattice) return coversContent(head as Content, seen as Content, began);
  return slot.lattice.same(slot.lattice.join(head, seen), head);
}

function coversValue(head: Abstract | undefined, seen: Abstract | undefined, began: number): boolean {
  if (!seen) return true;
  if (!head) return false;
  return optionsOf(seen).every((option) => optionsOf(head).some((known) => coversOption(known, option, began)));
}

function coversOption(known: Abstract, option: Abstract, began: number): boolean {
  if (same(known, option)) return true;
  if (known.kind !== "unknown") return false;
  const reachable = (old(option, began) ?? []).every((cell) => known.reaches?.includes(cell));
  if (!reachable) return false;
  if (known.reason === "assigned in a loop") return true;
  if (option.kind === "reference" || option.kind === "callable")
    return known.reason === "made in an earlier round of a loop";
  if (option.kind !== "unknown") return false;
  const one = known.origin?.response;
  const other = option.origin?.response;
  if (!one || !other) return !one && !other && known.is === option.is;
  return one.request === other.request && one.part === other.part && one.path.join("/") === other.path.join("/");
}

function coversContent(head: Content, seen: Content, began: number): boolean {
  if (seen.escaped && !head.escaped) return false;
  if (head.escaped) return true;
  if (seen.open && !head.open) return false;
  const coversRest = (value: Abstract): boolean =>
    head.open && head.rest !== undefined && coversValue(head.rest, value, began);
  for (const [key, field] of seen.fields) {
    const known = head.fields.get(key);
    if (
      known
        ? !(coversValue(known.value, field.value, began) && (known.presence === "maybe" || field.presence === "always"))
        : !coversRest(field.value)
    )
      return false;
  }
  for (const [key, field] of head.fields) if (field.presence === "always" && !seen.fields.has(key)) return false;
  if (head.open && head.items.length === 0) {
    if (!seen.items.every((item) => coversRest(item.value))) return false;
  } else if (
    seen.items.length !== head.items.length ||
    !seen.items.every((item, index) => coversValue(head.items[index]?.value, item.value, began))
  ) {
    return false;
  }
  return !seen.rest || coversRest(seen.rest);
}
