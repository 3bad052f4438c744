import type { FileCode, ValueId, VariableId } from "../code/graph";
import type { Export } from "../code/types";
import type { ProjectFile } from "./project-file";

/** The target of an export or an import. */
export type Exported =
  | ExportedValue
  /** The namespace of a file. */
  | { readonly kind: "file"; readonly file: ProjectFile }
  /** An export of a module outside the project. The name is `default`, `*` for the namespace, or that of the export. */
  | { readonly kind: "package"; readonly specifier: string; readonly name: string; readonly from: ProjectFile };

export interface ExportedValue {
  readonly kind: "value";
  readonly file: ProjectFile;
  readonly value: ValueId;
  readonly variable?: VariableId | undefined;
  /** Set if the export is this member of the value: the file exports the value as a whole, and its text does not list the members. */
  readonly member?: string | undefined;
}

/** An exported interface or alias, by its number among the file's declared types. */
export interface ExportedType {
  readonly kind: "type";
  readonly file: ProjectFile;
  readonly type: number;
}

type Found = Exported | ExportedType;

/** Types and values have separate name spaces; a class has a name in both. */
type Space = "value" | "type";

interface Wanted {
  readonly file: ProjectFile;
  readonly name: string;
}

/** Resolves exports. Each answer is memoised. */
export class Exports {
  readonly #imported: (file: ProjectFile, specifier: string) => ProjectFile | undefined;
  readonly #answers = { value: new Answers(), type: new Answers() };

  /** @param imported resolves a specifier to a file of the project. */
  constructor(imported: (file: ProjectFile, specifier: string) => ProjectFile | undefined) {
    this.#imported = imported;
  }

  /** @returns what a file exports under a name; undefined if nothing, or if two files may export it. */
  of(file: ProjectFile, name: string): Exported | undefined {
    const found = this.#of(file, name, "value");
    return found?.kind === "type" ? undefined : found;
  }

  /** @returns the type, class or namespace that a file exports under a name. */
  typeOf(file: ProjectFile, name: string): Found | undefined {
    return this.#of(file, name, "type");
  }

  /** @returns what an import of a file binds. */
  ofImport(file: ProjectFile, index: number): Exported | undefined {
    const bound = file.code.imports[index];
    if (!bound) return undefined;
    const target = this.#imported(file, bound.specifier);
    if (target) return this.of(target, bound.name);
    return { kind: "package", specifier: bound.specifier, name: bound.name, from: file };
  }

  /** @returns the type, class or namespace that an import of a file binds. */
  typeOfImport(file: ProjectFile, { specifier }: { readonly specifier: string }, name: string): Found | undefined {
    const target = this.#imported(file, specifier);
    return target ? this.typeOf(target, name) : { kind: "package", specifier, name, from: file };
  }

  /** @returns the names that a file exports, with those of `export *`; undefined if some depend on a package, or on the members of `module.exports`. */
  namesOf(file: ProjectFile, seen = new Set<ProjectFile>()): readonly string[] | undefined {
    if (seen.has(file)) return [];
    seen.add(file);
    const names = new Set<string>();
    for (const each of file.code.exports) {
      if (each.kind === "whole") return undefined;
      if (each.kind === "value" || each.kind === "from") names.add(each.name);
      if (each.kind !== "all") continue;
      const target = this.#imported(file, each.specifier);
      const inner = target && this.namesOf(target, seen);
      if (!inner) return undefined;
      for (const name of inner) if (name !== "default") names.add(name);
    }
    return [...names];
  }

  #of(file: ProjectFile, name: string, space: Space): Found | undefined {
    const answers = this.#answers[space];
    if (!answers.has(file, name)) answers.set(file, name, new Search(this.#imported, space).find({ file, name }));
    return answers.get(file, name);
  }
}

class Answers {
  readonly #byFile = new WeakMap<ProjectFile, Map<string, Found | undefined>>();

  has(file: ProjectFile, name: string): boolean {
    return this.#byFile.get(file)?.has(name) === true;
  }

  get(file: ProjectFile, name: string): Found | undefined {
    return this.#byFile.get(file)?.get(name);
  }

