import type TS from "typescript";
import { whereHolds } from "../expressions/branches";
import type { ValueId } from "../graph";
import { add, evaluate, implied, startOf, type Build } from "../versions/state";
import { bindingOf } from "../versions/variables";

/** Assertion calls return only if a condition holds, so code after them may rely on it. */

/** What an assertion tests of an argument: `truth`, or `presence` (not nullish). */
interface Assertion {
  readonly parameter: number;
  readonly asks: "truth" | "presence";
}

const truth: Assertion = { parameter: 0, asks: "truth" };

/** Names of functions, in packages and projects alike, that throw unless their first argument is truthy. */
const asserting = /^(?:assert|invariant)$/u;

/** Packages whose default export is an assertion function. */
const packages = /^(?:(?:node:)?assert(?:\/strict)?|tiny-invariant|invariant|ts-invariant|power-assert)$/u;

export function expressionStatement(build: Build, { expression }: TS.ExpressionStatement): void {
  const value = evaluate(build, expression);
  if (!build.ts.isCallExpression(expression)) return;
  const assertion = assertionOf(build, expression.expression);
  const node = build.values[value];
  const given = assertion && expression.arguments[assertion.parameter];
  const held = assertion && node?.kind === "call" ? node.arguments[assertion.parameter] : undefined;
  if (!given || !held || node?.kind !== "call" || node.arguments.some(({ spread }) => spread)) return;
  // The call may have changed its argument; code after it reads the new version.
  const asked = isRead(build, given) ? evaluate(build, given) : held.value;
  const condition = assertion.asks === "truth" ? asked : notNullish(build, asked, given);
  whereHolds(build, condition, true, given);
}

function isRead({ ts }: Build, node: TS.Expression): boolean {
  let current = node;
  while (ts.isPropertyAccessExpression(current)) current = current.expression;
  return ts.isIdentifier(current) || current.kind === ts.SyntaxKind.ThisKeyword;
}

function notNullish(build: Build, value: ValueId, node: TS.Expression): ValueId {
  const place = { in: build.fn.id, start: startOf(build, node), end: node.end, depends: 0 };
  const operands = [value, implied(build, undefined, node)];
  return add(build, { kind: "operation", ...place, operator: "!=", operands }, node);
}

function assertionOf(build: Build, callee: TS.Expression): Assertion | undefined {
  const { ts } = build;
  if (ts.isIdentifier(callee)) return ofName(build, callee);
  const isOk = ts.isPropertyAccessExpression(callee) && callee.name.text === "ok" && ts.isIdentifier(callee.expression);
  return isOk && ofName(build, callee.expression) === truth ? truth : undefined;
}

function ofName(build: Build, name: TS.Identifier): Assertion | undefined {
  const binding = bindingOf(build, name);
  if (!binding) return undefined;
  const { imported, own } = assertionsIn(build, name.getSourceFile());
  return binding.kind === "import" ? (imported.has(name.text) ? truth : undefined) : own.get(name.text);
}

/** A file's assertion functions, by their local names. */
interface Assertions {
  readonly imported: ReadonlySet<string>;
  readonly own: ReadonlyMap<string, Assertion>;
}

const known = new WeakMap<TS.SourceFile, Assertions>();

function assertionsIn(build: Build, file: TS.SourceFile): Assertions {
  let found = known.get(file);
  if (!found) known.set(file, (found = { imported: importedBy(build, file), own: declaredBy(build, file) }));
  return found;
}

function importedBy({ ts }: Build, { statements }: TS.SourceFile): ReadonlySet<string> {
  const names = new Set<string>();
  for (const each of statements) {
    if (!ts.isImportDeclaration(each) || !ts.isStringLiteral(each.moduleSpecifier)) continue;
    const { name, namedBindings } = each.importClause ?? {};
    if (name && packages.test(each.moduleSpecifier.text)) names.add(name.text);
    if (namedBindings && ts.isNamespaceImport(namedBindings) && packages.test(each.moduleSpecifier.text))
      names.add(namedBindings.name.text);
    if (namedBindings && ts.isNamedImports(namedBindings))
      for (const { name: local, propertyName } of namedBindings.elements)
        if (asserting.test((propertyName ?? local).text)) names.add(local.text);
  }
  return names;
}

/** @returns the file's own functions declared with `asserts x`. */
function declaredBy(build: Build, file: TS.SourceFile): ReadonlyMap<string, Assertion> {
  const { ts } = build;
  const found = new Map<string, Assertion>();
  if (!/\basserts\b/u.test(file.text)) return found;
  const note = (name: TS.Node | undefined, code: TS.SignatureDeclarationBase): void => {
    const assertion = assertionBy(build, code);
    if (assertion && name && ts.isIdentifier(name)) found.set(name.text, assertion);
  };
  for (const each of file.statements) {
    if (ts.isFunctionDeclaration(each)) note(each.name, each);
    if (!ts.isVariableStatement(each)) continue;
    for (const { name, type, initializer } of each.declarationList.declarations) {
      if (type && ts.isFunctionTypeNode(type)) note(name, type);
      else if (initializer && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer)))
        note(name, initializer);
    }
  }
  return found;
}

function assertionBy({ ts }: Build, { type, parameters }: TS.SignatureDeclarationBase): Assertion | undefined {
  if (!type || !ts.isTypePredicateNode(type) || !type.assertsModifier || !ts.isIdentifier(type.parameterName))
    return undefined;
  const { text } = type.parameterName;
  const parameter = parameters.findIndex(({ name }) => ts.isIdentifier(name) && name.text === text);
  if (parameter < 0) return undefined;
  return parameter === 0 && !type.type ? truth : { parameter, asks: type.type ? "presence" : "truth" };
}
