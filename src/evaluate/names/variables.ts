import type { FunctionId, ValueId, VariableId } from "../../code/graph";
import type { Variable } from "../../code/declarations";
import type { VariableRead } from "../../code/values";
import { joinVersions } from "../conditions/conditions";
import type { ProjectFile } from "../../project/project-file";
import type { Abstract, Context, Place } from "../domain";
import type { Evaluation } from "../evaluation";
import { holePart, textFrom, unknown } from "../make";
import { knownNative } from "./known-natives";
import { placeOf, standingAt } from "../places";
import { withLaterChanges } from "../objects/later-changes";
import { nullishOf, named, optionsOf } from "../values";
import { versionsElsewhere } from "./written-elsewhere";

/**
 * Variables that functions share. One that its own function alone assigns is what that function leaves; of one that others assign, nobody knows
 * the order: it is any of the values that are assigned.
 */
export function evaluateVariable(evaluation: Evaluation, node: VariableRead, context: Context): Abstract {
  const value = valueOfVariable(evaluation, node.variable, context, placeOf(node, context));
  return standingAt(value, node, context, context.file.code.variables[node.variable]?.in);
}

/** @returns the value of a variable of a function around a context, or of its own. */
export function valueOfVariable(evaluation: Evaluation, id: VariableId, context: Context, place: Place): Abstract {
  const variable = context.file.code.variables[id];
  if (!variable) return unknown("a variable", place);
  const owner = ownerContext(evaluation, variable, context);
  const known = owner.variables.get(id);
  if (known) {
    evaluation.noteUse(known);
    return named(known, variable.name);
  }
  const begun = unknown(`\`${variable.name}\` depends on itself`, place, { unfinished: true });
  owner.variables.set(id, begun);
  const value = evaluation.partially(begun, () => {
    const assigned = assignedTo(evaluation, variable, owner, place);
    return variable.type === undefined
      ? assigned
      : evaluation.typed(assigned, { file: owner.file, type: variable.type, in: owner.function }, place);
  });
  const changed = withOthers(evaluation, id, owner, value);
  const own = knownNative(evaluation, changed, () => variable.name) ?? changed;
  owner.variables.set(id, own);
  evaluation.remembered(own, () => owner.variables.delete(id));
  return named(own, variable.name);
}

/** @returns the value of a variable as other functions, and files, may have changed it. */
function withOthers(evaluation: Evaluation, id: VariableId, owner: Context, value: Abstract): Abstract {
  const { changed = [], in: declaredIn } = owner.file.code.variables[id] ?? {};
  const mayChange = optionsOf(value).some(({ kind }) => kind === "object" || kind === "array" || kind === "native");
  if (changed.length === 0 && !(mayChange && declaredIn === 0)) return value;
  const where = {
    file: owner.file,
    owner: declaredIn,
    contextOf: (each: FunctionId) => contextIn(evaluation, each, owner),
  };
  return withLaterChanges(evaluation, where, value, {
    changes: changed,
    elsewhere: () => (mayChange ? versionsElsewhere(evaluation, owner.file, id) : []),
    hold: (held) => owner.variables.set(id, held),
  });
}

/** @returns the context of the function that declares a variable, as the code around a function has it. */
function ownerContext({ contexts }: Evaluation, { in: owner }: Variable, context: Context): Context {
  let current: Context | undefined = context;
  while (current && current.function !== owner) current = current.outer;
  return current ?? contexts.symbolic(context.file, owner);
}

/** Values that are assigned to one variable: of more, nothing is known. */
const mostAssigned = 16;

function assignedTo(evaluation: Evaluation, variable: Variable, owner: Context, place: Place): Abstract {
  const { assigned, last } = variable;
  const [only] = assigned;
  // Nothing is assigned to what is only declared.
  if (!only) return unknown(`\`${variable.name}\``, place);
  if (assigned.length === 1 && last === bareOf(owner.file, only.value))
    return evaluation.valueOf(only.value, contextIn(evaluation, only.in, owner));
  // Where no way assigns it, it holds nothing, and no code waits for it.
  if (last !== undefined) return evaluation.valueOf(last, owner);
  if (assigned.length > mostAssigned) return unknown(`\`${variable.name}\` is assigned in many places`, place);
  const whole = assigned.map((each) => evaluation.valueOf(each.value, contextIn(evaluation, each.in, owner)));
  return joinVersions(grown(withoutStart(whole), place), place);
}

/** What functions append to a text, as often as they are called, stands behind the text with which it begins: `let query = "?"; add(() => (query += …))`. */
function grown(values: readonly Abstract[], place: Place): readonly Abstract[] {
  const [appended, others] = [values.filter(isAppended), values.filter((each) => !isAppended(each))];
  if (appended.length === 0 || others.some(({ kind }) => kind !== "text")) return values;
  const more = holePart(unknown("text that is appended", place, { is: "string" }));
  return [
    ...others,
    ...others.flatMap((each) => (each.kind === "text" ? textFrom([...each.parts, more], place) : each)),
  ];
}

/** Whether a text begins with what the variable held before. */
function isAppended(value: Abstract): boolean {
  const [first] = value.kind === "text" ? value.parts : [];
  return first?.kind === "hole" && first.value.kind === "unknown" && first.value.unfinished === true;
}

/** @returns the value behind the names and types that it has. */
function bareOf({ code }: ProjectFile, id: ValueId): ValueId {
  let current = id;
  for (let node = code.values[current]; node?.kind === "typed" || node?.kind === "named"; node = code.values[current])
    current = node.value;
  return current;
}

function contextIn(evaluation: Evaluation, id: number, owner: Context): Context {
  return id === owner.function ? owner : innerContext(evaluation, id, owner);
}

/** A start value that stands for nothing is dropped where others assign what has members: code waits for it. Of texts and numbers it may not. */
function withoutStart(values: readonly Abstract[]): readonly Abstract[] {
  const others = values.filter((each) => nullishOf(each) !== true);
  const isAwaited = others.flatMap(optionsOf).every(({ kind }) => kind !== "text" && kind !== "scalar");
  return others.length > 0 && isAwaited ? others : values;
}

/** @returns the context of a function within another, when nobody knows who calls it. */
export function innerContext(evaluation: Evaluation, id: number, owner: Context): Context {
  const { outer } = owner.file.code.functions[id] ?? { outer: -1 };
  if (outer < 0) return evaluation.contexts.symbolic(owner.file, id);
  const around = outer === owner.function ? owner : innerContext(evaluation, outer, owner);
  return evaluation.contexts.within(owner.file, id, around, undefined);
}
