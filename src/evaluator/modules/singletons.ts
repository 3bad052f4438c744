import type TS from "typescript";
import { newBudget } from "../domain/budgets";
import type { Abstract, Binding, Cell, Frame, Reference, Root } from "../domain/domain";
import { findBinding } from "../domain/scope";
import type { Program } from "../program";
import { contentOf } from "../store/heap";
import { closedValue } from "../../syntax/writes";
import { atTopLevel } from "./at-top-level";
import type { Module } from "./module";

/**
 * Instances of the project's classes that functions make when they are first needed, and keep for all: `made ??= new Api(url)`. Each of them is
 * made once more, apart from all runs and at a time that is not known, and that one stands for it in all code.
 */

/**
 * Finds the instance that an assignment puts where others read it.
 *
 * @param owner holds what is assigned; absent for a variable.
 * @param value what the assigned expression gives in the code that runs.
 * @returns the instance that stands for it; the value itself, where there is none.
 */
export function singletonValue(
  program: Program,
  frame: Frame,
  node: TS.BinaryExpression,
  owner: Abstract | undefined,
  value: Abstract,
): Abstract {
  const { root } = program.run.context;
  const module = program.pass.modules.get(frame.file);
  if (!root.parent || !module || module.running || !isOwnInstance(program, value)) return value;
  const holder = owner ? holderOf(owner) : moduleVariable(program, frame, node.left);
  if (!holder || holder.slot.root === root) return value;
  const closed = closedValue(program.ts, node.left);
  const lasting = closed && singletonOf(program, module, closed);
  if (!lasting || !isAlike(lasting.cell, value.cell)) return value;
  if (node.operatorToken.kind === program.ts.SyntaxKind.EqualsToken) {
    // The second one that a run makes is another object.
    const before = program.pass.classes.assigned.get(root) ?? new Set<TS.Node>();
    if (before.has(node)) return value;
    program.pass.classes.assigned.set(root, before.add(node));
  }
  return { ...lasting, place: value.place };
}

/** @returns the variable that is assigned. What a function declares it has for itself, in most runs. */
function moduleVariable({ ts }: Program, frame: Frame, assigned: TS.Expression): Binding | undefined {
  const variable = ts.isIdentifier(assigned) ? findBinding(frame.scope, assigned.text) : undefined;
  return variable?.slot.root?.parent ? undefined : variable;
}

/** Whether two objects are of one class, or made in one place. */
function isAlike(one: Cell, other: Cell): boolean {
  return one.constructedBy
    ? one.constructedBy.node === other.constructedBy?.node
    : one.allocationSite === other.allocationSite;
}

/** @returns the only object, or class, that can hold a member. */
function holderOf(owner: Abstract): Cell | undefined {
  if (owner.kind === "reference") return owner.cell;
  return owner.kind === "callable" && owner.target.type === "closure" ? owner.target.cell : undefined;
}

/** Whether a value is an instance that the running code has made, and that nobody else has. */
function isOwnInstance(program: Program, value: Abstract): value is Reference {
  return (
    value.kind === "reference" &&
    value.cell.slot.root === program.run.context.root &&
    isInstance(value) &&
    !contentOf(program, value.cell).escaped
  );
}

/** Whether a value is an instance of the project's classes, or an object that a function of the project makes of its functions. */
export function isInstance(value: Abstract): value is Reference {
  if (value.kind !== "reference" || value.cell.type !== "object" || value.cell.class) return false;
  return (
    value.cell.constructedBy !== undefined ||
    [...value.cell.slot.value.fields.values()].some(({ value: held }) => held.kind === "callable")
  );
}

/**
 * @param node an expression that means the same at the top level of the file.
 * @returns the instance of a class of the project that it gives at any time; `undefined` where it gives something else.
 */
export function singletonOf(program: Program, module: Module, node: TS.Expression): Reference | undefined {
  const { lasting } = program.pass.classes;
  const known = lasting.get(node);
  if (known !== undefined) return known ?? undefined;
  lasting.set(node, null);
  const made = evaluated(program, module, node);
  const found =
    isInstance(made) && made.cell.slot.root?.lasting === true && !made.cell.slot.value.escaped ? made : null;
  lasting.set(node, found);
  return found ?? undefined;
}

/** Evaluates an expression at a time that is not known. Its requests do not count, as they are those of the functions that hold it. */
function evaluated(program: Program, { file, frame }: Module, node: TS.Expression): Abstract {
  const { recorder, answered } = program.pass;
  const attempt = recorder.begin();
  const before = answered.value;
  const parent = program.pass.moduleRoot(file);
  const times = { since: Infinity, escapes: false, independent: true, lasting: true } as const;
  const root: Root = { node, parent, file, made: [], pass: program.pass.id, ...times };
  const budget = newBudget(program.pass.limits.nodesPerRoot);
  const made = program.pass.shared(() =>
    atTopLevel(program, file, () =>
      program.run.within({ root, budget }, () => program.steps.expression(program, frame, node)),
    ),
  );
  answered.value = before;
  recorder.abandon(attempt);
  return made;
}
