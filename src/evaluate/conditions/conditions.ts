import { bareOf } from "../../code/bare";
import type { Guard } from "../../code/declarations";
import { always, type GuardId, type ValueId } from "../../code/graph";
import { guardsAround, mostConditions } from "../../code/guards";
import type { Join } from "../../code/values";
import { joinChanges } from "../changed-unknown";
import type { Abstract, Assumptions, Context, Entry, Place, Single, Unknown } from "../domain";
import type { Evaluation } from "../evaluation";
import { isInOrder } from "../key-order";
import { arrayOf, lazyElement, lazyEntry, objectOf, unknown } from "../make";
import { nodeAt, placeOf, standingAt } from "../places";
import { addTo } from "../../text/groups";
import { assuming, isSame, joinAll, joinSame, optionsOf, primitiveOf, sharedAssumptions, truthOf } from "../values";

/** Joins. A side whose guard surely does not hold is left out. Alternatives remember the conditions under which they hold. */

/** The state of a guard in a context. */
interface Standing {
  /** Whether the guard holds; undefined if unknown. */
  readonly holds: boolean | undefined;
  /** The conditions whose truth is unknown, with the outcomes that the guard requires. */
  readonly assumes: Assumptions;
}

const nothing: Assumptions = new Map();

/** @returns whether a guard holds, if that is known. */
export function guardHolds(evaluation: Evaluation, guard: GuardId, context: Context): boolean | undefined {
  return standingOf(evaluation, guard, context, always).holds;
}

/** @returns the key of a condition in assumptions. Values that are tested by the same condition share the key. */
export function assumption(evaluation: Evaluation, condition: ValueId, context: Context): string {
  const { kind, depends } = nodeAt(context.file, condition);
  // An unknown value from a caller keeps its identity in all functions that get it, so the key is its identity. A member may have changed in between.
  const value = kind === "operation" || kind === "member" ? undefined : evaluation.condition(condition, context);
  if (value?.kind === "unknown" && value.input && !value.member && !value.unfinished)
    return `truth of ${value.identity.toString()}`;
  return `${evaluation.contexts.project(context, depends).id}:${condition}`;
}

/** @returns the condition without a negation, and its outcome: `if (!x)` tests `x`. */
export function asked(
  { file }: Context,
  condition: ValueId,
  holds: boolean,
): { readonly condition: ValueId; readonly holds: boolean } {
  const node = nodeAt(file, condition);
  const [operand] = node.kind === "operation" && node.operator === "!" ? node.operands : [];
  return operand === undefined ? { condition, holds } : { condition: operand, holds: !holds };
}

function standingOf(evaluation: Evaluation, guard: GuardId, context: Context, from: GuardId): Standing {
  const assumes = new Map<string, boolean>();
  let holds: boolean | undefined = true;
  const compared: Compared = new Map();
  let count = 0;
  for (let id = guard; id !== from && id !== always; count += 1) {
    const known = context.file.code.guards[id];
    if (!known || count > mostConditions) return { holds: undefined, assumes };
    const value = evaluation.condition(known.condition, context);
    const truth = value && truthOf(value);
    if (truth !== undefined && truth !== known.holds) return { holds: false, assumes: nothing };
    if (truth === undefined) {
      if (isRuledOut(evaluation, known, context, compared)) return { holds: false, assumes: nothing };
      holds = undefined;
      const { condition, holds: isSo } = asked(context, known.condition, known.holds);
      assumes.set(assumption(evaluation, condition, context), isSo);
    }
    id = known.outer;
  }
  return { holds, assumes };
}

/** Comparisons by the compared value: a `switch` makes one for each case. */
type Compared = Map<ValueId, { readonly other: ValueId; readonly isEqual: boolean }[]>;

