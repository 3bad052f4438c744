import type { ClassCode } from "../../code/declarations";
import type { ClassId, TypeId, ValueId } from "../../code/graph";
import type { DeclaredType } from "../../code/types";
import type { TypeMeaning } from "../../project/named-types";
import type { ProjectFile } from "../../project/project-file";
import { globalNameOf } from "../../project/written-names";
import { staticCallee } from "../static-callee";
import type { FileFlow } from "./file-flow";
import { client, holder, type Marks, nothing } from "./marks";
import type { Tracking } from "./tracking";
import type { Typed, TypeUse } from "./type-uses";
import { addTo, addToSet } from "../../text/groups";

/** An interface, an alias or a class of the project. */
type Type = DeclaredType | ClassCode;

/**
 * Passes marks through declared types: from classes and literals to their interfaces, from subclasses to superclasses, and from a type to the parameters,
 * fields and results that are declared with it.
 */
export class TypeFlow {
  readonly #tracking: Tracking;
  readonly #marks = new Map<Type, Marks>();
  /** Types with marks, by name: uses are found by their names. */
  readonly #byName = new Map<string, Set<Type>>();
  /** By type name: the files that use such a type. */
  readonly #using = new Map<string, FileFlow[]>();
  /** By key: what is declared as `Type["key"]` of a type with marks. */
  readonly #ofMembers = new Map<string, Map<TypeUse, FileFlow>>();

  constructor(tracking: Tracking) {
    this.#tracking = tracking;
  }

