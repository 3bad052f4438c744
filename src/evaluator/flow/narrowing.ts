import type TS from "typescript";
import { type Abstract, type Field, type Frame } from "../domain/domain";
import { findBinding } from "../domain/scope";
import { cellsOf, isPartOf, isUndefined, joinAll, optionsOf, same } from "../domain/values";
import { type Program } from "../program";
import { setField } from "../store/content";
import type { Fact } from "../store/facts";
import { contentOf, update } from "../store/heap";
import { keep, truthOf } from "../store/truth";
import { memberKey } from "../syntax/private-names";
import { skipWrappers } from "../syntax/wrappers";
import { outcomeOf } from "./status-conditions";
import { negate } from "./equality";

export type Refinement = () => void;

export type Predicate = (option: Abstract) => boolean | undefined;

export function apply(refinements: readonly Refinement[]): void {
  for (const refine of refinements) refine();
}

/** @returns a function that narrows the variable or member that an expression names, and its value. */
export function narrow(
  program: Program,
  frame: Frame,
  node: TS.Expression,
  value: Abstract,
  predicate: Predicate,
  fact: Fact,
): Refinement {
  return () => {
    for (const option of optionsOf(value))
      if (option.kind === "unknown" && optionsOf(value).length === 1) program.pass.facts.learn(option.identity, fact);
    if (value.kind !== "alternatives") return;
    const kept = keep(value, predicate);
    if (kept === value) return;
    replace(program, frame, node, value, kept);
  };
}

/** Narrows, on this path, the variable or member that an expression names. */
export function replace(program: Program, frame: Frame, node: TS.Expression, before: Abstract, after: Abstract): void {
  const { ts } = program;
  if (ts.isIdentifier(node)) {
    const slot = findBinding(frame.scope, node.text)?.slot;
    if (slot) program.pass.visibility.refine(slot, before, after);
    return;
  }
  if (
    !ts.isPropertyAccessExpression(node) ||
    (!ts.isIdentifier(node.expression) && node.expression.kind !== ts.SyntaxKind.ThisKeyword)
  )
    return;
  const slot = ts.isIdentifier(node.expression) ? findBinding(frame.scope, node.expression.text)?.slot : undefined;
  const target = slot ? slot.value : frame.self;
  const key = memberKey(ts, node.name);
  if (slot && target?.kind === "alternatives") {
    const kept = target.options.filter((option) => mayHold(program, option, key, after));
    if (kept.length > 0 && kept.length < target.options.length)
      program.pass.visibility.refine(slot, target, joinAll(kept, target.place));
    return;
  }
  const [cell] = target?.kind === "reference" ? cellsOf(target) : [];
  if (!cell) return;
  const content = contentOf(program, cell);
  const field = content.fields.get(key);
  if (!field || field.getter) return;
  if (field.presence === "always" ? !same(field.value, before) : !optionsOf(before).some(isUndefined)) return;
  const defined = optionsOf(after).filter((option) => field.presence === "always" || !isUndefined(option));
  const presence = field.presence === "always" || defined.length === optionsOf(after).length ? "always" : "maybe";
  if (defined.length === 0) return;
  const narrowed: Field = { ...field, presence, value: joinAll(defined, field.value.place) };
  if (content.escaped) update(program, cell, (before) => setField(before, key, narrowed));
  else program.state.narrow(cell.slot, setField(content, key, narrowed));
}

/** @returns whether a member of what a variable may be has one of some values: `{}`, the default of `options`, has no `options.name`. */
function mayHold(program: Program, owner: Abstract, key: string, values: Abstract): boolean {
  if (owner.kind !== "reference" || owner.cell.constructedBy || owner.cell.class || key in Object.prototype)
    return true;
  const content = contentOf(program, owner.cell, { key });
  const field = content.fields.get(key);
  if (content.open || content.escaped || field?.getter || field?.maybeGetter) return true;
  const mayLack = field?.presence !== "always" && optionsOf(values).some(isUndefined);
  return mayLack || (field !== undefined && optionsOf(field.value).some((option) => isPartOf(option, values)));
}

/** Assumes that an expression's value is truthy, or that it is falsy. */
export function narrowTruth(
  program: Program,
  frame: Frame,
  node: TS.Expression,
  value: Abstract,
  truthy: boolean,
): void {
  const predicate: Predicate = (option) => (truthy ? truthOf(program, option) : negate(truthOf(program, option)));
  narrow(
    program,
    frame,
    skipWrappers(program.ts, node),
    value,
    predicate,
    truthy ? { truthy: true, nullish: false } : { truthy: false },
  )();
  const outcome = outcomeOf(program, frame, skipWrappers(program.ts, node));
  if (outcome) apply(truthy ? outcome.whenTrue : outcome.whenFalse);
}