/** @returns whether a comparison, together with those further in, excludes every option of its value. */
function isRuledOut(
  evaluation: Evaluation,
  { condition, holds }: Pick<Guard, "condition" | "holds">,
  context: Context,
  compared: Compared,
): boolean {
  const { file } = context;
  const { condition: id, holds: isSo } = asked(context, condition, holds);
  const node = nodeAt(file, id);
  const [subject, other] = node.kind === "operation" ? node.operands : [];
  if (node.kind !== "operation" || subject === undefined || other === undefined) return false;
  if (node.operator !== "===" && node.operator !== "!==") return false;
  const key = bareOf(file.code.values, subject);
  addTo(compared, key, { other, isEqual: (node.operator === "===") === isSo });
  const all = compared.get(key) ?? [];
  // The value of a single comparison has decided it already.
  if (all.length < 2) return false;
  const options = optionsOf(evaluation.valueOf(subject, context));
  return options.length > 0 && options.every((option) => isExcluded(evaluation, option, all, context));
}

function isExcluded(
  evaluation: Evaluation,
  option: Single,
  compared: readonly { readonly other: ValueId; readonly isEqual: boolean }[],
  context: Context,
): boolean {
  const own = primitiveOf(option);
  return compared.some(({ other, isEqual }) => {
    const value = own && primitiveOf(evaluation.valueOf(other, context));
    return own && value && Object.is(own.value, value.value) !== isEqual;
  });
}

/** @returns the innermost guard around all sides. */
function sharedGuard(context: Context, guards: readonly GuardId[]): GuardId {
  const [first, ...others] = guards.map((guard) => guardsAround(context.file.code, guard));
  return first?.find((guard) => others.every((chain) => chain.includes(guard))) ?? always;
}

export function evaluateJoin(evaluation: Evaluation, { sides, ...node }: Join, context: Context): Abstract {
  const place = placeOf(node, context);
  const unchanged = onAllWays(evaluation, sides, context);
  if (unchanged) return unchanged;
  const from = sharedGuard(
    context,
    sides.map(({ guard }) => guard),
  );
  const values = sides.flatMap(({ value, guard, at }): readonly Abstract[] => {
    const { holds, assumes } = standingOf(evaluation, guard, context, from);
    if (holds === false) return [];
    return [assuming(standingAt(evaluation.valueOf(value, context), at, context), assumes)];
  });
  return joinVersions(values, place);
}

/** @returns the object, if all sides have the same version of it. The guards need not be evaluated then. */
function onAllWays(evaluation: Evaluation, sides: Join["sides"], context: Context): Abstract | undefined {
  const { roots } = context.file.code;
  const [first, ...others] = sides;
  if (!first || others.some(({ value }) => roots[value] !== roots[first.value])) return undefined;
  const object = evaluation.valueOf(first.value, context);
  if (optionsOf(object).length !== 1) return undefined;
  return others.every(({ value }) => evaluation.valueOf(value, context) === object) ? object : undefined;
}

/** @returns the join of values. Versions of one object become one object; members that some versions lack become `maybe`. */
export function joinVersions(values: readonly Abstract[], place: Place): Abstract {
  const merged: Abstract[] = [];
  const seen: Single[] = [];
  for (const value of values.flatMap(optionsOf)) {
    // Compares with the unmerged values: a merged version equals none of its sides.
    if (seen.some((each) => isVersionOf(value, [each]) && each.assumes === value.assumes && isSame(each, value)))
      continue;
    seen.push(value);
    const index = merged.findIndex((each) => isOtherVersion(each, value));
    const known = merged[index];
    if (known?.kind === "object" && value.kind === "object") merged[index] = joinObjects(known, value, place);
    else if (known?.kind === "array" && value.kind === "array") merged[index] = joinArrays(known, value, place);
    else if (known?.kind === "unknown" && value.kind === "unknown") merged[index] = joinUnknown(known, value, place);
    else merged.push(value);
  }
  return joinAll(merged, place);
}

type ObjectVersion = Extract<Abstract, { kind: "object" }>;
type ArrayVersion = Extract<Abstract, { kind: "array" }>;

