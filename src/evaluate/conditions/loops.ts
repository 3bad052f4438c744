import type { ValueId } from "../../code/graph";
import { loopComponents } from "../../code/components";
import type { LoopJoin } from "../../code/values";
import type { ProjectFile } from "../../project/project-file";
import type { Abstract, Context, ObjectValue, Place, Single, Text, Unknown } from "../domain";
import { entryStyleOf } from "../builtins/classes/entries";
import type { Evaluation } from "../evaluation";
import { limits } from "../limits";
import { computedPart, holePart, textFrom, unknown } from "../make";
import { nodeAt, placeOf } from "../places";
import { joinAll, optionsOf } from "../values";
import { asOneObject, joinVersions } from "./conditions";
import { withinSegments } from "./segments";
import { isWithin, startsWith } from "./within";
import { groupBy } from "../../text/groups";
import type { ResponseOrigin } from "../../value/value";

/**
 * Values that loops change, as a fixpoint. A value begins as its value before the loop, and each round joins in the result of one more round. Values that
 * depend on each other are iterated together. What still grows after `limits.loopRounds` rounds is widened to unknown.
 */

/** A value that loops change, with its state after the rounds so far. */
interface Changing {
  readonly id: ValueId;
  readonly node: LoopJoin;
  readonly context: Context;
  readonly place: Place;
  /** @returns the unknown value that stands for it, or for a member at a path in it. */
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

/** Runs an evaluation in which the changing values are what the rounds so far give. Returns undefined if loops are nested too deeply. */
function asSoFar<T>(evaluation: Evaluation, all: readonly Changing[], run: () => T): T | undefined {
  const supposed = all.flatMap(({ id, context, value }) => (value ? [{ id, context, value }] : []));
  return evaluation.supposing(supposed, run);
}

type Loops = readonly (readonly Changing[])[];

/** Sets the values before the first rounds. An inner loop begins with what the outer one supplies. @returns whether they are known. */
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

/** Evaluates one more round of each loop, innermost first. @returns whether a value grew. */
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

/** Drops the assumptions of an earlier round: its conditions say nothing about the current round. */
export function anyRound(value: Abstract): Abstract {
  const options = optionsOf(value);
  if (!options.some(({ assumes }) => assumes)) return value;
  return joinAll(
    options.map((option) => ({ ...option, assumes: undefined })),
    value.place,
  );
}

/** @returns the join of a value with the result of one more round; undefined if the round adds nothing. */
function grownBy(each: Changing, next: Abstract, round: number): Abstract | undefined {
  if (isWithin(next, each.value, each.isAny)) return undefined;
  const joined = widened(each.value ?? next, next, each, "");
  return round < limits.loopRounds ? joined : joinAll([joined, each.changed("")], each.place);
}

const components = new WeakMap<ProjectFile, ReadonlyMap<ValueId, readonly ValueId[]>>();

export function componentOf(file: ProjectFile, id: ValueId): readonly ValueId[] {
  let found = components.get(file);
  if (!found) components.set(file, (found = loopComponents(file.code)));
  return found.get(id) ?? [id];
}

/** @returns the widened join of a value before and after a round, which is valid in all rounds. */
function widened(known: Abstract, round: Abstract, each: Changing, path: string): Abstract {
  const { place, changed } = each;
  if (known.kind === "text" && !known.json && optionsOf(round).every((option) => isBegunWith(option, known)))
    return appendedTo(known, optionsOf(round) as readonly Text[], changed(path));
  const joined = joinVersions([known, round], place);
  const filled = withinSegments(optionsOf(joined), changed(path), place);
  if (filled) return filled;
  if (joined.kind === "array") return { ...joined, elements: joined.elements.map(perhaps), open: "changed in a loop" };
  const object = widenedObjects(joined, { known, round }, each, path);
  if (object) return object;
  if (optionsOf(joined).every(isWhole)) return joined;
  return joinAll([joined, ofAnswer(changed(path), round)], place);
}

/** @returns a text to which rounds append. A query that they begin, or go on with, is no part of the path. */
function appendedTo(known: Text, rounds: readonly Text[], more: Unknown): Abstract {
  const start = known.parts.reduce((length, part) => length + (part.kind === "text" ? part.text.length : 0), 0);
  const begun = rounds.map(({ parts }) => {
    const text = parts.slice(0, known.parts.length + 1).filter((part) => part.kind === "text");
    return text
      .map((part) => part.text)
      .join("")
      .charAt(start);
  });
  const [mark] = begun;
  const isQuery = mark !== undefined && /^[?&]$/u.test(mark) && begun.every((each) => each === mark);
  if (!isQuery) return textFrom([...known.parts, holePart(more)], known.place);
  return joinAll(
    [known, textFrom([...known.parts, computedPart(mark, known.place), holePart(more)], known.place)],
    known.place,
  );
}

interface Rounds<T> {
  readonly known: T;
  readonly round: T;
}

/** @returns the widened join of objects: of two versions of one, or of more than are kept apart. */
function widenedObjects(
  joined: Abstract,
  { known, round }: Rounds<Abstract>,
  each: Changing,
  path: string,
): Abstract | undefined {
  if (joined.kind === "object" && known.kind === "object" && round.kind === "object")
    return widenedObject(joined, { known, round }, each, path);
  if (optionsOf(joined).length <= mostObjects) return undefined;
  const [before, after, whole] = [known, round, joined].map((value) => asOneObject(value, each.place));
  return before && after && whole ? widenedObject(whole, { known: before, round: after }, each, path) : undefined;
}

/** Objects that a loop makes and that are kept apart. Each round of `{ ...before, ...(flag ? a : b) }` would double them. */
const mostObjects = 2;

/** @returns what later rounds give: part of an answer, if the round before gave one, such as the address of the next page. */
function ofAnswer(later: Unknown, round: Abstract): Unknown {
  const [response] = optionsOf(round).flatMap((option) => responseOf(option) ?? []);
  return response ? { ...later, origin: { trail: [], response } } : later;
}

function responseOf(option: Single): ResponseOrigin | undefined {
  const hole = option.kind === "text" ? option.parts.find((part) => part.kind === "hole") : undefined;
  return option.origin?.response ?? (hole?.kind === "hole" ? hole.value.origin?.response : undefined);
}

/** Widens the members: a round may compute another value for a member than the one before. */
function widenedObject(
  joined: ObjectValue,
  { known, round }: Rounds<ObjectValue>,
  each: Changing,
  path: string,
): Abstract {
  const members = new Map(joined.members);
  for (const [key, held] of joined.members) {
    const [one, other] = [known.members.get(key), round.members.get(key)];
    if (one === other || !one || !other || isWithin(other.value, one.value, each.isAny)) continue;
    const made = widened(one.value, other.value, each, `${path}.${key}`);
    // Rounds that append a parameter build a list whose length is the unknown number of rounds.
    const isAppended = entryStyleOf(joined) !== undefined && optionsOf(made).some(({ kind }) => kind === "array");
    const value = isAppended ? each.changed(`${path}.${key}`) : made;
    members.set(key, { value, presence: held.presence, keyPlace: held.keyPlace, accessor: held.accessor });
  }
  return { ...joined, members };
}

/** @returns whether a value begins with a text, so that rounds only appended to it. */
function isBegunWith(value: Single, { parts }: Text): boolean {
  return value.kind === "text" && !value.json && startsWith(value.parts, parts);
}

function perhaps<T extends { readonly presence: "always" | "maybe" }>(element: T): T {
  return { ...element, presence: "maybe" };
}

/** @returns whether a value is independent of the previous round: it is assigned as it is, not computed. */
function isWhole(value: Single): boolean {
  return (
    value.kind !== "unknown" && value.kind !== "text" && !(value.kind === "scalar" && typeof value.value === "number")
  );
}
