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

/** Makes the value graph of a file's tree, with the node of the tree for each value. */
export type BuildCode = (
  ts: typeof TS,
  tree: TS.SourceFile,
) => { readonly code: FileCode; readonly nodes: readonly (TS.Node | undefined)[] };

/** The parts of a project. */
export interface ProjectInput {
  readonly ts: typeof TS;
  readonly sources: Sources;
  readonly build: BuildCode;
  /** Whether a module is known without its source, even where a file of the project is behind its specifier. */
  readonly isPackage?: (specifier: string) => boolean;
}

/** What is looked for in which file, see {@link Project.searching}. */
export interface Searched {
  readonly name: string;
  readonly question: string;
  readonly of: string;
}

/** In one step, with what else has to be done for a file. */
const lettersParsed = 50;
const lettersRead = 500;

/** The files of a project, and what their names mean. It holds for the files as they are when it is made; what a file's text alone gives is kept with its tree. */
export class Project {
  readonly ts: typeof TS;
  readonly sources: Sources;
  readonly words: Words;
  readonly importers: Importers;
  readonly places: Places;
  /** The work on the project. */
  readonly steps = new Steps();
  readonly #build: BuildCode;
  readonly #isPackage: (specifier: string) => boolean;
  readonly #files = new Map<string, ProjectFile | undefined>();
  /** The names of files behind specifiers, by the file that imports them. */
  readonly #imported = new Map<string, Map<string, string | undefined>>();
  readonly #exports: Exports;
  readonly #types: NamedTypes;
  /** Another one each time that a file gets another tree. */
  #replaced: object = {};
  #state: { readonly words: object; readonly replaced: object } | undefined;
  /** The flow asks, and not the evaluation. */
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

  /** @returns the file of a tree, which counts as the project's file of its name from now on. */
  fileOf(tree: TS.SourceFile): ProjectFile {
    const file = builtFile(this.ts, tree, this.#build);
    const known = this.#files.get(file.name);
    if (known === file) return file;
    if (known || this.#files.has(file.name)) this.#replaced = {};
    this.#files.set(file.name, file);
    return file;
  }

  /** @returns the tree that stands for a file as long as its text is the same: what flows into it is known of that one alone, also where a host parses it anew. */
  treeOf(tree: TS.SourceFile): TS.SourceFile {
    const known = this.#files.get(importedName(tree))?.tree;
    return known?.text === tree.text ? known : tree;
  }

  /** Does what the flow does: of what it asks nothing is noted but the texts, as it says itself what it has found. */
  following<T>(run: () => T): T {
    return this.#asking(true, run);
  }

  /** Evaluates something. */
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
   * Looks for something in a file that names alone have led to.
   *
   * @param searched.question says what is looked for: where nothing is found, and there is nothing later, no more depends on the file.
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

  /** Notes that somebody looks at a file without an import of it. */
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

  /** @returns an object that is the same as long as files, and their trees, are. */
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

  /** @returns the name of the project's file behind a specifier, which is not read for that. */
  importedName(from: { readonly name: string }, specifier: string): string | undefined {
    let found = this.#imported.get(from.name);
    if (!found) this.#imported.set(from.name, (found = new Map<string, string | undefined>()));
    if (!found.has(specifier))
      found.set(specifier, this.#isPackage(specifier) ? undefined : this.sources.find(from.name, specifier));
    return found.get(specifier);
  }

  /** @returns what a file exports under a name: `default`, `*` for the whole; nothing where it does not, or where two files might. */
  exportOf(file: ProjectFile, name: string): Exported | undefined {
    return this.#exports.of(file, name);
  }

  /** @returns the names under which a file exports something, `default` included; `undefined` where a package decides some of them. */
  namesOf(file: ProjectFile): readonly string[] | undefined {
    return this.#exports.namesOf(file);
  }

  /** @returns what an `imported` node of a file stands for. */
  importOf(file: ProjectFile, index: number): Exported | undefined {
    return this.#exports.ofImport(file, index);
  }

  /** @returns what the name of a type means within a function. */
  typeNamed(file: ProjectFile, name: readonly string[], within: FunctionId): TypeMeaning | undefined {
    return this.#types.of(file, name, within);
  }
}

/** By tree: the graph of a text does not depend on the project that asks for it. */
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

/** @returns the outermost function that stands between two offsets. */
function nodeBetween(ts: typeof TS, tree: TS.SourceFile, start: number, end: number): TS.Node | undefined {
  let node: TS.Node | undefined = tree;
  while (node && !(ts.isFunctionLike(node) && node.getStart(tree) === start && node.end === end))
    node = ts.forEachChild(node, (child) => (child.pos <= start && end <= child.end ? child : undefined));
  return node;
}
