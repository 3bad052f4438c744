import type TS from "typescript";
import { type Abstract, type Field, type Frame } from "../domain/domain";
import { findBinding } from "../domain/scope";
import { cellsOf, isUndefined, joinAll, optionsOf, same } from "../domain/values";
import { type Machine } from "../machine";
import { setField } from "../store/content";
import type { Fact } from "../store/facts";
import { contentOf, update } from "../store/heap";
import { keep, truthOf } from "../store/truth";
import { memberKey } from "../syntax/private-names";
import { skipWrappers } from "../syntax/wrappers";
import { outcomeOf } from "./answers";
import { negate } from "./equality";

export type Refinement = () => void;

export type Predicate = (option: Abstract) => boolean | undefined;

export function apply(refinements: readonly Refinement[]): void {
  for (const refine of refinements) refine();
}

/** @returns a function that narrows the variable or member that an expression names, and its value. */
export function narrow(
  machine: Machine,
  frame: Frame,
  node: TS.Expression,
  value: Abstract,
  predicate: Predicate,
  fact: Fact,
): Refinement {
  return () => {
    for (const option of optionsOf(value))
      if (option.kind === "unknown" && optionsOf(value).length === 1) machine.facts.learn(option.identity, fact);
    if (value.kind !== "alternatives") return;
    const kept = keep(value, predicate);
    if (kept === value) return;
    replace(machine, frame, node, value, kept);
  };
}

/** Narrows, on this path, the variable or member that an expression names. */
export function replace(machine: Machine, frame: Frame, node: TS.Expression, before: Abstract, after: Abstract): void {
  const { ts } = machine;
  if (ts.isIdentifier(node)) {
    const slot = findBinding(frame.scope, node.text)?.slot;
    if (slot) machine.visibility.refine(slot, before, after);
    return;
  }
  if (
    !ts.isPropertyAccessExpression(node) ||
    (!ts.isIdentifier(node.expression) && node.expression.kind !== ts.SyntaxKind.ThisKeyword)
  )
    return;
  const target = ts.isIdentifier(node.expression)
    ? findBinding(frame.scope, node.expression.text)?.slot.value
    : frame.self;
  const [cell] = target?.kind === "reference" ? cellsOf(target) : [];
  if (!cell) return;
  const key = memberKey(ts, node.name);
  const content = contentOf(machine, cell);
  const field = content.fields.get(key);
  if (!field || field.getter) return;
  if (field.presence === "always" ? !same(field.value, before) : !optionsOf(before).some(isUndefined)) return;
  const defined = optionsOf(after).filter((option) => field.presence === "always" || !isUndefined(option));
  const presence = field.presence === "always" || defined.length === optionsOf(after).length ? "always" : "maybe";
  if (defined.length === 0) return;
  const narrowed: Field = { ...field, presence, value: joinAll(defined, field.value.place) };
  if (content.escaped) update(machine, cell, (before) => setField(before, key, narrowed));
  else machine.state.narrow(cell.slot, setField(content, key, narrowed));
}

/** Assumes that an expression's value is truthy, or that it is falsy. */
export function narrowTruth(
  machine: Machine,
  frame: Frame,
  node: TS.Expression,
  value: Abstract,
  truthy: boolean,
): void {
  const predicate: Predicate = (option) => (truthy ? truthOf(machine, option) : negate(truthOf(machine, option)));
  narrow(
    machine,
    frame,
    skipWrappers(machine.ts, node),
    value,
    predicate,
    truthy ? { truthy: true, nullish: false } : { truthy: false },
  )();
  const outcome = outcomeOf(machine, frame, skipWrappers(machine.ts, node));
  if (outcome) apply(truthy ? outcome.whenTrue : outcome.whenFalse);
}
