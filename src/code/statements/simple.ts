import type TS from "typescript";
import { leaveWith } from "../functions/body-ends";
import { capture } from "../versions/environment";
import { addVersion, evaluate, implied, startOf, type Build, type Target } from "../versions/state";
import { assign, bindingOf, sharedVariable } from "../versions/variables";
import { classValue, hasModifier } from "../functions/classes";
import { declarePattern } from "../expressions/patterns";
import { typeOf } from "../types/type-nodes";
import { executeAll } from "./execute";
import { readGlobal } from "../versions/variables";
import type { ValueId } from "../graph";

/** Statements without branches, and jumps. */

export function variableStatement(build: Build, node: TS.VariableStatement): void {
  const isAmbient = hasModifier(build.ts, node, build.ts.SyntaxKind.DeclareKeyword);
  declareList(build, node.declarationList, isAmbient);
}

export function declareList(
  build: Build,
  { declarations, flags }: TS.VariableDeclarationList,
  isAmbient = false,
): void {
  const { ts } = build;
  const isLexical = (flags & ts.NodeFlags.BlockScoped) !== 0;
  for (const each of declarations) {
    const { initializer, name } = each;
    if (isAmbient && ts.isIdentifier(name)) declareAs(build, each, readGlobal(build, name.text, name));
    else if (initializer) declareAs(build, each, evaluate(build, initializer));
    else if (isLexical) declareAs(build, each, implied(build, undefined, each));
    else if (each.type) noteType(build, each);
  }
}

/** Declares a variable with a value and its declared type. */
export function declareAs(build: Build, node: TS.VariableDeclaration, value: ValueId): void {
  if (!node.type) {
    declarePattern(build, node.name, value);
    return;
  }
  const type = typeOf(build, node.type);
  const start = startOf(build, node.initializer ?? node.name);
  const end = (node.initializer ?? node.name).end;
  const about = { value, type, how: "declared" as const };
  const typed = addVersion(
    build,
    { kind: "typed", in: build.fn.id, start, end, depends: 0, ...about },
    value,
    node.initializer ?? node,
  );
  declarePattern(build, node.name, typed);
  noteType(build, node, type);
}

function noteType(build: Build, node: TS.VariableDeclaration, known?: number): void {
  const { ts } = build;
  if (!node.type || !ts.isIdentifier(node.name)) return;
  const binding = bindingOf(build, node.name);
  if (!binding) return;
  const type = known ?? typeOf(build, node.type);
  build.bindingTypes.set(binding.index, type);
  const variable = sharedVariable(build, binding);
  if (variable) variable.type = type;
}

export function block(build: Build, node: TS.Block): void {
  executeAll(build, node.statements);
}

export function returnStatement(build: Build, node: TS.ReturnStatement): void {
  leaveWith(build, node.expression ? evaluate(build, node.expression) : implied(build, undefined, node));
}

export function throwStatement(build: Build, node: TS.ThrowStatement): void {
  evaluate(build, node.expression);
  build.dead = true;
}

export function breakStatement(build: Build, { label }: TS.BreakStatement): void {
  const target = build.fn.targets.findLast((each) =>
    label ? each.labels.includes(label.text) : each.kind !== "block",
  );
  if (target) jump(build, target, target.breaks);
  build.dead = true;
}

export function continueStatement(build: Build, { label }: TS.ContinueStatement): void {
  const target = build.fn.targets.findLast(
    (each) => each.kind === "loop" && (!label || each.labels.includes(label.text)),
  );
  if (target) jump(build, target, target.continues);
  build.dead = true;
}

function jump(build: Build, target: Target, to: Target["breaks"]): void {
  to.push(capture(build, target.mark));
}

export function classDeclaration(build: Build, node: TS.ClassDeclaration): void {
  if (hasModifier(build.ts, node, build.ts.SyntaxKind.DeclareKeyword)) return;
  const binding = node.name && bindingOf(build, node.name);
  const value = classValue(build, node, (made) => {
    if (binding) assign(build, binding, made);
  });
  build.declared.set(node, value);
}
