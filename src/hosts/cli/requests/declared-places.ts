import type TS from "typescript";
import { walk } from "../../../syntax/walk";
import type { Places } from "../../shared/calls/forms";

/** Declared parameters of functions, methods and signatures. Their names tell the meaning of arguments. */
export interface Signatures {
  /** By function name. */
  readonly functions: Map<string, readonly Parameter[][]>;
  /** Member names of interfaces and type literals, by type name. */
  readonly types: Map<string, readonly string[]>;
}

interface Parameter {
  readonly name: string;
  /** The members of its type, if the type is written inline. */
  readonly members?: readonly string[];
  /** The name of its type. */
  readonly type?: string;
}

type Part = "body" | "headers" | "query";

const partNames: Readonly<Record<Part, RegExp>> = {
  body: /^(?:body|data|payload|json)$|(?:Body|Payload)$/u,
  headers: /headers$/iu,
  query: /^(?:query|queryParams|searchParams|qs)$/u,
};

const memberNames: Readonly<Record<Part, RegExp>> = {
  body: /^(?:body|data|json)$/u,
  headers: /^headers$/u,
  query: /^(?:query|params|searchParams|qs)$/u,
};

/** Limit of members of a type and of functions with one name; more would be ambiguous. */
const most = 100;

/** @returns empty signatures. */
export function noSignatures(): Signatures {
  return { functions: new Map(), types: new Map() };
}

/** Adds the declarations of a file. */
export function noteSignatures(ts: typeof TS, file: TS.SourceFile, { functions, types }: Signatures): void {
  walk(ts, file, {}, (node, outer) => {
    const declared = declaredFunction(ts, node);
    if (declared) {
      const known = functions.get(declared.name) ?? [];
      if (known.length < most)
        functions.set(declared.name, [...known, declared.parameters.map((each) => describe(ts, each))]);
    }
    if (ts.isInterfaceDeclaration(node)) types.set(node.name.text, namesOf(ts, node.members));
    if (ts.isTypeAliasDeclaration(node) && ts.isTypeLiteralNode(node.type))
      types.set(node.name.text, namesOf(ts, node.type.members));
    return outer;
  });
}

function declaredFunction(
  ts: typeof TS,
  node: TS.Node,
): { readonly name: string; readonly parameters: readonly TS.ParameterDeclaration[] } | undefined {
  if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) || ts.isMethodSignature(node)) {
    const { name, parameters } = node;
    return name && "text" in name ? { name: name.text, parameters: [...parameters] } : undefined;
  }
  const isHolder =
    ts.isVariableDeclaration(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isPropertyAssignment(node) ||
    ts.isPropertySignature(node);
  if (!isHolder || !("text" in node.name)) return undefined;
  const value = "initializer" in node ? node.initializer : undefined;
  const type = "type" in node ? node.type : undefined;
  const written = [value, type].find(
    (each): each is TS.ArrowFunction | TS.FunctionExpression | TS.FunctionTypeNode =>
      each !== undefined && (ts.isArrowFunction(each) || ts.isFunctionExpression(each) || ts.isFunctionTypeNode(each)),
  );
  return written && { name: node.name.text, parameters: [...written.parameters] };
}

function describe(ts: typeof TS, { name, type }: TS.ParameterDeclaration): Parameter {
  if (ts.isObjectBindingPattern(name))
    return { name: "", members: name.elements.map((each) => (each.propertyName ?? each.name).getText()) };
  return {
    name: ts.isIdentifier(name) ? name.text : "",
    ...(type && ts.isTypeLiteralNode(type) && { members: namesOf(ts, type.members) }),
    ...(type && ts.isTypeReferenceNode(type) && ts.isIdentifier(type.typeName) && { type: type.typeName.text }),
  };
}

function namesOf(ts: typeof TS, members: readonly TS.TypeElement[]): readonly string[] {
  return members.slice(0, most).flatMap(({ name }) => (name && ts.isIdentifier(name) ? [name.text] : []));
}

/**
 * @param places the places of the request's parts that the calls themselves show.
 * @returns these places, completed by the declarations of functions with the called name, where they agree.
 */
export function withDeclared(callee: string, places: Places, { functions, types }: Signatures): Places {
  const after = typeof places.path === "number" ? places.path + 1 : undefined;
  const name = callee.split(".").at(-1) ?? "";
  const found = (functions.get(name) ?? [])
    .filter((parameters) => after !== undefined && parameters.length >= after)
    .map((parameters) => partsOf(parameters, after ?? 0, types))
    .filter((parts) => Object.keys(parts).length > 0);
  const declared: Partial<Record<Part, string | number>> = {};
  for (const part of ["body", "headers", "query"] as const) {
    const said = new Set(found.flatMap((parts) => parts[part] ?? []));
    const [only] = said;
    if (said.size === 1 && only !== undefined) declared[part] = only;
  }
  if (typeof places.method === "string" && /^(?:GET|HEAD)$/u.test(places.method)) delete declared.body;
  return { ...places, ...declared, ...keep(places, declared) };
}

/** Keeps a place that the calls show, unless it is an argument and the declaration names a member of it. */
function keep(places: Places, declared: Readonly<Partial<Record<Part, string | number>>>): object {
  return Object.fromEntries(
    (["body", "headers", "query"] as const).flatMap((part) => {
      const [shown, said] = [places[part], declared[part]];
      if (shown === undefined) return [];
      const isMember = typeof said === "string" && said.startsWith(`${shown}.`);
      return isMember ? [] : [[part, shown] as const];
    }),
  );
}

function partsOf(
  parameters: readonly Parameter[],
  after: number,
  types: Signatures["types"],
): Partial<Record<Part, string | number>> {
  const parts: Partial<Record<Part, string | number>> = {};
  for (const [index, { name, members, type }] of parameters.entries()) {
    if (index < after) continue;
    const inside = members ?? (type === undefined ? undefined : types.get(type)) ?? [];
    for (const part of ["body", "headers", "query"] as const) {
      if (parts[part] !== undefined) continue;
      const member = inside.find((each) => memberNames[part].test(each));
      if (partNames[part].test(name)) parts[part] = index;
      else if (member !== undefined) parts[part] = `${index}.${member}`;
    }
  }
  return parts;
}
