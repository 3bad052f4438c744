import type { ClassId, FileCode, ValueId } from "../code/graph";
import { dottedName, typeNames } from "./written-names";
import type { ProjectFile } from "./project-file";
import type { Project } from "./project";

/** A class, by its number in its file. */
export interface ClassPlace {
  readonly file: ProjectFile;
  readonly class: ClassId;
}

/** A value, by its number in its file. */
export interface ValuePlace {
  readonly file: ProjectFile;
  readonly value: ValueId;
}

/**
 * Finds the places at which a name stands in the project. The name may mean something else there: imports, types and evaluation decide that. Only files whose
 * text contains the name are parsed.
 *
 * `of` is the file that declares the class or type of that name: files that lead to it may lead to the places.
 */
export class Places {
  readonly #project: Project;
  /** By kind and name, for one state of the project: common names of types and classes are looked up again and again. */
  readonly #found = new Map<string, readonly Found[]>();
  #state: object | undefined;

  constructor(project: Project) {
    this.#project = project;
  }

  /** @returns the classes that may extend a class: their base has its name, or is the default import of its file if the class is that default. */
  extending({ file, class: id }: ClassPlace): readonly ClassPlace[] {
    const code = file.code.classes[id];
    const named = code?.name === undefined ? [] : this.#classes({ name: code.name, kind: "extending", of: file });
    const isDefault = file.code.exports.some(
      (each) => each.kind === "value" && each.name === "default" && rootOf(file.code, each.value) === code?.value,
    );
    if (!isDefault) return named;
    const others = this.#project.importers
      .takingExport(file.name, "default")
      .flatMap((each) => this.#inFile(each, { name: "default", kind: "extending", of: file }))
      .filter((each) => !named.some((known) => known.file === each.file && known.class === each.id));
    return [...named, ...others.map((each) => ({ file: each.file, class: each.id }))];
  }

  /** @returns the classes that implement an interface of this name. */
  implementing(name: string, of: ProjectFile): readonly ClassPlace[] {
    return this.#classes({ name, kind: "implementing", of });
  }

  /** @returns the `typed` nodes of object literals that are declared with a type of this name. */
  typed(name: string, of: ProjectFile): readonly ValuePlace[] {
    return this.#values({ name, kind: "typed", of });
  }

  /** @returns the object literals that functions return whose declared result type has this name. */
  returned(name: string, of: ProjectFile): readonly ValuePlace[] {
    return this.#values({ name, kind: "returned", of });
  }

  /** @returns the places in one file. */
  inFile(file: ProjectFile): FilePlaces {
    return placesIn(file.code);
  }

  #classes(looked: Looked): readonly ClassPlace[] {
    return this.#find(looked).map(({ file, id }) => ({ file, class: id }));
  }

  #values(looked: Looked): readonly ValuePlace[] {
    return this.#find(looked).map(({ file, id }) => ({ file, value: id }));
  }

  #find(looked: Looked): readonly Found[] {
    const project = this.#project;
    // A recorder must hear of each file at each search: the memo is not used then.
    if (project.sources.asked) return this.#search(looked);
    const { state } = project;
    if (state !== this.#state) this.#found.clear();
    this.#state = state;
    const key = `${looked.kind} ${looked.name}`;
    let found = this.#found.get(key);
    if (!found) this.#found.set(key, (found = this.#search(looked)));
    return found;
  }

  #search(looked: Looked): readonly Found[] {
    return this.#project.words.filesWith(looked.name).flatMap((each) => this.#inFile(each, looked));
  }

  #inFile(each: string, { name, kind, of }: Looked): readonly Found[] {
    const project = this.#project;
    return project.searching({ name: each, question: `${kind} ${name}`, of: of.name }, () => {
      const file = project.file(each);
      return file ? (placesIn(file.code)[kind].get(name) ?? []).map((id) => ({ file, id })) : [];
    });
  }
}

interface Looked {
  readonly name: string;
  readonly kind: keyof FilePlaces;
  readonly of: ProjectFile;
}

interface Found {
  readonly file: ProjectFile;
  readonly id: number;
}

/** The places in one file, by name. */
export interface FilePlaces {
  /** A default import is listed as `default`, besides its local name. */
  readonly extending: ReadonlyMap<string, readonly ClassId[]>;
  readonly implementing: ReadonlyMap<string, readonly ClassId[]>;
  readonly typed: ReadonlyMap<string, readonly ValueId[]>;
  readonly returned: ReadonlyMap<string, readonly ValueId[]>;
}

const known = new WeakMap<FileCode, FilePlaces>();

function placesIn(code: FileCode): FilePlaces {
  let places = known.get(code);
  if (!places) known.set(code, (places = findPlaces(code)));
  return places;
}

function findPlaces(code: FileCode): FilePlaces {
  const places = {
    extending: new Map<string, ClassId[]>(),
    implementing: new Map<string, ClassId[]>(),
    typed: new Map<string, ValueId[]>(),
    returned: new Map<string, ValueId[]>(),
  };
  for (const [id, { heritage, implements: interfaces }] of code.classes.entries()) {
    if (heritage !== undefined) addAll(places.extending, [...names(code, heritage), ...ofDefault(code, heritage)], id);
    for (const type of interfaces) addAll(places.implementing, typeNames(code, type), id);
  }
  for (const { returnType, result } of code.functions)
    if (returnType !== undefined && isObject(code, result))
      addAll(places.returned, typeNames(code, returnType), result);
  for (const [id, node] of code.values.entries())
    if (node.kind === "typed" && isObject(code, node.value)) addAll(places.typed, typeNames(code, node.type), id);
  return places;
}

function ofDefault(code: FileCode, value: ValueId): readonly string[] {
  const node = code.values[rootOf(code, value)];
  return node?.kind === "imported" && code.imports[node.import]?.name === "default" ? ["default"] : [];
}

/** @returns the value behind versions and a name. */
function rootOf({ roots, values }: FileCode, value: ValueId): ValueId {
  const root = roots[value] ?? value;
  const node = values[root];
  return node?.kind === "named" ? (roots[node.value] ?? node.value) : root;
}

function isObject({ values }: FileCode, value: ValueId | undefined): value is ValueId {
  return value !== undefined && values[value]?.kind === "object";
}

/** @returns the last part of each name of a value. */
function names(code: FileCode, value: ValueId): readonly string[] {
  return dottedName(code, value).map((name) => name.slice(name.lastIndexOf(".") + 1));
}

function addAll(map: Map<string, number[]>, names: readonly string[], entry: number): void {
  for (const name of names) {
    const found = map.get(name);
    if (!found) map.set(name, [entry]);
    else if (found.at(-1) !== entry) found.push(entry);
  }
}
