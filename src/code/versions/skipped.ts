import type TS from "typescript";
import { markTargets } from "../names/effects";
import { isAssignment, isStep } from "../../syntax/bindings/assignments";
import { opaque, type Build } from "./state";
import { set } from "./environment";
import { assign, bindingOf } from "./variables";
import type { Binding } from "../names/scopes";
import { item } from "../item";

/** Replaces code that is nested too deeply by an opaque value. Variables that it assigns or mentions become opaque, too. */
export function skip(build: Build, node: TS.Node): number {
  const { ts } = build;
  const reason = "nested too deeply";
  const id = opaque(build, reason, [], node);
  const assignedTo = new Set<Binding>();
  const changedBy = new Set<Binding>();
  const pending: TS.Node[] = [node];
  const mark = (identifier: TS.Identifier, bit: number): void => {
    const binding = bindingOf(build, identifier);
    if (binding) (bit === 1 ? assignedTo : changedBy).add(binding);
  };
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (ts.isBinaryExpression(next) ? isAssignment(ts, next) : isStep(ts, next))
      markTargets(ts, ts.isBinaryExpression(next) ? next.left : (next as TS.PrefixUnaryExpression).operand, mark);
    else if (ts.isVariableDeclaration(next)) markName(build, next.name, mark);
    else if (ts.isIdentifier(next)) mark(next, 2);
    ts.forEachChild(next, (child) => void pending.push(child));
  }
  for (const binding of assignedTo) if (binding.kind !== "import") assign(build, binding, id);
  for (const { index } of changedBy) {
    const held = item(build.slots, index);
    if (held < 0) continue;
    const version = opaque(build, reason, [held], node);
    build.roots[version] = item(build.roots, held);
    set(build, build.base + item(build.roots, held), version);
  }
  return id;
}

function markName({ ts }: Build, name: TS.BindingName, mark: (identifier: TS.Identifier, bit: number) => void): void {
  const pending: TS.BindingName[] = [name];
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (ts.isIdentifier(next)) mark(next, 1);
    else for (const each of next.elements) if (!ts.isOmittedExpression(each)) pending.push(each.name);
  }
}
