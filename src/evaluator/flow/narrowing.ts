import type TS from "typescript";
import { type Abstract, type Field, type Frame } from "../domain/domain";
import { findBinding } from "../domain/scope";
import { isPartOf, isUndefined, joinAll, optionsOf, same } from "../domain/values";
import { type Program } from "../program";
import { setField } from "../store/content";
import type { Fact } from "../store/facts";
import { contentOf, update } from "../store/heap";
import { keep, truthOf } from "../store/truth";
import { memberKey } from "../../syntax/private-names";
import { skipWrappers } from "../../syntax/wrappers";
import { outcomeOf } from "./status-conditions";
import { negate } from "./equality";

export type Refinement = () => void;

/** What a condition shows on either side. */
export interface Shown {
  readonly whenTrue: readonly Refinement[];
  readonly whenFalse: readonly Refinement[];
}

export type Predicate = (option: Abstract) => boolean | undefined;

/** An expression in a condition, with its value. */
export interface Subject {
  readonly node: TS.Expression;
  readonly value: Abstract;
}

export function apply(refinements: readonly Refinement[]): void {
  for (const refine of refinements) refine();
}

/** @returns a function that narrows the variable or member that an expression names, and its value. */
export function narrow(
  program: Program,
  frame: Frame,
  { node, value }: Subject,
  predicate: Predicate,
  fact: Fact,
): Refinement {
  return () => {
    for (const option of optionsOf(value))
      if (option.kind === "unknown" && optionsOf(value).length === 1) program.pass.facts.learn(option.identity, fact);
    const kept = keep(value, predicate);
    if (kept === value) return;
    replace(program, frame, skipWrappers(program.ts, node), value, kept);
  };
}

/** @returns a function that narrows an expression to its truthy values, or to its falsy ones. */
export function narrowTo(program: Program, frame: Frame, subject: Subject, truth: "truthy" | "falsy"): Refinement {
  return truth === "truthy"
    ? narrow(program, frame, subject, (option) => truthOf(program, option), { truthy: true, nullish: false })
    : narrow(program, frame, subject, (option) => negate(truthOf(program, option)), { truthy: false });
}

/** Narrows, on this path, the variable or member that an expression names. */
export function replace(program: Program, frame: Frame, node: TS.Expression, before: Abstract, after: Abstract): void {
  const { ts } = program;
  if (ts.isIdentifier(node)) {
    const slot = findBinding(frame.scope, node.text)?.slot;
    if (slot) program.pass.visibility.refine(slot, before, after);
    return;
  }
  if (!ts.isPropertyAccessExpression(node)) return;
  const { expression: owner } = node;
  const key = memberKey(ts, node.name);
  const slot = ts.isIdentifier(owner) ? findBinding(frame.scope, owner.text)?.slot : undefined;
  const held = owner.kind === ts.SyntaxKind.ThisKeyword ? frame.self : slot?.value;
  if (slot && held?.kind === "alternatives") {
    const kept = held.options.filter((option) => mayHold(program, option, key, after));
    if (kept.length > 0 && kept.length < held.options.length)
      program.pass.visibility.refine(slot, held, joinAll(kept, held.place));
  } else {
    replaceMember(program, held, key, before, after);
  }
}

function replaceMember(
  program: Program,
  owner: Abstract | undefined,
  key: string,
  before: Abstract,
  after: Abstract,
): void {
  if (owner?.kind !== "reference") return;
  const { cell } = owner;
  const content = contentOf(program, cell);
  const field = content.fields.get(key);
  if (!field || field.getter) return;
  const isSure = field.presence === "always";
  if (isSure ? !same(field.value, before) : !optionsOf(before).some(isUndefined)) return;
  const values = optionsOf(after);
  const defined = isSure ? values : values.filter((option) => !isUndefined(option));
  if (defined.length === 0) return;
  const presence = isSure || defined.length === values.length ? "always" : "maybe";
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
export function assumeTruth(program: Program, frame: Frame, subject: Subject, truth: "truthy" | "falsy"): void {
  narrowTo(program, frame, subject, truth)();
  const outcome = outcomeOf(program, frame, skipWrappers(program.ts, subject.node));
  if (outcome) apply(truth === "truthy" ? outcome.whenTrue : outcome.whenFalse);
}
