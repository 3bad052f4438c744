import type TS from "typescript";
import type { FileCode, FunctionId, ValueId } from "../code/graph";
import { type Exported, Exports } from "./exports";
import { importedName } from "./imported-name";
import { Importers } from "./importers";
import { NamedTypes, type TypeMeaning } from "./named-types";
import { Places } from "./places";
import type { ProjectFile } from "./project-file";
import type { Sources } from "./sources";
import { Steps } from "./steps";
import { Words } from "./words";

/** Builds the value graph of a tree, with the tree node of each value. */
export type BuildCode = (
  ts: typeof TS,
  tree: TS.SourceFile,
) => { readonly code: FileCode; readonly nodes: readonly (TS.Node | undefined)[] };

/** What a project is created from. */
export interface ProjectInput {
  readonly ts: typeof TS;
  readonly sources: Sources;
  readonly build: BuildCode;
  /** Whether a module is known without its source: it then counts as a package, even if a file of the project is behind its specifier. */
  readonly isPackage?: (specifier: string) => boolean;
}

/** A search in a file, see {@link Project.searching}. */
export interface Searched {
  readonly name: string;
  readonly question: string;
  readonly of: string;
}

/** Characters for one step of work, with everything else that is done for them. */
const lettersParsed = 50;
const lettersRead = 500;

/** The files of a project, and the meanings of their names: a snapshot. What follows from the text of a file alone is cached with its tree. */
export class Project {
  readonly ts: typeof TS;
  readonly sources: Sources;
  readonly words: Words;
  readonly importers: Importers;
  readonly places: Places;
  /** Counts the work on the project. */
  readonly steps = new Steps();
  readonly #build: BuildCode;
  readonly #isPackage: (specifier: string) => boolean;
  readonly #files = new Map<string, ProjectFile | undefined>();
  /** By importing file and specifier: the name of the imported file. */
  readonly #imported = new Map<string, Map<string, string | undefined>>();
  readonly #exports: Exports;
  readonly #types: NamedTypes;
  /** Replaced by a new object whenever a file gets another tree. */
  #replaced: object = {};
  #state: { readonly words: object; readonly replaced: object } | undefined;
  /** The flow is asking, and not the evaluation. */
  #isFollowing = false;

