import type { ValueId } from "../../code/graph";
import { loopComponents } from "../../code/components";
import type { LoopJoin } from "../../code/values";
import type { ProjectFile } from "../../project/project-file";
import type { Abstract, Context, ObjectValue, Place, Single, Text, Unknown } from "../domain";
import { entryStyleOf } from "../builtins/classes/entries";
import type { Evaluation } from "../evaluation";
import { limits } from "../limits";
import { holePart, textFrom, unknown } from "../make";
import { nodeAt, placeOf } from "../places";
import { joinAll, optionsOf } from "../values";
import { joinVersions } from "./conditions";
import { withinSegments } from "./segments";
import { isWithin, startsWith } from "./within";
import { groupBy } from "../../text/groups";

/**
 * What loops change: at first its value before, then what the rounds make of it. Values that are made of each other are found together: as the first
 * round finds them, then as the second one does, until a round adds nothing. What still grows after some rounds may be anything.
 */

/** A value that loops change, as far as the rounds so far say. */
interface Changing {
  readonly id: ValueId;
  readonly node: LoopJoin;
  readonly context: Context;
  readonly place: Place;
  /** @returns what stands for what is not known of it, or of something in it. */
  readonly changed: (path: string) => Unknown;
  readonly isAny: (value: Single) => boolean;
  value: Abstract | undefined;
}

export function evaluateLoop(evaluation: Evaluation, node: LoopJoin, context: Context, id: ValueId): Abstract {
  const all = componentOf(context.file, id).map((each) => changing(evaluation, each, context));
  const loops = [...groupBy(all, (each) => each.node.loop).values()];
  if (!begin(evaluation, all, loops)) for (const each of all) each.value = each.changed("");
  else for (let round = 1; changeIn(evaluation, all, loops, round); round += 1);
  for (const each of all) if (each.id !== id && each.value) evaluation.settle(each.id, context, each.value);
  return all.find((each) => each.id === id)?.value ?? unknown("changed in a loop", placeOf(node, context));
}

function changing(evaluation: Evaluation, id: ValueId, context: Context): Changing {
  const node = nodeAt(context.file, id) as LoopJoin;
  const place = placeOf(node, context);
  const key = `changed:${evaluation.contexts.keyOf([context])}:${id}`;
  const identities = new Set<number>();
  const changed = (path: string): Unknown => {
    const made = evaluation.contexts.once(key + path, () => unknown("changed in a loop", place)) as Unknown;
    identities.add(made.identity);
    return made;
  };
  const isAny = (value: Single): boolean => value.kind === "unknown" && identities.has(value.identity);
  return { id, node, context, place, changed, isAny, value: undefined };
}

/** Evaluates something while all that loops change is what the rounds so far say. Where loops are nested too deeply, there is no answer. */
function asSoFar<T>(evaluation: Evaluation, all: readonly Changing[], run: () => T): T | undefined {
  const supposed = all.flatMap(({ id, context, value }) => (value ? [{ id, context, value }] : []));
  return evaluation.supposing(supposed, run);
}

type Loops = readonly (readonly Changing[])[];

/** What the first rounds find: of inner loops, what the outer ones begin with. @returns whether that is known. */
function begin(evaluation: Evaluation, all: readonly Changing[], loops: Loops): boolean {
  return loops.every((loop) => {
    const values = asSoFar(evaluation, all, () =>
      loop.map(({ node, context }) => evaluation.valueOf(node.initial, context)),
    );
    loop.forEach((each, index) => {
      each.value = values?.[index];
    });
    return values !== undefined;
  });
}

