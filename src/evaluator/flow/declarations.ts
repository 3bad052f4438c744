import type TS from "typescript";
import { scalar, unknown } from "../domain/constructors";
import { type Abstract, type Frame } from "../domain/domain";
import { declare, findBinding } from "../domain/scope";
import { type Machine } from "../machine";
import { hoistedBlock } from "../syntax/bindings/hoisting";
import { type Completion } from "./completion";

export function declareBlock(machine: Machine, frame: Frame, nodes: readonly TS.Statement[], owner: TS.Node): void {
  const hoisted = hoistedBlock(machine.ts, owner, nodes);
  for (const name of hoisted.lexical) declare(machine, frame.scope, name.text, name);
  for (const node of hoisted.functions) {
    const name = node.name?.text ?? "default";
    const closure = machine.steps.closure(machine, frame, node);
    declare(machine, frame.scope, name, node.name ?? node, closure);
  }
}

export function assignName(machine: Machine, frame: Frame, name: TS.Identifier, value: Abstract): void {
  const binding = findBinding(frame.scope, name.text);
  if (binding) machine.state.write(binding.slot, value);
}

/** @returns a completion where an initialiser never completes. */
export function variableDeclarations(
  machine: Machine,
  frame: Frame,
  list: TS.VariableDeclarationList,
): Completion | undefined {
  const { ts } = machine;
  for (const each of list.declarations) {
    const lexical = (list.flags & ts.NodeFlags.BlockScoped) !== 0;
    if (!each.initializer) {
      if (lexical && ts.isIdentifier(each.name)) {
        const place = machine.place(frame, each.name);
        const ambient = (ts.getCombinedModifierFlags(each) & ts.ModifierFlags.Ambient) !== 0;
        const value = ambient
          ? (machine.steps.declaredValue(machine, frame, each, place) ??
            unknown(`\`${each.name.text}\``, place, { origin: { trail: [each.name.text] }, typed: each }))
          : scalar(undefined, place);
        assignName(machine, frame, each.name, value);
      }
      continue;
    }
    const { initializer } = each;
    const value = machine.functionNames.during(ts.isIdentifier(each.name) ? each.name.text : undefined, () =>
      machine.steps.expression(machine, frame, initializer),
    );
    machine.steps.bind(machine, frame, each.name, machine.steps.annotated(machine, value, each));
    if (value.kind === "never") return { kind: "throw" };
  }
  return undefined;
}