  constructor({ ts, sources, build, isPackage }: ProjectInput) {
    this.ts = ts;
    this.sources = sources;
    this.#build = build;
    this.#isPackage = isPackage ?? (() => false);
    this.#exports = new Exports((file, specifier) => this.imported(file, specifier));
    this.#types = new NamedTypes(this.#exports);
    this.words = new Words(
      sources,
      {
        names: () => [...this.#files.keys()],
        text: (name) => this.#files.get(name)?.tree.text,
      },
      (text) => {
        this.steps.take(text.length / lettersRead);
      },
      (name) => {
        this.#note(name);
      },
    );
    this.importers = new Importers(this.words, (from, specifier) => this.importedName(from, specifier));
    this.places = new Places(this);
  }

  /** @returns the file of a tree, which is the project's file of that name from then on. */
  fileOf(tree: TS.SourceFile): ProjectFile {
    const file = builtFile(this.ts, tree, this.#build);
    const known = this.#files.get(file.name);
    if (known === file) return file;
    if (known || this.#files.has(file.name)) this.#replaced = {};
    this.#files.set(file.name, file);
    return file;
  }

  /** @returns the tree that the project has for the same text, if any: the results of the flow belong to that tree, even if a host parses the text anew. */
  treeOf(tree: TS.SourceFile): TS.SourceFile {
    const known = this.#files.get(importedName(tree))?.tree;
    return known?.text === tree.text ? known : tree;
  }

  /** Runs work of the flow. Of its queries, only texts are recorded as dependencies: the flow reports its own results. */
  following<T>(run: () => T): T {
    return this.#asking(true, run);
  }

  /** Runs work of the evaluation. */
  evaluating<T>(run: () => T): T {
    return this.#asking(false, run);
  }

  #asking<T>(isFollowing: boolean, run: () => T): T {
    const before = this.#isFollowing;
    this.#isFollowing = isFollowing;
    try {
      return run();
    } finally {
      this.#isFollowing = before;
    }
  }

  /**
   * Searches a file that was found by names alone.
   *
   * @param searched.question identifies the search. A cached result without a hit stays valid as long as the same search finds nothing.
   * @param searched.of see {@link AskedTexts.byName}.
   */
  searching<T>({ name, question, of }: Searched, search: () => readonly T[]): readonly T[] {
    const found = this.following(search);
    const { asked } = this.sources;
    asked?.text(name);
    if (!this.#isFollowing && found.length > 0) asked?.byName(name, of);
    else if (!this.#isFollowing) asked?.foundNothing(name, question);
    return found;
  }

  /** Records that a file is read without an import of it. */
  #note(name: string, of = ""): void {
    const { asked } = this.sources;
    asked?.text(name);
    if (!this.#isFollowing) asked?.byName(name, of);
  }

  /**
   * @param of see {@link AskedTexts.byName}.
   * @returns the file of a name that the sources gave; `undefined` if it cannot be read.
   */
  file(name: string, of?: string): ProjectFile | undefined {
    this.#note(name, of);
    return this.#file(name);
  }

  #file(name: string): ProjectFile | undefined {
    const known = this.#files.get(name);
    if (known || this.#files.has(name)) return known;
    const tree = this.sources.file(name);
    if (tree) this.steps.take(tree.text.length / lettersParsed);
    const file = tree && builtFile(this.ts, tree, this.#build);
    this.#files.set(name, file);
    return file;
  }

  /** @returns the file of a name, if it has been asked for before. */
  knownFile(name: string): ProjectFile | undefined {
    return this.#files.get(name);
  }

  /** @returns an object that stays the same as long as the files and their trees do. */
  get state(): object {
    const words = this.words.index;
    if (this.#state?.words !== words || this.#state.replaced !== this.#replaced)
      this.#state = { words, replaced: this.#replaced };
    return this.#state;
  }

  /** @returns the project's file behind a specifier; `undefined` for packages, data and missing files. */
  imported(from: ProjectFile, specifier: string): ProjectFile | undefined {
    const name = this.importedName(from, specifier);
    if (name === undefined) return undefined;
    this.sources.asked?.text(name);
    return this.#file(name);
  }

  /** @returns the name of the project's file behind a specifier. The file is not read. */
  importedName(from: { readonly name: string }, specifier: string): string | undefined {
    let found = this.#imported.get(from.name);
    if (!found) this.#imported.set(from.name, (found = new Map<string, string | undefined>()));
    if (!found.has(specifier))
      found.set(specifier, this.#isPackage(specifier) ? undefined : this.sources.find(from.name, specifier));
    return found.get(specifier);
  }

  /** @returns what a file exports under a name, such as `default`, or `*` for the namespace; undefined if nothing, or if two files may export it. */
  exportOf(file: ProjectFile, name: string): Exported | undefined {
    return this.#exports.of(file, name);
  }

  /** @returns the names that a file exports, `default` included; undefined if some depend on a package. */
  namesOf(file: ProjectFile): readonly string[] | undefined {
    return this.#exports.namesOf(file);
  }

  /** @returns what an `imported` node of a file stands for. */
  importOf(file: ProjectFile, index: number): Exported | undefined {
    return this.#exports.ofImport(file, index);
  }

  /** @returns the meaning of a type's name in the scope of a function. */
  typeNamed(file: ProjectFile, name: readonly string[], within: FunctionId): TypeMeaning | undefined {
    return this.#types.of(file, name, within);
  }
}

/** By tree, for all projects: the graph of a text does not depend on the project. */
const builtFiles = new WeakMap<TS.SourceFile, BuiltFile>();

function builtFile(ts: typeof TS, tree: TS.SourceFile, build: BuildCode): BuiltFile {
  let file = builtFiles.get(tree);
  if (!file) builtFiles.set(tree, (file = new BuiltFile(ts, tree, build)));
  return file;
}

class BuiltFile implements ProjectFile {
  readonly name: string;
  readonly tree: TS.SourceFile;
  readonly #ts: typeof TS;
  readonly #build: BuildCode;
  #built: ReturnType<BuildCode> | undefined;

  constructor(ts: typeof TS, tree: TS.SourceFile, build: BuildCode) {
    this.name = importedName(tree);
    this.tree = tree;
    this.#ts = ts;
    this.#build = build;
  }

  get code(): FileCode {
    return this.#graph.code;
  }

  nodeOf(value: ValueId): TS.Node {
    return this.#graph.nodes[value] ?? this.tree;
  }

  functionNode(id: FunctionId): TS.Node | undefined {
    const { start, end, value } = this.code.functions[id] ?? { start: 0, end: 0, value: undefined };
    return (value === undefined ? undefined : this.#graph.nodes[value]) ?? nodeBetween(this.#ts, this.tree, start, end);
  }

  get #graph(): ReturnType<BuildCode> {
    return (this.#built ??= this.#build(this.#ts, this.tree));
  }
}

/** @returns the outermost function with exactly this range. */
function nodeBetween(ts: typeof TS, tree: TS.SourceFile, start: number, end: number): TS.Node | undefined {
  let node: TS.Node | undefined = tree;
  while (node && !(ts.isFunctionLike(node) && node.getStart(tree) === start && node.end === end))
    node = ts.forEachChild(node, (child) => (child.pos <= start && end <= child.end ? child : undefined));
  return node;
}
