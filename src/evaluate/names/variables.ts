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
 * Shared variables. A variable that only its own function assigns has the value that the function leaves. Otherwise the order of assignments is unknown, and it
 * is any of the assigned values.
 */
export function evaluateVariable(evaluation: Evaluation, node: VariableRead, context: Context): Abstract {
  const value = valueOfVariable(evaluation, node.variable, context, placeOf(node, context));
  return standingAt(value, node, context, context.file.code.variables[node.variable]?.in);
}

/** @returns the value of a variable that the function of a context, or a function around it, declares. */
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

/** @returns the value of a variable with the changes that other functions and files make to its object. */
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

/** @returns the context of the function that declares a variable, as seen from an inner context. */
function ownerContext({ contexts }: Evaluation, { in: owner }: Variable, context: Context): Context {
  let current: Context | undefined = context;
  while (current && current.function !== owner) current = current.outer;
  return current ?? contexts.symbolic(context.file, owner);
}

/** Values assigned to one variable; with more, it is unknown. */
const mostAssigned = 16;

function assignedTo(evaluation: Evaluation, variable: Variable, owner: Context, place: Place): Abstract {
  const { assigned, last } = variable;
  const [only] = assigned;
  // Declared without any assignment.
  if (!only) return unknown(`\`${variable.name}\``, place);
  if (assigned.length === 1 && last === bareOf(owner.file, only.value))
    return evaluation.valueOf(only.value, contextIn(evaluation, only.in, owner));
  // The state in which the owner leaves it. If some paths assign nothing, code does not wait for a value, so `undefined` stays an option.
  if (last !== undefined) return evaluation.valueOf(last, owner);
  if (assigned.length > mostAssigned) return unknown(`\`${variable.name}\` is assigned in many places`, place);
  const whole = assigned.map((each) => evaluation.valueOf(each.value, contextIn(evaluation, each.in, owner)));
  return joinVersions(grown(withoutStart(whole), place), place);
}

/**
 * Texts to which functions append any number of times: `let query = "?"; add(() => (query += …))`. Each start text is kept, alone and with a hole behind it.
 */
function grown(values: readonly Abstract[], place: Place): readonly Abstract[] {
  const [appended, others] = [values.filter(isAppended), values.filter((each) => !isAppended(each))];
  if (appended.length === 0 || others.some(({ kind }) => kind !== "text")) return values;
  const more = holePart(unknown("text that is appended", place, { is: "string" }));
  return [
    ...others,
    ...others.flatMap((each) => (each.kind === "text" ? textFrom([...each.parts, more], place) : each)),
  ];
}

/** @returns whether a text begins with the previous value of the variable. */
function isAppended(value: Abstract): boolean {
  const [first] = value.kind === "text" ? value.parts : [];
  return first?.kind === "hole" && first.value.kind === "unknown" && first.value.unfinished === true;
}

/** @returns the value without names and types around it. */
function bareOf({ code }: ProjectFile, id: ValueId): ValueId {
  let current = id;
  for (let node = code.values[current]; node?.kind === "typed" || node?.kind === "named"; node = code.values[current])
    current = node.value;
  return current;
}

function contextIn(evaluation: Evaluation, id: number, owner: Context): Context {
  return id === owner.function ? owner : innerContext(evaluation, id, owner);
}

/** Drops a nullish start value if the others have members, because code waits for them. Texts and numbers may be absent on purpose. */
function withoutStart(values: readonly Abstract[]): readonly Abstract[] {
  const others = values.filter((each) => nullishOf(each) !== true);
  const isAwaited = others.flatMap(optionsOf).every(({ kind }) => kind !== "text" && kind !== "scalar");
  return others.length > 0 && isAwaited ? others : values;
}

/** @returns the context of an inner function without a known caller. */
export function innerContext(evaluation: Evaluation, id: number, owner: Context): Context {
  const { outer } = owner.file.code.functions[id] ?? { outer: -1 };
  if (outer < 0) return evaluation.contexts.symbolic(owner.file, id);
  const around = outer === owner.function ? owner : innerContext(evaluation, outer, owner);
  return evaluation.contexts.within(owner.file, id, around, undefined);
}
