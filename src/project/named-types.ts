import type { ClassId, FileCode, FunctionId } from "../code/graph";
import type { DeclaredType, Import } from "../code/types";
import { addTo } from "../text/groups";
import { classOf, type Exported, type ExportedType, type Exports } from "./exports";
import type { ProjectFile } from "./project-file";

/** The meaning of a type's name. */
export type TypeMeaning =
  | { readonly kind: "class"; readonly file: ProjectFile; readonly class: ClassId }
  /** An interface, or an alias of anything but a plain name. */
  | { readonly kind: "declared"; readonly file: ProjectFile; readonly type: DeclaredType }
  /** A type of a package. `namespace` is `calendar_v3` of `calendar_v3.Calendar`. */
  | {
      readonly kind: "package";
      readonly specifier: string;
      readonly name: string;
      readonly namespace: string | undefined;
      readonly from: ProjectFile;
    }
  /** A type parameter of a function or class around the use. */
  | { readonly kind: "parameter" }
  /** A type that the file neither imports nor declares: one of the language or the platform. */
  | { readonly kind: "global"; readonly name: string; readonly namespace: string | undefined };

/** Resolves the names of types, through aliases. */
export class NamedTypes {
  readonly #exports: Exports;

  constructor(exports: Exports) {
    this.#exports = exports;
  }

  /** @returns the meaning of a name in the scope of a function; undefined if the type cannot be found. */
  of(file: ProjectFile, name: readonly string[], within: FunctionId): TypeMeaning | undefined {
    let meaning = this.#named(file, name, within);
    for (let left = mostAliases; left > 0 && meaning?.kind === "declared"; left -= 1) {
      const { file: declaring, type } = meaning;
      const aliased = type.kind === "alias" ? declaring.code.types[type.type] : undefined;
      if (aliased?.kind !== "name" || aliased.arguments.length > 0) break;
      if (aliased.name.length === 1 && type.parameters.includes(aliased.name[0] ?? "")) break;
      const next = this.#named(declaring, aliased.name, type.in);
      if (!next || isSame(next, meaning)) break;
      meaning = next;
    }
    return meaning;
  }

  #named(file: ProjectFile, name: readonly string[], within: FunctionId): TypeMeaning | undefined {
    const [first = "", ...rest] = name;
    const own = rest.length === 0 ? declaredIn(file, first, within) : undefined;
    if (own) return own;
    const bound = namesIn(file.code).imported.get(first);
    if (bound) return this.#imported(file, bound, rest);
    return { kind: "global", name: rest.at(-1) ?? first, namespace: rest.length > 0 ? name.at(-2) : undefined };
  }

  #imported(file: ProjectFile, bound: Import, rest: readonly string[]): TypeMeaning | undefined {
    const [name = "*", ...path] = bound.name === "*" ? rest : [bound.name, ...rest];
    let found = this.#exports.typeOfImport(file, bound, name);
    for (const [index, each] of path.entries()) {
      if (found?.kind === "package") return inPackage(found, [found.name, ...path.slice(index)]);
      found = found?.kind === "file" ? this.#exports.typeOf(found.file, each) : undefined;
    }
    return found && meaningOf(found);
  }
}

/** A type or class, with the function that declares it. */
type Declaration = { readonly in: FunctionId } & ({ readonly type: DeclaredType } | { readonly class: ClassId });

interface Names {
  readonly imported: ReadonlyMap<string, Import>;
  /** Types come before classes. */
  readonly declared: ReadonlyMap<string, readonly Declaration[]>;
}

/** By file: its names are resolved at each use of a type. */
const names = new WeakMap<FileCode, Names>();

function namesIn(code: FileCode): Names {
  const known = names.get(code);
  if (known) return known;
  const imported = new Map<string, Import>();
  for (const each of code.imports)
    if (each.local !== undefined && !imported.has(each.local)) imported.set(each.local, each);
  const declared = new Map<string, Declaration[]>();
  for (const type of code.declaredTypes) addTo(declared, type.name, { in: type.in, type });
  for (const [id, { name, in: within }] of code.classes.entries())
    if (name !== undefined) addTo(declared, name, { in: within, class: id });
  const created = { imported, declared };
  names.set(code, created);
  return created;
}

function declaredIn(file: ProjectFile, name: string, within: FunctionId): TypeMeaning | undefined {
  const { functions } = file.code;
  const declared = namesIn(file.code).declared.get(name) ?? [];
  for (let scope = within; scope >= 0; scope = functions[scope]?.outer ?? -1) {
    if (functions[scope]?.typeParameters?.includes(name)) return { kind: "parameter" };
    const found = declared.find((each) => each.in === scope);
    if (found)
      return "type" in found
        ? { kind: "declared", file, type: found.type }
        : { kind: "class", file, class: found.class };
  }
  return undefined;
}

function meaningOf(found: Exported | ExportedType): TypeMeaning | undefined {
  if (found.kind === "package") return inPackage(found, [found.name]);
  if (found.kind === "type") {
    const type = found.file.code.declaredTypes[found.type];
    return type && { kind: "declared", file: found.file, type };
  }
  const own = found.kind === "value" && found.member === undefined ? classOf(found.file.code, found.value) : undefined;
  return own === undefined || found.kind !== "value" ? undefined : { kind: "class", file: found.file, class: own };
}

function inPackage(
  { specifier, from }: Extract<Exported, { kind: "package" }>,
  written: readonly string[],
): TypeMeaning | undefined {
  const names = written.filter((each) => each !== "*");
  const name = names.at(-1);
  const namespace = names.at(-2);
  if (name === undefined) return undefined;
  return { kind: "package", specifier, name, namespace: namespace === "default" ? undefined : namespace, from };
}

function isSame(one: TypeMeaning, other: TypeMeaning): boolean {
  return one.kind === "declared" && other.kind === "declared" && one.type === other.type;
}

/** Bound on aliases of aliases; real code has two or three. */
const mostAliases = 8;
