import type TS from "typescript";
import type { Abstract, Place } from "../domain/domain";
import type { Program } from "../program";
import { inModule } from "../modules/modules";

/**
 * Finds what the project adds to all strings: `String.prototype.format = function (…) {…}` at the top level of a file, or beneath an `if` there.
 *
 * @returns the function; `undefined` where none is added under that name, or more than one.
 */
export function addedToStrings(program: Program, key: string, place: Place): Abstract | undefined {
  const { added } = program.pass.standIns;
  let known = added.get(key);
  if (known === undefined) added.set(key, (known = program.pass.shared(() => find(program, key)) ?? null));
  return known ? { ...known, place } : undefined;
}

function find(program: Program, key: string): Abstract | undefined {
  const name = `String.prototype.${key}`;
  const files = program.pass.declaring(name);
  const [path] = files;
  const file = path !== undefined && files.length === 1 ? program.pass.sources.file(path) : undefined;
  const found = file ? assigned(program.ts, file.statements, name) : [];
  const [only] = found;
  if (!file || !only || found.length > 1) return undefined;
  return inModule(program, file, ({ frame }) => program.steps.classes.closure(program, frame, only));
}

/** @returns the functions that statements assign to a dotted name. */
function assigned(ts: typeof TS, statements: readonly TS.Statement[], name: string): readonly TS.FunctionExpression[] {
  return statements.flatMap((each): readonly TS.FunctionExpression[] => {
    if (ts.isIfStatement(each)) return assigned(ts, [each.thenStatement], name);
    if (ts.isBlock(each)) return assigned(ts, each.statements, name);
    if (!ts.isExpressionStatement(each) || !ts.isBinaryExpression(each.expression)) return [];
    const { left, right, operatorToken } = each.expression;
    const isAssigned = operatorToken.kind === ts.SyntaxKind.EqualsToken && left.getText() === name;
    return isAssigned && ts.isFunctionExpression(right) ? [right] : [];
  });
}
