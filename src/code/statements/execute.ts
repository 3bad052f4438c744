import type TS from "typescript";
import { functionValue } from "../functions/make";
import { hasModifier } from "../functions/classes";
import { item } from "../item";
import { typeOf } from "../types/type-nodes";
import { addVersion, type Build } from "../versions/state";
import { assign, bindingOf, readGlobal } from "../versions/variables";
import { skip } from "../versions/skipped";

/** Bound on nested statements: no handwritten file is deeper, and the stack of every host suffices for it. */
export const deepest = 400;

/** Walks a list of statements. Function declarations are hoisted. */
export function executeAll(build: Build, statements: readonly TS.Statement[]): void {
  hoist(build, statements);
  for (const each of statements) {
    if (build.dead) return;
    execute(build, each);
  }
}

function hoist(build: Build, statements: readonly TS.Statement[]): void {
  const { ts } = build;
  const kind = ts.SyntaxKind.FunctionDeclaration;
  for (const each of statements) {
    if (each.kind !== kind) continue;
    const declaration = each as TS.FunctionDeclaration;
    if (!declaration.body) {
      declareAmbient(build, declaration);
      continue;
    }
    const value = functionValue(build, declaration);
    const binding = declaration.name && bindingOf(build, declaration.name);
    if (binding) assign(build, binding, value);
    build.declared.set(declaration, value);
  }
}

/** An ambient function is a global; its type says what it returns. */
function declareAmbient(build: Build, node: TS.FunctionDeclaration): void {
  const { ts } = build;
  const { name } = node;
  const binding = name && bindingOf(build, name);
  if (!binding || !hasModifier(ts, node, ts.SyntaxKind.DeclareKeyword)) return;
  const known = readGlobal(build, name.text, name);
  const returns = node.type && typeOf(build, node.type);
  const type = build.types.length;
  build.types.push({ kind: "function", ...(returns !== undefined && { returns }) });
  const { start, end } = item(build.values, known);
  const about = { value: known, type, how: "declared" as const };
  const value = addVersion(build, { kind: "typed", in: build.fn.id, start, end, depends: 0, ...about }, known, node);
  assign(build, binding, value);
  build.declared.set(node, value);
}

/** Walks a statement. */
export function execute(build: Build, node: TS.Statement): void {
  const walker = build.walkers.statements[node.kind] as ((build: Build, node: TS.Statement) => void) | undefined;
  if (!walker) return;
  if (build.depth > deepest) {
    build.isWhole = false;
    skip(build, node);
    return;
  }
  build.depth += 1;
  walker(build, node);
  build.depth -= 1;
}
