import type TS from "typescript";
import { scalar, unknown } from "../domain/constructors";
import { type Abstract, type Frame } from "../domain/domain";
import { declare, findBinding } from "../domain/scope";
import { type Program } from "../program";
import { hoistedBlock } from "../../syntax/bindings/hoisting";
import { type Completion } from "../domain/completion";

export function declareBlock(program: Program, frame: Frame, nodes: readonly TS.Statement[], owner: TS.Node): void {
  const hoisted = hoistedBlock(program.ts, owner, nodes);
  for (const name of hoisted.lexical) declare(program, frame.scope, name.text, name);
  for (const node of hoisted.functions) {
    const name = node.name?.text ?? "default";
    const closure = program.steps.classes.closure(program, frame, node);
    declare(program, frame.scope, name, node.name ?? node, closure);
  }
}

export function assignName(program: Program, frame: Frame, name: TS.Identifier, value: Abstract): void {
  const binding = findBinding(frame.scope, name.text);
  if (binding) program.state.write(binding.slot, value);
}

/** @returns a completion where an initialiser never completes. */
export function variableDeclarations(
  program: Program,
  frame: Frame,
  list: TS.VariableDeclarationList,
): Completion | undefined {
  const { ts } = program;
  for (const each of list.declarations) {
    const lexical = (list.flags & ts.NodeFlags.BlockScoped) !== 0;
    if (!each.initializer) {
      if (lexical && ts.isIdentifier(each.name)) {
        const place = program.place(frame, each.name);
        const ambient = (ts.getCombinedModifierFlags(each) & ts.ModifierFlags.Ambient) !== 0;
        const value = ambient
          ? (program.steps.types.declaredValue(program, frame, each, place) ??
            unknown(`\`${each.name.text}\``, place, { origin: { trail: [each.name.text] }, typed: each }))
          : scalar(undefined, place);
        assignName(program, frame, each.name, value);
      }
      continue;
    }
    const { initializer } = each;
    const value = program.steps.expression(program, frame, initializer);
    program.steps.bind(program, frame, each.name, program.steps.types.annotated(program, value, each));
    if (value.kind === "never") return { kind: "throw" };
  }
  return undefined;
}
