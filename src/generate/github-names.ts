import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/**
 * Lists the names in the query and body of each GitHub endpoint, from the published types of the API.
 *
 * @param root the package's folder; its `node_modules` contain the types.
 * @returns the text of `src/contract/services/github-names.json`.
 */
export function githubNames(root: string): string {
  const file = join(root, "node_modules/@octokit/openapi-types/types.d.ts");
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest);
  const types = new Types(source);
  const names = types.routes().flatMap(([route, operation]): [string, string][] => {
    const taken = types.namesOf(operation);
    return taken && taken.size > 0 ? [[route, [...taken].sort().join(" ")]] : [];
  });
  return `${JSON.stringify(Object.fromEntries(names.sort(([one], [other]) => (one < other ? -1 : 1))), null, 1)}\n`;
}

type Members = ReadonlyMap<string, ts.TypeNode>;

class Types {
  readonly #interfaces = new Map<string, Members>();

  constructor(source: ts.SourceFile) {
    for (const statement of source.statements)
      if (ts.isInterfaceDeclaration(statement)) this.#interfaces.set(statement.name.text, membersOf(statement));
  }

  /** @returns each route with the type of its operation. */
  routes(): readonly (readonly [route: string, operation: ts.TypeNode])[] {
    const operations = this.#interfaces.get("operations");
    return [...(this.#interfaces.get("paths") ?? [])].flatMap(([path, methods]) =>
      [...literalMembers(methods)].flatMap(([method, type]) => {
        const name = ts.isIndexedAccessTypeNode(type) ? indexOf(type) : undefined;
        const operation = name === undefined ? undefined : operations?.get(name);
        return operation ? [[`${method.toUpperCase()} ${path}`, operation] as const] : [];
      }),
    );
  }

  /** @returns the names of an operation, or `undefined` if the body may have any field. */
  namesOf(operation: ts.TypeNode): ReadonlySet<string> | undefined {
    const parts = literalMembers(operation);
    const query = literalMembers(literalMembers(parts.get("parameters")).get("query"));
    const content = literalMembers(literalMembers(parts.get("requestBody")).get("content"));
    const json = content.get("application/json");
    if (content.size > 0 && !json) return undefined;
    const body = json ? this.#keysOf(json) : new Set<string>();
    return body && new Set([...query.keys(), ...body]);
  }

  #keysOf(type: ts.TypeNode): ReadonlySet<string> | undefined {
    if (ts.isParenthesizedTypeNode(type)) return this.#keysOf(type.type);
    if (ts.isUnionTypeNode(type) || ts.isIntersectionTypeNode(type)) {
      const all = type.types.filter((each) => !isNull(each)).map((each) => this.#keysOf(each));
      return all.includes(undefined) ? undefined : new Set(all.flatMap((each) => [...(each ?? [])]));
    }
    if (ts.isIndexedAccessTypeNode(type)) {
      const [group, name] = [
        ts.isIndexedAccessTypeNode(type.objectType) ? indexOf(type.objectType) : "",
        indexOf(type),
      ];
      const named = literalMembers(this.#interfaces.get("components")?.get(group ?? "")).get(name ?? "");
      return named && this.#keysOf(named);
    }
    if (!ts.isTypeLiteralNode(type) || type.members.some((each) => ts.isIndexSignatureDeclaration(each)))
      return undefined;
    return new Set(membersOf(type).keys());
  }
}

function isNull(type: ts.TypeNode): boolean {
  return ts.isLiteralTypeNode(type) && type.literal.kind === ts.SyntaxKind.NullKeyword;
}

function indexOf({ indexType }: ts.IndexedAccessTypeNode): string | undefined {
  return ts.isLiteralTypeNode(indexType) && ts.isStringLiteral(indexType.literal) ? indexType.literal.text : undefined;
}

function literalMembers(type: ts.TypeNode | undefined): Members {
  return type && ts.isTypeLiteralNode(type) ? membersOf(type) : new Map();
}

function membersOf({ members }: ts.TypeLiteralNode | ts.InterfaceDeclaration): Members {
  return new Map(
    members.flatMap((member): [string, ts.TypeNode][] => {
      if (!ts.isPropertySignature(member) || !member.type) return [];
      const { name } = member;
      return ts.isIdentifier(name) || ts.isStringLiteral(name) ? [[name.text, member.type]] : [];
    }),
  );
}