/** Adds what one more round makes, of the innermost loops first. @returns whether there was anything to add. */
function changeIn(evaluation: Evaluation, all: readonly Changing[], loops: Loops, round: number): boolean {
  const grow = (loop: readonly Changing[], operand: "initial" | "next"): boolean => {
    const grown = asSoFar(evaluation, all, () =>
      loop.map((each) => {
        const value = evaluation.valueOf(each.node[operand], each.context);
        return grownBy(each, operand === "next" ? anyRound(value) : value, round);
      }),
    );
    loop.forEach((each, index) => {
      each.value = grown?.[index] ?? each.value;
    });
    return grown?.some((each) => each !== undefined) ?? false;
  };
  const hasGrown = loops.toReversed().map((loop) => grow(loop, "next"));
  if (!hasGrown.includes(true)) return false;
  for (const loop of loops.slice(1)) grow(loop, "initial");
  return true;
}

/** Of a round before, conditions say nothing that holds in this one. */
export function anyRound(value: Abstract): Abstract {
  const options = optionsOf(value);
  if (!options.some(({ assumes }) => assumes)) return value;
  return joinAll(
    options.map((option) => ({ ...option, assumes: undefined })),
    value.place,
  );
}

/** @returns what a value is with what one more round makes of it; nothing if that adds nothing. */
function grownBy(each: Changing, made: Abstract, round: number): Abstract | undefined {
  if (isWithin(made, each.value, each.isAny)) return undefined;
  const joined = widened(each.value ?? made, made, each, "");
  return round < limits.loopRounds ? joined : joinAll([joined, each.changed("")], each.place);
}

const components = new WeakMap<ProjectFile, ReadonlyMap<ValueId, readonly ValueId[]>>();

export function componentOf(file: ProjectFile, id: ValueId): readonly ValueId[] {
  let found = components.get(file);
  if (!found) components.set(file, (found = loopComponents(file.code)));
  return found.get(id) ?? [id];
}

/** @returns what holds in all rounds, of a value so far and after one more. */
function widened(known: Abstract, round: Abstract, each: Changing, path: string): Abstract {
  const { place, changed } = each;
  if (known.kind === "text" && !known.json && optionsOf(round).every((option) => isBegunWith(option, known)))
    return textFrom([...known.parts, holePart(changed(path))], known.place);
  const joined = joinVersions([known, round], place);
  const filled = withinSegments(optionsOf(joined), changed(path), place);
  if (filled) return filled;
  if (joined.kind === "array") return { ...joined, elements: joined.elements.map(perhaps), open: "changed in a loop" };
  if (joined.kind === "object" && known.kind === "object" && round.kind === "object")
    return widenedObject(joined, { known, round }, each, path);
  if (optionsOf(joined).every(isWhole)) return joined;
  return joinAll([joined, changed(path)], place);
}

/** What a round computes of a member may differ from round to round. */
function widenedObject(
  joined: ObjectValue,
  { known, round }: { readonly known: ObjectValue; readonly round: ObjectValue },
  each: Changing,
  path: string,
): Abstract {
  const members = new Map(joined.members);
  for (const [key, held] of joined.members) {
    const [one, other] = [known.members.get(key), round.members.get(key)];
    if (one === other || !one || !other || isWithin(other.value, one.value, each.isAny)) continue;
    const made = widened(one.value, other.value, each, `${path}.${key}`);
    // A parameter that rounds append is a list of as many values as there are rounds.
    const isAppended = entryStyleOf(joined) !== undefined && optionsOf(made).some(({ kind }) => kind === "array");
    const value = isAppended ? each.changed(`${path}.${key}`) : made;
    members.set(key, { value, presence: held.presence, keyPlace: held.keyPlace, accessor: held.accessor });
  }
  return { ...joined, members };
}

/** Whether a text begins with another one: rounds add to it. */
function isBegunWith(value: Single, { parts }: Text): boolean {
  return value.kind === "text" && !value.json && startsWith(value.parts, parts);
}

function perhaps<T extends { readonly presence: "always" | "maybe" }>(element: T): T {
  return { ...element, presence: "maybe" };
}

/** Whether a value says all of itself: it was assigned as it is, and not computed from the round before. */
function isWhole(value: Single): boolean {
  return (
    value.kind !== "unknown" && value.kind !== "text" && !(value.kind === "scalar" && typeof value.value === "number")
  );
}
