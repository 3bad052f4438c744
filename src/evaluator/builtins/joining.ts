import { textFrom, unknown } from "../domain/constructors";
import type { Abstract, Call, Item } from "../domain/domain";
import { bounds } from "../domain/limits";
import { computedText, concatenate } from "../domain/texts/texts";
import { isUndefined, joinAll, mapOptions, plainText } from "../domain/values";
import type { Program } from "../program";
import { elementsOf } from "../store/elements";
import { toText } from "../store/text-form";
import { selfOf } from "./array-callbacks";
import { argument, placeOf } from "./define";

/** `join`: the elements of a list as one string. */

export function joinItems(program: Program, call: Call): Abstract {
  const place = placeOf(program, call);
  const given = argument(program, call, 0);
  const between = isUndefined(given) ? computedText(",", place) : toText(program, given, place);
  const hole = (): Abstract => unknown("joined text", place, { is: "string" });
  return mapOptions(selfOf(program, call), (self) => {
    const pieces =
      self.kind === "reference" && isSplitBefore(program, call) ? program.splits.get(self.cell) : undefined;
    if (pieces) return pieces(between) ?? hole();
    const separator = plainText(between) ?? "…";
    return (
      joinText(program, self, separator, place, between) ??
      joinPerhaps(program, call, self, separator, between) ??
      hole()
    );
  });
}

/** Joins elements of which some may not be there. */
function joinPerhaps(
  program: Program,
  call: Call,
  list: Abstract,
  separator: string,
  between: Abstract,
): Abstract | undefined {
  const place = placeOf(program, call);
  const items = elementsOf(program, list);
  if (separator === "&") return items && program.steps.builtins.joinedQuery(program, items, call.node, place);
  const unsure = items?.filter(({ presence }) => presence === "maybe").length ?? 0;
  if (!items || 2 ** unsure > bounds.combinations) return undefined;
  const lists = items.reduce<readonly (readonly Item[])[]>(
    (before, item) => [...before.map((each) => [...each, item]), ...(item.presence === "maybe" ? before : [])],
    [[]],
  );
  const texts = lists.map((each) => joinItemsWith(program, each, separator, place, between));
  const known = texts.filter((each) => each !== undefined);
  return known.length === texts.length ? joinAll(known, place) : undefined;
}

/** `text.split(a).join(b)` in one expression: nothing has changed the pieces in between. */
function isSplitBefore({ ts }: Program, { node }: Call): boolean {
  return (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    ts.isCallExpression(node.expression.expression)
  );
}

/** @returns the elements as one string, where all are known to be there. */
export function joinText(
  program: Program,
  list: Abstract,
  separator: string,
  place: Abstract["place"],
  between?: Abstract,
): Abstract | undefined {
  const items = elementsOf(program, list);
  return items?.every((item) => item.presence === "always")
    ? joinItemsWith(program, items, separator, place, between)
    : undefined;
}

function joinItemsWith(
  program: Program,
  items: readonly Item[],
  separator: string,
  place: Abstract["place"],
  between?: Abstract,
): Abstract | undefined {
  let whole: Abstract = textFrom([], place);
  for (const [index, item] of items.entries()) {
    const gap = between ?? computedText(separator, place);
    if (index > 0 && separator !== "") whole = concatenate(whole, gap, place);
    const empty = item.value.kind === "scalar" && (item.value.value === undefined || item.value.value === null);
    const nullable =
      item.value.kind === "alternatives" && item.value.options.some((option) => option.kind === "scalar");
    if (nullable) return undefined;
    if (!empty) whole = concatenate(whole, toText(program, item.value, place), place);
  }
  return whole;
}