  set(file: ProjectFile, name: string, found: Found | undefined): void {
    const known = this.#byFile.get(file);
    if (known) known.set(name, found);
    else this.#byFile.set(file, new Map([[name, found]]));
  }
}

/**
 * One search for an export, through all re-exports. Each file is asked once for a name, which ends import cycles. Only the result of the whole search is
 * memoised: inside a cycle, the partial result of a file is not its answer.
 */
class Search {
  readonly #imported: (file: ProjectFile, specifier: string) => ProjectFile | undefined;
  readonly #space: Space;
  readonly #waiting: Wanted[] = [];
  readonly #visited = new Map<ProjectFile, Set<string>>();
  readonly #found: Found[] = [];
  /** Packages of `export *` that may export the name. */
  readonly #guesses: Found[] = [];

  constructor(imported: (file: ProjectFile, specifier: string) => ProjectFile | undefined, space: Space) {
    this.#imported = imported;
    this.#space = space;
  }

  find(wanted: Wanted): Found | undefined {
    this.#waiting.push(wanted);
    for (let each = this.#waiting.pop(); each; each = this.#waiting.pop()) if (this.#isNew(each)) this.#look(each);
    const found = this.#found.length > 0 ? this.#found : this.#guesses;
    return found.length === 1 ? found[0] : undefined;
  }

  #isNew({ file, name }: Wanted): boolean {
    const visited = this.#visited.get(file);
    if (visited?.has(name)) return false;
    if (visited) visited.add(name);
    else this.#visited.set(file, new Set([name]));
    return true;
  }

  #look({ file, name }: Wanted): void {
    const table = tableOf(file.code);
    if (name === "*") {
      if (table.whole === undefined) this.#add({ kind: "file", file });
      else this.#value(file, table.whole);
      return;
    }
    const direct = this.#direct(file, table, name);
    if (direct) this.#export(file, direct);
    else if (table.whole !== undefined) this.#ofWhole(file, table.whole, name);
    // The default import of a module without a default export is the whole module, as with CommonJS.
    else if (name === "default") this.#add({ kind: "file", file });
    else for (const specifier of table.all) this.#star(file, specifier, name);
  }

  #direct({ code }: ProjectFile, table: ExportTable, name: string): Export | undefined {
    if (this.#space === "value") return table.values.get(name) ?? table.reExports.get(name);
    const value = table.values.get(name);
    const isClass = value?.kind === "value" && classOf(code, value.value) !== undefined;
    return table.types.get(name) ?? (isClass ? value : typeBehind(code, value)) ?? table.reExports.get(name);
  }

  #export(file: ProjectFile, found: Export): void {
    if (found.kind === "value") this.#value(file, found.value, found.variable);
    else if (found.kind === "type") this.#add({ kind: "type", file, type: found.type });
    else if (found.kind === "from") this.#follow(file, found.specifier, found.imported);
  }

  #follow(file: ProjectFile, specifier: string, name: string): void {
    const target = this.#imported(file, specifier);
    if (target) this.#waiting.push({ file: target, name });
    else this.#add({ kind: "package", specifier, name, from: file });
  }

  #star(file: ProjectFile, specifier: string, name: string): void {
    const target = this.#imported(file, specifier);
    if (target) this.#waiting.push({ file: target, name });
    else this.#guesses.push({ kind: "package", specifier, name, from: file });
  }

  /** Adds an exported value; one that is itself imported is followed to its module. */
  #value(file: ProjectFile, value: ValueId, variable?: VariableId): void {
    const node = file.code.values[value];
    const bound = node?.kind === "imported" ? file.code.imports[node.import] : undefined;
    if (bound) this.#follow(file, bound.specifier, bound.name);
    else this.#add({ kind: "value", file, value, variable });
  }

  /** Finds a member of a CommonJS export: `module.exports = { name }`. */
  #ofWhole(file: ProjectFile, whole: ValueId, name: string): void {
    if (name === "default") {
      this.#value(file, whole);
      return;
    }
    const { values, imports } = file.code;
    const written = writtenMember(file.code, whole, name);
    if (written.member !== undefined) {
      this.#value(file, written.member);
      return;
    }
    const node = values[written.object];
    const bound = node?.kind === "imported" ? imports[node.import] : undefined;
    if (bound?.name === "*") this.#follow(file, bound.specifier, name);
    else if (node?.kind !== "object" || !this.#ofLiteral(file, node.members, name))
      this.#add({ kind: "value", file, value: whole, member: name });
  }

  /** @returns whether the literal decides what the member is, or that there is none. */
  #ofLiteral(file: ProjectFile, members: readonly LiteralMember[], name: string): boolean {
    const own = members.findLast((each) => each.kind === "value" && each.key === name);
    if (own?.kind === "value") {
      this.#value(file, own.value);
      return true;
    }
    if (members.some((each) => each.kind !== "spread" && (typeof each.key === "number" || each.key === name)))
      return false;
    const { values, imports } = file.code;
    const spread = members.flatMap((each) => (each.kind === "spread" ? each.value : []));
    const bound = spread.map((each) => {
      const node = values[each];
      return node?.kind === "imported" ? imports[node.import] : undefined;
    });
    if (bound.some((each) => each?.name !== "*")) return false;
    for (const each of bound) if (each) this.#star(file, each.specifier, name);
    return true;
  }

  #add(found: Found): void {
    if (!this.#found.some((each) => isSame(each, found))) this.#found.push(found);
  }
}

