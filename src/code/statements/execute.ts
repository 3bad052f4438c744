import type TS from "typescript";
import { functionValue } from "../functions/make";
import type { Build } from "../versions/state";
import { assign, bindingOf } from "../versions/variables";
import { skip } from "../versions/skipped";

/** Statements within statements are walked so far: no file that people write is deeper, and the stack of every host holds as much. */
export const deepest = 400;

/** Walks a list of statements. Functions are there before the first of them. */
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
    if (!declaration.body) continue;
    const value = functionValue(build, declaration);
    const binding = declaration.name && bindingOf(build, declaration.name);
    if (binding) assign(build, binding, value);
    build.declared.set(declaration, value);
  }
}

/** Walks a statement. */
export function execute(build: Build, node: TS.Statement): void {
  const walker = build.walkers.statements[node.kind] as ((build: Build, node: TS.Statement) => void) | undefined;
  if (!walker) return;
  if (build.depth > deepest) {
    skip(build, node);
    return;
  }
  build.depth += 1;
  walker(build, node);
  build.depth -= 1;
}
