import { bareOf } from "../../code/bare";
import type { Variable } from "../../code/declarations";
import { item } from "../../code/item";
import type { FunctionId, ValueId, VariableId } from "../../code/graph";
import type { Call } from "../../code/values";
import type { ProjectFile } from "../../project/project-file";
import { guardHolds, isVersionOf } from "../conditions/conditions";
import type { Abstract, Context, FunctionValue, Place, Single } from "../domain";
import { afterAnything } from "./after-unknown";
import type { Evaluation } from "../evaluation";
import { openedByCode } from "../names/fixed-fields";
import { innerContext, valueOfVariable } from "../names/variables";
import { mapOptions, optionsOf } from "../values";
import { addTo } from "../../text/groups";

/** Objects that are not arguments of a call, but that the callee may have: `next()` in a chain changes the arguments of every function of the chain. */

const called = "a function that has it, too, is called";

/** Limit of the functions that are followed through calls of outer variables. */
const mostFollowed = 12;

/** @returns an object that the caller passed in, after a call of a function that the same caller passed in. */
export function afterElsewhere(
  evaluation: Evaluation,
  call: Call,
  context: Context,
  before: Abstract,
  place: Place,
): Abstract {
  if (guardHolds(evaluation, call.guard, context) === false) return before;
  const callees = optionsOf(evaluation.valueOf(call.callee, context));
  const objects = optionsOf(before);
  if (callees.some((each) => each.kind === "function" && mayChange(evaluation, each, objects, place)))
    return openedByCode(evaluation, before, called, place);
  if (!callees.some(({ kind }) => kind === "unknown")) return before;
  return mapOptions(before, (option) => {
    // It came in, and got members by `Object.assign`.
    if (option.kind === "object" && !option.outside && option.open !== undefined)
      return openedByCode(evaluation, option, called, place);
    return isKnownOutside(option) ? afterAnything(option, place) : option;
  });
}

/** @returns whether an unknown object from a caller has known members: assigned ones, or known members inside those. */
function isKnownOutside(value: Single): boolean {
  const inside = value.kind === "object" ? value.outside?.value : value;
  const members = inside?.kind === "unknown" ? (inside.changed?.members.values() ?? []) : [];
  return [...members].some((each) =>
    optionsOf(each.value).some((held) => held.kind !== "unknown" || isKnownOutside(held)),
  );
}

/** @returns whether a function, or one that it calls, may change an object that it has through an outer variable. */
function mayChange(evaluation: Evaluation, first: FunctionValue, objects: readonly Abstract[], place: Place): boolean {
  const pending = [first];
  const done = new Set<FunctionId>();
  for (let each = pending.pop(); each && done.size < mostFollowed; each = pending.pop()) {
    if (done.has(each.function)) continue;
    done.add(each.function);
    const { file, context } = each;
    const { changed, called } = outsideOf(file, each.function);
    const heldBy = (id: VariableId): readonly Abstract[] =>
      optionsOf(valueOfVariable(evaluation, id, context, place)).filter((value) => mayBeOneOf(value, objects));
    for (const { variable, version } of changed) {
      const held = heldBy(variable);
      if (held.length > 0 && (isAssigned(file, version.value) || isOther(evaluation, context, version, held)))
        return true;
    }
    for (const id of called)
      for (const value of optionsOf(valueOfVariable(evaluation, id, context, place)))
        if (value.kind === "function") pending.push(value);
  }
  return false;
}

function mayBeOneOf(value: Abstract, objects: readonly Abstract[]): boolean {
  return isVersionOf(value, objects) || (value.kind === "unknown" && value.unfinished === true);
}

/** Limit of the versions that are followed. */
const mostVersions = 24;

/** @returns whether code assigns to a version of an object, or to an object inside it. Effects of calls are evaluated elsewhere (`isOther`). */
function isAssigned({ code }: ProjectFile, version: ValueId): boolean {
  const pending = [version];
  for (let count = 0; count < mostVersions; count += 1) {
    const node = code.values[pending.pop() ?? -1];
    if (!node) return false;
    if (node.kind === "write") {
      if (!node.isKept) return true;
      pending.push(node.object, ...(node.value === undefined ? [] : [node.value]));
    } else if (node.kind === "after" || node.kind === "same") pending.push(node.object);
    else if (node.kind === "join") pending.push(...node.sides.map(({ value }) => value));
  }
  return true;
}

/** @returns whether a version of an object differs from the known ones. A version after a call that only reads is equal. */
function isOther(
  evaluation: Evaluation,
  around: Context,
  version: Change["version"],
  held: readonly Abstract[],
): boolean {
  const now = evaluation.valueOf(version.value, innerContext(evaluation, version.in, around));
  return optionsOf(now).some((each) => !held.includes(each));
}

type Change = Outside["changed"][number];

/** The versions that a function, with its inner functions, makes of objects in outer variables, and the outer variables that it calls. */
interface Outside {
  readonly changed: readonly { readonly variable: VariableId; readonly version: Variable["changed"][number] }[];
  readonly called: readonly VariableId[];
}

const known = new WeakMap<ProjectFile, Map<FunctionId, Outside>>();

function outsideOf(file: ProjectFile, id: FunctionId): Outside {
  const ofFile = known.get(file) ?? new Map<FunctionId, Outside>();
  known.set(file, ofFile);
  let outside = ofFile.get(id);
  if (!outside) ofFile.set(id, (outside = findOutside(file, id)));
  return outside;
}

/** The versions that each function makes itself, by file and function. */
const changes = new WeakMap<ProjectFile, ReadonlyMap<FunctionId, readonly Change[]>>();

function changesIn(file: ProjectFile): ReadonlyMap<FunctionId, readonly Change[]> {
  const before = changes.get(file);
  if (before) return before;
  const found = new Map<FunctionId, Change[]>();
  file.code.variables.forEach(({ changed, in: owner }, variable) => {
    for (const version of changed) {
      if (version.in === owner) continue;
      addTo(found, version.in, { variable, version });
    }
  });
  changes.set(file, found);
  return found;
}

function findOutside(file: ProjectFile, id: FunctionId): Outside {
  const { code } = file;
  const inside = new Set([id]);
  // Inner functions follow their outer function in the list.
  code.functions.forEach(({ outer }, each) => {
    if (inside.has(outer)) inside.add(each);
  });
  const own = changesIn(file);
  const changed = [...inside]
    .flatMap((each) => own.get(each) ?? [])
    .filter(({ variable }) => !inside.has(item(code.variables, variable).in));
  const called = new Set<VariableId>();
  for (const each of inside)
    for (const call of item(code.functions, each).calls) {
      const node = item(code.values, call);
      const callee = node.kind === "call" ? item(code.values, bareOf(code.values, node.callee)) : undefined;
      if (callee?.kind === "variable" && !inside.has(item(code.variables, callee.variable).in))
        called.add(callee.variable);
    }
  return { changed, called: [...called] };
}