/** @returns the type behind `export default Given`, if `Given` is an interface and no value. */
function typeBehind({ values, declaredTypes }: FileCode, exported: Export | undefined): Export | undefined {
  const node = exported?.kind === "value" ? values[exported.value] : undefined;
  if (node?.kind !== "global") return undefined;
  const type = declaredTypes.findIndex((each) => each.name === node.name && each.in === 0);
  return type < 0 ? undefined : { kind: "type", name: node.name, type };
}

/** @returns the value last assigned to a member; if there is none, the object that the assignments change. */
function writtenMember(
  { values }: FileCode,
  whole: ValueId,
  name: string,
): { readonly member?: ValueId; readonly object: ValueId } {
  let object = whole;
  for (let node = values[object]; node; node = values[object]) {
    if (node.kind === "write") {
      if (node.key === name && node.value !== undefined) return { member: node.value, object };
      ({ object } = node);
    } else if (node.kind === "after" || node.kind === "same") ({ object } = node);
    else if (node.kind === "typed" || node.kind === "named" || node.kind === "refined") object = node.value;
    else break;
  }
  return { object };
}

type LiteralMember = Extract<FileCode["values"][number], { kind: "object" }>["members"][number];

function isSame(one: Found, other: Found): boolean {
  if (one.kind === "value")
    return (
      other.kind === "value" && one.file === other.file && one.value === other.value && one.member === other.member
    );
  if (one.kind === "file") return other.kind === "file" && one.file === other.file;
  if (one.kind === "type") return other.kind === "type" && one.file === other.file && one.type === other.type;
  return other.kind === "package" && one.specifier === other.specifier && one.name === other.name;
}

interface ExportTable {
  readonly values: ReadonlyMap<string, Export>;
  readonly types: ReadonlyMap<string, Export>;
  readonly reExports: ReadonlyMap<string, Export>;
  readonly all: readonly string[];
  readonly whole: ValueId | undefined;
}

const tables = new WeakMap<FileCode, ExportTable>();

function tableOf(code: FileCode): ExportTable {
  let table = tables.get(code);
  if (!table) tables.set(code, (table = makeTable(code)));
  return table;
}

function makeTable({ exports }: FileCode): ExportTable {
  const named = (kind: "value" | "type" | "from"): ReadonlyMap<string, Export> =>
    new Map(exports.flatMap((each) => (each.kind === kind ? [[each.name, each] as const] : [])));
  const whole = exports.findLast((each) => each.kind === "whole");
  return {
    values: named("value"),
    types: named("type"),
    reExports: named("from"),
    all: exports.flatMap((each) => (each.kind === "all" ? each.specifier : [])),
    whole: whole?.kind === "whole" ? whole.value : undefined,
  };
}

/** @returns the number of the class that a value surely is. */
export function classOf({ values, variables }: FileCode, value: ValueId): number | undefined {
  for (let current: ValueId | undefined = value, left = mostSteps; current !== undefined && left > 0; left -= 1) {
    const node: FileCode["values"][number] | undefined = values[current];
    if (node?.kind === "class") return node.class;
    if (node?.kind === "variable") {
      const assigned: readonly { readonly value: ValueId }[] = variables[node.variable]?.assigned ?? [];
      current = assigned.length === 1 ? assigned[0]?.value : undefined;
    } else current = node?.kind === "typed" || node?.kind === "named" ? node.value : undefined;
  }
  return undefined;
}

/** Bound on aliases of a class; real code has one or two. */
const mostSteps = 8;