/** @returns whether a value is a version of an object among the known ones. Clients know the changes of those already. */
export function isVersionOf(value: Abstract, known: readonly Abstract[]): boolean {
  if (value.kind !== "object" && value.kind !== "array") return false;
  return known.some((each) => each.kind === value.kind && each.identity === value.identity);
}

function isOtherVersion(left: Abstract, right: Abstract): boolean {
  const isOne =
    (left.kind === "object" && right.kind === "object" && left.identity === right.identity) ||
    (left.kind === "array" && right.kind === "array" && left.identity === right.identity) ||
    (left.kind === "unknown" && right.kind === "unknown" && left.identity === right.identity);
  return isOne && !isSame(left, right);
}

/** @returns one object for several that are no instances: members that some of them lack become `maybe`. Undefined for other values. */
export function asOneObject(value: Abstract, place: Place): ObjectVersion | undefined {
  const plain = optionsOf(value).flatMap((each) =>
    each.kind === "object" && each.class === undefined && !each.instanceOf && !each.outside ? each : [],
  );
  const [first, ...others] = plain;
  return first && plain.length === optionsOf(value).length
    ? others.reduce((one, other) => joinObjects(one, other, place), first)
    : undefined;
}

function joinObjects(left: ObjectVersion, right: ObjectVersion, place: Place): ObjectVersion {
  const [first, second] = isInOrder(left, right) ? [left, right] : [right, left];
  const members = new Map(first.members);
  for (const key of new Set([...first.members.keys(), ...second.members.keys()])) {
    const [one, other] = [left.members.get(key), right.members.get(key)];
    if (one !== other) members.set(key, joinEntries(one, other, (one ? right : left).open, place));
  }
  const isOrdered = isInOrder(left, { members }) && isInOrder(right, { members });
  return objectOf(members, right.place, {
    ...right,
    assumes: sharedAssumptions(left.assumes, right.assumes),
    open: left.open ?? right.open,
    spreads: left.spreads.length > right.spreads.length ? left.spreads : right.spreads,
    unordered: left.unordered ?? right.unordered ?? (isOrdered ? undefined : true),
  });
}

/** @param otherwise why the side without the member may have it nevertheless. */
function joinEntries(
  one: Entry | undefined,
  other: Entry | undefined,
  otherwise: string | undefined,
  place: Place,
): Entry {
  const either = one ?? other;
  if (!either) throw new Error("a member that neither side has");
  const both = one && other;
  const presence = both && one.presence === "always" && other.presence === "always" ? "always" : "maybe";
  const accessor = one?.accessor ?? other?.accessor;
  const value = (): Abstract => {
    if (both) return joinVersions([one.value, other.value], place);
    return otherwise === undefined ? either.value : joinAll([either.value, unknown(otherwise, place)], place);
  };
  return lazyEntry(value, either.keyPlace, presence, accessor);
}

function joinUnknown(left: Unknown, right: Unknown, place: Place): Abstract {
  const join = (values: readonly Abstract[]): Abstract => joinVersions(values, place);
  return { ...joinSame(left, right), changed: joinChanges(left.changed, right.changed, place, join) } as Unknown;
}

function joinArrays(left: ArrayVersion, right: ArrayVersion, place: Place): ArrayVersion {
  const length = Math.max(left.elements.length, right.elements.length);
  const elements = Array.from({ length }, (_, index) => {
    const [one, other] = [left.elements[index], right.elements[index]];
    if (one === other && one) return one;
    const both = one && other;
    const presence = both && one.presence === "always" && other.presence === "always" ? "always" : "maybe";
    return lazyElement(
      () =>
        both ? joinVersions([one.value, other.value], place) : ((one ?? other)?.value ?? unknown("an element", place)),
      presence,
    );
  });
  return arrayOf(elements, right.place, {
    ...right,
    assumes: sharedAssumptions(left.assumes, right.assumes),
    open: left.open ?? right.open,
  });
}
