import type { ClassId, FileCode, FunctionId, TypeId, ValueId, VariableId } from "../../code/graph";
import type { DeclaredType, TypeNode } from "../../code/types";
import { addTo } from "../../text/groups";

/** What a type annotation describes. */
export type Typed =
  | { readonly kind: "value"; readonly value: ValueId }
  | { readonly kind: "result"; readonly function: FunctionId }
  | { readonly kind: "variable"; readonly variable: VariableId }
  | { readonly kind: "field"; readonly class: ClassId; readonly key: string | undefined }
  | { readonly kind: "type"; readonly type: DeclaredType };

/** A use of a type's name, within an annotation. */
export interface TypeUse {
  readonly name: readonly string[];
  readonly within: FunctionId;
  readonly of: Typed;
  /** The key under which the annotated thing holds a value of the type; undefined if it is one itself. */
  readonly key: string | undefined;
  /** The thing has the type of this member of the named type: `Type["key"]`. */
  readonly member: string | undefined;
  /** The name is that of a value: `typeof x`. */
  readonly isValue: boolean;
}

/** Types with the members of their first type argument. */
const wrappers = new Set([
  ...["Promise", "Awaited", "Readonly", "Partial", "Required", "NonNullable", "Pick", "Omit", "Exclude", "Extract"],
  ...["Ref", "ComputedRef", "ShallowRef", "MutableRefObject", "RefObject", "Observable", "InjectionKey", "Context"],
  ...["InstanceType", "ReturnType", "PromiseLike", "Provider", "InjectionToken"],
]);

/** Types whose elements have the type of their last type argument. */
const collections = new Set([
  ...[
    "Array",
    "ReadonlyArray",
    "Set",
    "ReadonlySet",
    "Map",
    "ReadonlyMap",
    "Record",
    "WeakMap",
    "Iterable",
    "AsyncIterable",
  ],
]);

/** Bound on nested types. */
const deepest = 6;

/** @returns the uses of types in a file, by the last part of their names, and by the exported name of a renamed import. */
export function typeUsesIn(code: FileCode): ReadonlyMap<string, readonly TypeUse[]> {
  const reader = new Reader(code);
  for (const [value, node] of code.values.entries())
    for (const type of typesOf(node)) reader.read(type, { within: node.in, of: { kind: "value", value } });
  for (const [id, { returnType }] of code.functions.entries())
    if (returnType !== undefined) reader.read(returnType, { within: id, of: { kind: "result", function: id } });
  for (const [id, { type, in: within }] of code.variables.entries())
    if (type !== undefined) reader.read(type, { within, of: { kind: "variable", variable: id } });
  for (const [id, { members, in: within }] of code.classes.entries())
    for (const { type, key } of members) {
      const of = { kind: "field", class: id, key: typeof key === "string" ? key : undefined } as const;
      if (type !== undefined) reader.read(type, { within, of });
    }
  for (const type of code.declaredTypes)
    for (const each of [type.type, ...type.extends]) reader.read(each, { within: type.in, of: { kind: "type", type } });
  return reader.uses;
}

function typesOf(node: FileCode["values"][number]): readonly TypeId[] {
  if (node.kind === "call") return node.typeArguments;
  return (node.kind === "typed" || node.kind === "parameter") && node.type !== undefined ? [node.type] : none;
}

const none: readonly TypeId[] = [];

class Reader {
  readonly uses = new Map<string, TypeUse[]>();
  readonly #code: FileCode;

  constructor(code: FileCode) {
    this.#code = code;
  }

  read(type: TypeId, use: Pick<TypeUse, "within" | "of">): void {
    this.#read(type, { ...use, key: undefined, member: undefined }, 0);
  }

  #read(type: TypeId, use: Omit<TypeUse, "name" | "isValue">, depth: number): void {
    const node = this.#code.types[type];
    if (!node || depth > deepest) return;
    if (node.kind === "name" || node.kind === "typeof")
      this.#note({ ...use, name: node.name, isValue: node.kind === "typeof" });
    const member = node.kind === "indexed" ? (use.member ?? node.key) : use.member;
    for (const inner of partsOf(node)) this.#read(inner.type, { ...use, key: inner.key ?? use.key, member }, depth + 1);
  }

  #note(use: TypeUse): void {
    const [first = ""] = use.name;
    this.#add(use.name.at(-1) ?? first, use);
    const bound = use.name.length === 1 ? this.#code.imports.find(({ local }) => local === first) : undefined;
    if (bound && bound.name !== first) this.#add(bound.name, use);
  }

  #add(name: string, use: TypeUse): void {
    addTo(this.uses, name, use);
  }
}

interface Part {
  readonly type: TypeId;
  /** The key under which the whole holds a value of the type; absent if the whole may be one itself. */
  readonly key?: string;
}

function partsOf(node: TypeNode): readonly Part[] {
  switch (node.kind) {
    case "name":
      return argumentsOf(node.name.at(-1) ?? "", node.arguments);
    case "array":
      return [{ type: node.of }];
    case "tuple":
      return node.of.map((type) => ({ type }));
    case "union":
    case "intersection":
      return node.of.map((type) => ({ type }));
    case "object":
      return node.members.flatMap(({ type, key }) => (type === undefined ? [] : { type, key }));
    case "indexed":
      return [{ type: node.of }];
    case "function":
      return node.returns === undefined ? [] : [{ type: node.returns }];
    default:
      return [];
  }
}

function argumentsOf(name: string, given: readonly TypeId[]): readonly Part[] {
  if (wrappers.has(name)) return given.slice(0, 1).map((type) => ({ type }));
  return collections.has(name) ? given.slice(-1).map((type) => ({ type })) : [];
}
