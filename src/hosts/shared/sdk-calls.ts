import type TS from "typescript";
import { knowsModule } from "../../request/library";
import { walk } from "../../syntax/walk";

/** Packages that say in their names that they are the client of an API. */
const apiPackage =
  /^(?:@[\w.-]+\/)?(?:[\w.]+-)*(?:api|sdk|client)(?:-[\w.]+)*(?:\/|$)|^@(?:aws-sdk|google-cloud|azure|kubernetes)\//u;

/** These say so as well, and are none, or none of REST: databases, metrics, sockets, GraphQL, renderers, tests, build tools. */
const otherPackage =
  /^(?:node:|@?prisma|@types\/|@apollo\/|@tanstack\/|@trpc\/|@testing-library\/|@opentelemetry\/|@modelcontextprotocol\/|@vite|@sentry\/|@redis|@?urql|@storybook\/|(?:vite|next|react|socket\.io|prom|redis|pg|mongodb|graphql|openapi|swagger|mqtt|ws|client|api|sdk)(?:[-./]|$))/u;

/** Calls of one package's client. */
export interface SdkCalls {
  readonly package: string;
  readonly count: number;
}

/**
 * Finds the calls of clients of APIs that nobody follows here: what they send is in their packages. A call counts if it is awaited, and its
 * receiver is an export of a package or came from one.
 *
 * @param isFollowed whether a specifier leads to a file of the project.
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
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) {
      const owner = madeOf(ts, node.initializer, owners);
      if (owner !== undefined) owners.set(node.name.text, owner);
    }
    if (ts.isCallExpression(node) && ts.isAwaitExpression(node.parent)) {
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

function madeOf(ts: typeof TS, node: TS.Expression, owners: ReadonlyMap<string, string>): string | undefined {
  const made = ts.isAwaitExpression(node) ? undefined : node;
  if (!made || !(ts.isNewExpression(made) || ts.isCallExpression(made))) return undefined;
  return ownerOf(ts, made.expression, owners);
}

/** @returns the package of the name with which an expression begins. */
function ownerOf(ts: typeof TS, node: TS.Expression, owners: ReadonlyMap<string, string>): string | undefined {
  let first = node;
  while (
    ts.isPropertyAccessExpression(first) ||
    ts.isCallExpression(first) ||
    ts.isNewExpression(first) ||
    ts.isNonNullExpression(first)
  )
    first = first.expression;
  return ts.isIdentifier(first) ? owners.get(first.text) : undefined;
}
