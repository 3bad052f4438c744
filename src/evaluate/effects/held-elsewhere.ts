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

/** Objects that a call was not given, and that the function may have that it calls: `next()` of a chain changes what each function of it was given. */

const called = "a function that has it, too, is called";

/** Functions that one function calls by its variables, and those that these call, are followed so far. */
const mostFollowed = 12;

/** @returns what an object that the caller gave is after a call of a function that the caller gave, too. */
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
    // What came in, and was given members by `Object.assign`.
    if (option.kind === "object" && !option.outside && option.open !== undefined)
      return openedByCode(evaluation, option, called, place);
    return isKnownOutside(option) ? afterAnything(option, place) : option;
  });
}

/** Whether something is known of what came in: members that code has assigned, or members of those. */
function isKnownOutside(value: Single): boolean {
  const inside = value.kind === "object" ? value.outside?.value : value;
  const members = inside?.kind === "unknown" ? (inside.changed?.members.values() ?? []) : [];
  return [...members].some((each) =>
    optionsOf(each.value).some((held) => held.kind !== "unknown" || isKnownOutside(held)),
  );
}

/** Whether a function, or one that it calls, may change an object that it has by a variable around it. */
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

/** Versions of versions that are gone through. */
const mostVersions = 24;

/** Whether code assigns something to a version of an object, or to what that holds: what calls do to it is asked elsewhere. */
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

/** Whether a version of an object is another one than is known: what only reads it leaves it as it is. */
function isOther(
  evaluation: Evaluation,
  around: Context,
  version: Change["version"],
  held: readonly Abstract[],
): boolean {
  const made = evaluation.valueOf(version.value, innerContext(evaluation, version.in, around));
  return optionsOf(made).some((each) => !held.includes(each));
}

type Change = Outside["changed"][number];

/** What a function, with those inside it, makes of the objects of variables around it, and which of these it calls. */
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

/** By file and function: the changes that the function makes itself. */
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
  // A function stands behind those around it.
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
