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
 * Where names stand in the files of a project. What is found has the name, under which something else may be meant: imports, types and evaluation
 * tell. Only files in whose text a name stands are parsed for it.
 *
 * `of` is the file of the class or type that has the name: what is found depends on who leads to it.
 */
export class Places {
  readonly #project: Project;
  /** By kind and name, for one state of the project: types and classes are asked for again and again, by names that stand in many files. */
  readonly #found = new Map<string, readonly Found[]>();
  #state: object | undefined;

  constructor(project: Project) {
    this.#project = project;
  }

  /** @returns the classes that may extend a class: something of its name, or, whatever they call it, the default of its file if it is that. */
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

  /** @returns the classes that implement an interface of a name. */
  implementing(name: string, of: ProjectFile): readonly ClassPlace[] {
    return this.#classes({ name, kind: "implementing", of });
  }

  /** @returns the object literals, `typed` nodes, that are declared to be of a type of a name. */
  typed(name: string, of: ProjectFile): readonly ValuePlace[] {
    return this.#values({ name, kind: "typed", of });
  }

  /** @returns the object literals that functions give that are declared to give a type of a name. */
  returned(name: string, of: ProjectFile): readonly ValuePlace[] {
    return this.#values({ name, kind: "returned", of });
  }

  /** @returns the places of one file alone. */
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
    // Who notes what is asked for is told of each file.
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

/** Where names stand in one file. */
export interface FilePlaces {
  /** The default of another file has the name `default`, besides what it is called here. */
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

/** @returns the value that has a name, or of which another one is a version. */
function rootOf({ roots, values }: FileCode, value: ValueId): ValueId {
  const root = roots[value] ?? value;
  const node = values[root];
  return node?.kind === "named" ? (roots[node.value] ?? node.value) : root;
}

function isObject({ values }: FileCode, value: ValueId | undefined): value is ValueId {
  return value !== undefined && values[value]?.kind === "object";
}

/** @returns the last part of each name that a value has. */
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