  /** Visits the types of a file that has just come to take part. */
  add(flow: FileFlow): void {
    if (flow.code.declaredTypes.some((each) => this.#marks.has(each))) flow.isMarked = true;
    for (const [name, uses] of flow.typeUses) {
      addTo(this.#using, name, flow);
      for (const use of uses) {
        this.#library(flow, use);
        if (this.#byName.has(name)) this.#use(flow, use);
      }
    }
  }

  /** Marks everything that is declared with a type. */
  mark(type: Type, declaring: ProjectFile, marks: Marks): void {
    const before = this.#marks.get(type) ?? nothing;
    const own = this.#tracking.flows.get(declaring);
    if ((before | marks) === before || this.#tracking.holdsBack(own)) return;
    this.#marks.set(type, before | marks);
    if (own) own.isMarked = true;
    const { name } = type;
    if (name === undefined) return;
    addToSet(this.#byName, name, type);
    this.#loadUsers(declaring, name);
    for (const flow of this.#using.get(name) ?? [])
      for (const use of flow.typeUses.get(name) ?? []) this.#use(flow, use);
  }

  /** The names of types with marks. */
  get names(): readonly string[] {
    return [...this.#byName.keys()];
  }

  /** @returns whether a type with marks has one of these names. */
  hasMarked(names: ReadonlySet<string>): boolean {
    for (const name of this.#byName.keys()) if (names.has(name)) return true;
    return false;
  }

  /** A value with a declared type has become a holder: all values of the type may be holders. */
  held(flow: FileFlow, value: ValueId): void {
    const node = flow.code.values[value];
    if (node?.kind === "typed") this.#markType(flow, node.type, node.in);
    else if (node?.kind === "parameter" && node.type !== undefined) this.#markType(flow, node.type, node.in);
  }

  /** Like {@link held}, for variables and results. */
  heldBy(flow: FileFlow, typed: Extract<Typed, { kind: "variable" | "result" }>): void {
    const { variables, functions } = flow.code;
    if (typed.kind === "result") {
      const type = functions[typed.function]?.returnType;
      if (type !== undefined) this.#markType(flow, type, typed.function);
      return;
    }
    const variable = variables[typed.variable];
    if (variable?.type !== undefined) this.#markType(flow, variable.type, variable.in);
  }

  /** A value of this name has gained marks: so does everything declared with `typeof name`. */
  heldByName(flow: FileFlow, name: string | undefined): void {
    if (name === undefined) return;
    for (const use of flow.typeUses.get(name) ?? []) if (use.isValue) this.#apply(flow, use, holder);
  }

  /** The instances of a class have gained marks: so do its interfaces, its superclass, and everything declared with the class. */
  heldClass(flow: FileFlow, id: ClassId): void {
    const code = flow.code.classes[id];
    if (!code) return;
    const { project } = this.#tracking;
    this.mark(code, flow.file, holder | (flow.classMarks[id] ?? nothing));
    for (const type of code.implements) this.#markType(flow, type, code.in);
    const base = code.heritage === undefined ? undefined : staticCallee(project, flow.file, code.heritage);
    const owner = base?.kind === "class" ? this.#tracking.load(base.file.name) : undefined;
    if (owner && base?.kind === "class") this.#tracking.markClass(owner, base.class, holder);
  }

  #markType(flow: FileFlow, type: TypeId, within: number): void {
    const node = flow.code.types[type];
    if (node?.kind === "union" || node?.kind === "intersection") {
      for (const each of node.of) this.#markType(flow, each, within);
      return;
    }
    if (node?.kind !== "name") return;
    this.#markMeaning(this.#tracking.project.typeNamed(flow.file, node.name, within), holder);
    for (const each of node.arguments) this.#markType(flow, each, within);
  }

  #markMeaning(meaning: TypeMeaning | undefined, marks: Marks): void {
    if (meaning?.kind !== "class" && meaning?.kind !== "declared") return;
    const declaring = this.#tracking.load(meaning.file.name);
    // A declared type may be marked even if its file does not take part.
    if (meaning.kind === "declared") this.mark(meaning.type, meaning.file, marks);
    else if (declaring) this.#tracking.markClass(declaring, meaning.class, marks);
  }

  /** Marks a use of a client's type. */
  #library(flow: FileFlow, use: TypeUse): void {
    const { library, project } = this.#tracking;
    if (use.isValue) this.#global(flow, use);
    const last = use.name.at(-1) ?? "";
    const isNamed = library.words === undefined || library.words.isLast(last) || flow.code.imports.length > 0;
    if (!isNamed) return;
    const meaning = project.typeNamed(flow.file, use.name, use.within);
    if (meaning?.kind !== "package" && meaning?.kind !== "global") return;
    const module = meaning.kind === "package" ? meaning.specifier : undefined;
    const from = { module, namespace: meaning.namespace, file: flow.file.name };
    if (library.type(meaning.name, from)) this.#apply(flow, use, client);
  }

  /** Marks a use of the type of a global client: `typeof fetch`. A function of the file with this name hides the global one for the evaluation. */
  #global(flow: FileFlow, use: TypeUse): void {
    const [name = "", ...others] = globalNameOf(use.name);
    const isGlobal = others.length === 0 && this.#tracking.library.type(`typeof ${name}`, { file: flow.file.name });
    if (isGlobal) this.#apply(flow, use, client);
  }

  #use(flow: FileFlow, use: TypeUse): void {
    const meaning = this.#tracking.project.typeNamed(flow.file, use.name, use.within);
    const type =
      meaning?.kind === "declared"
        ? meaning.type
        : meaning?.kind === "class"
          ? meaning.file.code.classes[meaning.class]
          : undefined;
    const marks = (type && this.#marks.get(type)) ?? nothing;
    if (marks !== nothing) this.#apply(flow, use, marks);
  }

  /** Members of this name have gained marks: so does everything declared as `Type["key"]` with this key. */
  heldByKey(key: string, marks: Marks): void {
    for (const [use, flow] of this.#ofMembers.get(key) ?? []) this.#applyTo(flow, use, marks);
  }

  #apply(flow: FileFlow, use: TypeUse, marks: Marks): void {
    const { member } = use;
    if (member === undefined) {
      this.#applyTo(flow, use, marks);
      return;
    }
    const known = this.#ofMembers.get(member);
    if (known) known.set(use, flow);
    else this.#ofMembers.set(member, new Map([[use, flow]]));
    const own = this.#tracking.keyMarks(member) | (marks & client);
    if (own !== nothing) this.#applyTo(flow, use, own);
  }

  #applyTo(flow: FileFlow, { of, key }: TypeUse, marks: Marks): void {
    const tracking = this.#tracking;
    if (key !== undefined) tracking.markKey(key, marks);
    const given = key === undefined ? marks : holder;
    if (of.kind === "value") tracking.mark(flow, of.value, given);
    else if (of.kind === "result") tracking.markResult(flow, of.function, given);
    else if (of.kind === "variable") tracking.markVariable(flow, of.variable, given);
    else if (of.kind === "type") this.mark(of.type, flow.file, given);
    else {
      if (of.key !== undefined) tracking.markKey(of.key, given);
      tracking.markClass(flow, of.class, holder);
    }
  }

  #loadUsers(declaring: ProjectFile, name: string): void {
    const { project } = this.#tracking;
    for (const each of project.importers.taking(declaring.name, name)) this.#tracking.load(each);
  }
}
