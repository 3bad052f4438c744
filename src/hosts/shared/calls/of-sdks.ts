import type TS from "typescript";
import { knowsModule } from "../../../request/library";
import { isPromiseMethod } from "../../../syntax/built-ins";
import { walk } from "../../../syntax/walk";

/** Names of packages that state to be the client of an API. */
const apiPackage =
  /^(?:@[\w.-]+\/)?(?:[\w.]+-)*(?:api|sdk|client)(?:-[\w.]+)*(?:\/|$)|^@(?:aws-sdk|google-cloud|azure|kubernetes)\//u;

/**
 * Packages with such a name that are not clients of REST APIs: databases, metrics, sockets, GraphQL, renderers, tests,
 * build tools.
 */
const otherPackage =
  /^(?:node:|@?prisma|@types\/|@apollo\/|@tanstack\/|@trpc\/|@testing-library\/|@opentelemetry\/|@modelcontextprotocol\/|@vite|@sentry\/|@redis|@?urql|@storybook\/|(?:vite|next|react|socket\.io|prom|redis|pg|mongodb|graphql|openapi|swagger|mqtt|ws|client|api|sdk)(?:[-./]|$))/u;

/** The calls of one package's client. */
export interface SdkCalls {
  readonly package: string;
  readonly count: number;
}

/**
 * Finds calls of API clients that send their requests inside their packages, where the analysis does not follow. A call
 * counts if it is awaited, returned or followed by `then`, and its receiver is an export of a package or was created by
 * one.
 *
 * @param isFollowed whether a specifier resolves to a file of the project.
 */
export function findSdkCalls(
  ts: typeof TS,
  file: TS.SourceFile,
  isFollowed: (specifier: string) => boolean = () => false,
): readonly SdkCalls[] {
  const owners = importedNames(ts, file, isFollowed);
  if (owners.size === 0) return [];
  const counts = new Map<string, number>();
  walk(ts, file, {}, (node, outer) => {
    const made = makingOf(ts, node);
    const maker = made && madeOf(ts, made.value, owners);
    if (made && maker !== undefined) owners.set(made.name, maker);
    if (ts.isCallExpression(node) && isWaitedFor(ts, node)) {
      const owner = ownerOf(ts, node.expression, owners);
      if (owner !== undefined) counts.set(owner, (counts.get(owner) ?? 0) + 1);
    }
    return outer;
  });
  return [...counts].map(([name, count]) => ({ package: name, count }));
}

function importedNames(
  ts: typeof TS,
  { statements }: TS.SourceFile,
  isFollowed: (specifier: string) => boolean,
): Map<string, string> {
  const owners = new Map<string, string>();
  for (const statement of statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const { text } = statement.moduleSpecifier;
    const clause = statement.importClause;
    if (!clause || !isUnknownClient(text) || isFollowed(text)) continue;
    const { name, namedBindings } = clause;
    if (name) owners.set(name.text, text);
    if (namedBindings && ts.isNamespaceImport(namedBindings)) owners.set(namedBindings.name.text, text);
    else if (namedBindings) for (const each of namedBindings.elements) owners.set(each.name.text, text);
  }
  return owners;
}

function isUnknownClient(specifier: string): boolean {
  return apiPackage.test(specifier) && !otherPackage.test(specifier) && !knowsModule(specifier);
}

/** @returns the name to which a node assigns a value: a variable, or `this.name` for a field. */
function makingOf(ts: typeof TS, node: TS.Node): { readonly name: string; readonly value: TS.Expression } | undefined {
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
    const name = nameOf(ts, node.left);
    return name === undefined ? undefined : { name, value: node.right };
  }
  if (!(ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node)) || !node.initializer) return undefined;
  if (ts.isObjectBindingPattern(node.name) || ts.isArrayBindingPattern(node.name)) return undefined;
  const name = node.name.getText();
  return { name: ts.isPropertyDeclaration(node) ? `this.${name}` : name, value: node.initializer };
}

/** @returns the name of a variable, or `this.name`. */
function nameOf(ts: typeof TS, node: TS.Expression): string | undefined {
  if (ts.isIdentifier(node)) return node.text;
  const isOwn = ts.isPropertyAccessExpression(node) && node.expression.kind === ts.SyntaxKind.ThisKeyword;
  return isOwn ? `this.${node.name.text}` : undefined;
}

/** Methods that create something without sending a request, or that continue a promise. */
const making = /^(?:make|create|build|new|from|for|with|load|configure|init|then|catch|finally)(?![a-z])/u;

/** Whether a call is used like one that returns a promise. */
function isWaitedFor(ts: typeof TS, { parent, expression }: TS.CallExpression): boolean {
  if (ts.isAwaitExpression(parent)) return true;
  if (ts.isPropertyAccessExpression(parent)) return isPromiseMethod(parent.name.text);
  if (!ts.isReturnStatement(parent) && !ts.isArrowFunction(parent)) return false;
  return ts.isPropertyAccessExpression(expression) && !making.test(expression.name.text);
}

function madeOf(ts: typeof TS, node: TS.Expression, owners: ReadonlyMap<string, string>): string | undefined {
  const made = ts.isAwaitExpression(node) ? undefined : node;
  if (!made || !(ts.isNewExpression(made) || ts.isCallExpression(made))) return undefined;
  return ownerOf(ts, made.expression, owners);
}

/** @returns the package from which the first name of an expression comes. */
function ownerOf(ts: typeof TS, node: TS.Expression, owners: ReadonlyMap<string, string>): string | undefined {
  let first = node;
  while (
    ts.isPropertyAccessExpression(first) ||
    ts.isCallExpression(first) ||
    ts.isNewExpression(first) ||
    ts.isNonNullExpression(first)
  ) {
    const owner = owners.get(nameOf(ts, first) ?? "");
    if (owner !== undefined) return owner;
    first = first.expression;
  }
  return ts.isIdentifier(first) ? owners.get(first.text) : undefined;
}
