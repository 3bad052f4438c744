import type { Loop } from "../../code/declarations";
import { item } from "../../code/item";
import type { ValueId } from "../../code/graph";
import type { Element as ElementNode, LoopJoin, Refined } from "../../code/values";
import type { Abstract, Context, Element, Entry, Place, Single } from "../domain";
import type { Evaluation } from "../evaluation";
import { limits } from "../limits";
import { text } from "../make";
import { nodeAt, placeOf } from "../places";
import { assuming, isSame, optionsOf } from "../values";
import { joinVersions } from "./conditions";
import { anyRound, componentOf } from "./loops";

/** State after a loop over a known list, with one round evaluated for each element. */

type Each = NonNullable<Loop["each"]>;

/**
 * @param node the refinement of a loop's changing value by the end of the loop: there is no other round.
 * @returns the value after all rounds; undefined if the rounds cannot be evaluated one by one.
 */
export function afterRounds(evaluation: Evaluation, node: Refined, context: Context): Abstract | undefined {
  const { code } = context.file;
  const join = nodeAt(context.file, node.value);
  if (node.holds || join.kind !== "loop") return undefined;
  const { each } = item(code.loops, join.loop);
  if (each?.another !== node.condition) return undefined;
  const joins = componentOf(context.file, node.value);
  if (joins.some((id) => loopOf(context, id) !== join.loop)) return undefined;
  const place = placeOf(node, context);
  const { of, what } = nodeAt(context.file, each.element) as ElementNode;
  const lists = optionsOf(evaluation.valueOf(each.of, context));
  // A round may add elements to the list, which later rounds get.
  if (of !== each.of && !areSame(lists, optionsOf(evaluation.valueOf(of, context)))) return undefined;
  const left: Abstract[] = [];
  for (const option of lists) {
    const elements = what === "key" ? keysOf(option, place) : elementsOf(option);
    const values = elements && goThrough(evaluation, { each, joins, context, place, loop: join.loop }, elements);
    if (!values) return undefined;
    left.push(assuming(item(values, joins.indexOf(node.value)), option.assumes));
  }
  return left.length === 0 ? undefined : joinVersions(left, place);
}

function loopOf({ file }: Context, id: ValueId): number {
  return (nodeAt(file, id) as LoopJoin).loop;
}

function areSame(lists: readonly Single[], others: readonly Single[]): boolean {
  return lists.length === others.length && lists.every((list, index) => isSame(list, item(others, index)));
}

function elementsOf(list: Single): readonly Element[] | undefined {
  return list.kind === "array" && list.open === undefined && list.elements.length <= limits.rounds
    ? list.elements
    : undefined;
}

function keysOf(object: Single, place: Place): readonly Element[] | undefined {
  if (object.kind !== "object" || object.open !== undefined || object.class !== undefined) return undefined;
  if (object.instanceOf || object.outside || object.base || object.unordered || object.members.size > limits.rounds)
    return undefined;
  return [...object.members].map(([key, { presence }]) => ({ value: text(key, place), presence }));
}

interface Rounds {
  readonly each: Each;
  readonly loop: number;
  /** The changing values of the loop that depend on each other. */
  readonly joins: readonly ValueId[];
  readonly context: Context;
  readonly place: Place;
}

function goThrough(
  evaluation: Evaluation,
  { each, loop, joins, context, place }: Rounds,
  elements: readonly Element[],
): readonly Abstract[] | undefined {
  const { start, end } = item(context.file.code.loops, loop);
  const nodes = joins.map((id) => nodeAt(context.file, id) as LoopJoin);
  const settled: Settled = new Map();
  let values = nodes.map(({ initial }) => evaluation.valueOf(initial, context));
  for (const { value: element, presence } of elements) {
    const changed = joins.map((id, index) => ({ id, context, value: item(values, index) }));
    const next = evaluation.supposing(
      [...changed, { id: each.element, context, value: element }],
      () => {
        const left = nodes.map((node) => anyRound(evaluation.valueOf(node.next, context)));
        return left.every((value) => settle(value, 0, settled)) ? left : undefined;
      },
      { file: context.file, start, end },
    );
    if (!next) return undefined;
    values = next.map((value, index) =>
      presence === "always" ? value : joinVersions([item(values, index), value], place),
    );
  }
  return values;
}

/** Members of members, such as those of a URL's parameters. */
const deepestMember = 2;

/** Members that have been evaluated, with their depths. */
type Settled = Map<Entry | Element, number>;

/**
 * Evaluates the lazy members of a value, because later they would be evaluated under another round's supposition. Members left by earlier rounds are evaluated
 * already.
 * @returns whether the number of members stays within the limit.
 */
function settle(value: Abstract, depth: number, settled: Settled): boolean {
  if (depth > deepestMember) return true;
  for (const option of optionsOf(value)) {
    const entries = option.kind === "object" ? option.members.values() : option.kind === "array" ? option.elements : [];
    for (const entry of entries) {
      if ((settled.get(entry) ?? Infinity) <= depth) continue;
      settled.set(entry, depth);
      if (settled.size > limits.copied || !settle(entry.value, depth + 1, settled)) return false;
    }
  }
  return true;
}
