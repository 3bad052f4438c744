import type { ClassCode, FieldWrite } from "../../code/declarations";
import type { FunctionId } from "../../code/graph";
import { joinVersions } from "../conditions/conditions";
import type { Abstract, ClassValue, Context, Entry, Place } from "../domain";
import type { Evaluation } from "../evaluation";
import { lazyEntry, unknown } from "../make";
import { nodeKeys } from "./keys";
import { withLaterChanges } from "./later-changes";
import { setterOf } from "./methods";
import { withMember } from "./open";
import { toValue } from "../snapshots/snapshot";
import { joinAll, nullishOf, optionsOf } from "../values";
import { addTo } from "../../text/groups";

/** @returns an instance with the fields that methods of its class assign. Their order is unknown, so a field is any of the assigned values. */
export function withFieldWrites(
  evaluation: Evaluation,
  owner: ClassValue,
  { fieldWrites }: ClassCode,
  object: Abstract,
): Abstract {
  if (object.kind !== "object" || fieldWrites.length === 0) return object;
  const byField = new Map<string, FieldWrite[]>();
  for (const write of fieldWrites) {
    const [first] = write.path;
    if (typeof first === "string") addTo(byField, first, write);
  }
  let result = object;
  for (const [key, writes] of byField) {
    const before = result.members.get(key);
    const isAssigned = writes.some(({ path, isCall }) => path.length === 1 && isCall !== true);
    // Calls on a field without a value create no member. A value assigned to a setter is no member either: the setter assigns other members.
    const hasSetter = !before && setterOf(evaluation, result, key) !== undefined;
    if (before || (isAssigned && !hasSetter))
      result = withMember(result, key, writtenField({ evaluation, owner, writes, place: object.place }, before));
  }
  return result;
}

interface Writing {
  readonly evaluation: Evaluation;
  readonly owner: ClassValue;
  readonly writes: readonly FieldWrite[];
  readonly place: Place;
}

function writtenField(about: Writing, before: Entry | undefined): Entry {
  const place = before?.keyPlace ?? about.place;
  let held: Abstract | undefined;
  const whole = lazyEntry(() => {
    const result = changed({ ...about, place }, assigned({ ...about, place }, before), (value) => {
      held = value;
    });
    held = undefined;
    return result;
  }, place);
  return {
    get value() {
      // Calls on the field read it while they are evaluated. They get the field without their own changes.
      if (!held) return whole.value;
      about.evaluation.noteUse(held);
      return held;
    },
    presence: "always",
    keyPlace: place,
  };
}

function assigned({ evaluation, owner, writes, place }: Writing, before: Entry | undefined): Abstract {
  const whole = writes
    .filter(({ path, isCall }) => path.length === 1 && isCall !== true)
    .map((write) => writtenValue(evaluation, owner, write, place));
  const values = before === undefined ? whole : [before.value, ...whole];
  const known = values.filter((each) => nullishOf(each) !== true);
  return joinVersions(known.length > 0 ? known : values, place);
}

/** Applies the calls on the field and the assignments below it. */
function changed(
  { evaluation, owner, writes, place }: Writing,
  value: Abstract,
  hold: (value: Abstract) => void,
): Abstract {
  const calls = writes.flatMap(({ isCall, value: version, in: id }) =>
    isCall && version !== undefined ? { value: version, in: id } : [],
  );
  let result = withLaterChanges(
    evaluation,
    { file: owner.file, contextOf: (id) => contextOf(evaluation, owner, id) },
    value,
    { changes: calls, hold },
  );
  for (const write of writes)
    if (write.path.length > 1) result = changedWithin(evaluation, owner, result, write, place);
  return result;
}

function writtenValue(evaluation: Evaluation, owner: ClassValue, write: FieldWrite, place: Place): Abstract {
  if (write.value === undefined) return unknown("a field that is deleted", place);
  return evaluation.valueOf(write.value, contextOf(evaluation, owner, write.in));
}

function contextOf(evaluation: Evaluation, owner: ClassValue, id: FunctionId): Context {
  const { file } = owner;
  const outer = file.code.functions[id]?.outer ?? -1;
  const around =
    outer < 0 || outer === owner.context.function ? owner.context : evaluation.contexts.symbolic(file, outer);
  return evaluation.contexts.within(file, id, around, undefined);
}

/** Applies `this.client.defaults.baseURL = x` in a method: a native learns the value, an object may have the member. */
function changedWithin(
  evaluation: Evaluation,
  owner: ClassValue,
  value: Abstract,
  write: FieldWrite,
  place: Place,
): Abstract {
  const context = contextOf(evaluation, owner, write.in);
  const keys = nodeKeys(evaluation, write.path.slice(1), context).filter((key) => key !== undefined);
  const last = keys.at(-1);
  if (write.value === undefined || keys.length < write.path.length - 1 || last === undefined) return value;
  // The native has learned of calls on it when they were evaluated.
  if (write.isCall && value.kind !== "object") return value;
  const given = evaluation.valueOf(write.value, context);
  let inner: Abstract = value;
  for (const key of keys.slice(0, -1)) inner = evaluation.member(inner, key, place);
  for (const option of optionsOf(inner))
    if (option.kind === "native") option.native.set?.(last, toValue(evaluation, given), "maybe");
  if (value.kind !== "object" || keys.length > 1) return value;
  const before = value.members.get(last);
  const either = lazyEntry(
    () => (before ? joinAll([before.value, given], place) : given),
    place,
    before?.presence ?? "maybe",
  );
  return withMember(value, last, either);
}
