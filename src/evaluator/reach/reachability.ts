import type TS from "typescript";
import type { Range } from "../../text/range";
import type { Library } from "../../clients/native";
import type { Sources } from "../../project/sources";
import { importedName } from "../../project/imported-name";
import { type Definition, type FileIndex, indexFile, keyOf, type Mention } from "./file-index";
import { findCycles } from "../../text/cycles";
import { ImportOrder } from "./import-order";
import type { Need } from "../need/need";
import { findHandedIn, type Sending } from "./handed-in";

/**
 * Tells which code of a file may lead to a request. Code does if it mentions the name of a client, or of other code that does, in this file or
 * in its imports. Members are compared by name alone, so the answer is yes too often rather than too seldom.
 */
export interface Reach {
  /** Whether anything in the file may. */
  readonly any: boolean;
  /** @param code a function or class of the file. */
  leadsToRequest(code: TS.Node): boolean;
}

/** One file, with the files that its imports lead to, by specifier. */
interface Linked {
  readonly index: FileIndex;
  readonly targets: ReadonlyMap<string, string>;
}

/** The findings about one file. They grow while a group of files that import each other is worked out. */
interface FileReach extends Linked {
  readonly leading: Set<Definition>;
  /** Names of members that lead to requests, in the file and in what it imports. */
  readonly members: Set<string>;
  /** Code that reaches classes to which no import leads. */
  readonly handed: readonly Definition[];
}

export interface ReachabilityOptions {
  /** Of trees that have been looked at before, with the same library. */
  readonly indexes?: FileIndexes | undefined;
  /** Gives what has to be run of the project by resolved calls: then it is not told by names. */
  readonly need?: (() => Need | undefined) | undefined;
}

/** Indexes by the tree of which they are. */
export type FileIndexes = WeakMap<TS.SourceFile, FileIndex>;

/** The reachability of requests in the files of one project, at one time. */
export class Reachability {
  readonly #ts: typeof TS;
  readonly #library: Library;
  readonly #sources: Sources;
  readonly #linked: Map<string, Linked>;
  readonly #reached = new Map<string, FileReach>();

  readonly #order = new ImportOrder((name) => this.#neededBy(name));
  readonly #indexes: FileIndexes;
  /** The same by imports alone: what an object sends that is handed in. */
  readonly #byImports: Reachability | undefined;

  readonly #need: (() => Need | undefined) | undefined;

  /** @param byImports set if only imports count. */
  constructor(
    ts: typeof TS,
    library: Library,
    sources: Sources,
    { indexes = new WeakMap(), need }: ReachabilityOptions = {},
    byImports = sources.declared === undefined,
  ) {
    this.#indexes = indexes;
    this.#ts = ts;
    this.#library = library;
    this.#sources = sources;
    this.#need = need;
    this.#byImports = byImports ? undefined : new Reachability(ts, library, sources, { indexes }, true);
    // Both ask about the same files, of which a project may have thousands.
    this.#linked = this.#byImports ? this.#byImports.#linked : new Map<string, Linked>();
  }

  /** What has to be run of the project; without it, all is. */
  get need(): Need | undefined {
    return this.#need?.();
  }

  /** @returns which code of a file may lead to a request. Imported files are worked out once, whoever asks. */
  of(file: TS.SourceFile): Reach {
    const { need } = this;
    if (need) return { any: need.runs(file, file), leadsToRequest: (code) => need.leads(file, code) };
    const known = this.#reached.get(file.fileName);
    const reach = known && known.index === this.#indexes.get(file) ? known : this.#reach(file);
    return {
      any: reach.leading.has(reach.index.top),
      leadsToRequest: (code) => {
        const definition = reach.index.definitions.get(keyOf(code));
        return definition === undefined || reach.leading.has(definition);
      },
    };
  }

  /** @returns whether imports that matter at run time lead from a file to another, or it is that file itself. */
  leadsTo(from: TS.SourceFile, to: TS.SourceFile): boolean {
    return this.#order.leadsTo(importedName(from), importedName(to));
  }

  /** @returns the names of the files that need each other in circles with a file when they run, and its own, in an order that does not depend on it. */
  circleOf(file: TS.SourceFile): readonly string[] {
    return this.#order.circleOf(importedName(file));
  }

  #importsOf(name: string): readonly string[] {
    return [...(this.#linkedFile(name)?.targets.values() ?? [])];
  }

  /** @returns the files that may run when a file does. */
  #neededBy(name: string): readonly string[] {
    const linked = this.#linkedFile(name);
    return linked
      ? [...linked.targets].flatMap(([specifier, to]) => (linked.index.needed.has(specifier) ? to : []))
      : [];
  }

  #reach(start: TS.SourceFile): FileReach {
    this.#link(start);
    const importsOf = (name: string): readonly string[] => this.#importsOf(name);
    // Files come before their importers.
    for (const names of findCycles(start.fileName, importsOf, (name) => this.#reached.has(name))) this.#settle(names);
    const found = this.#reached.get(start.fileName);
    if (!found) throw new Error("a file was not reached from itself");
    return found;
  }

  #linkedFile(name: string): Linked | undefined {
    const known = this.#linked.get(name);
    if (known) return known;
    const file = this.#sources.file(name);
    return file && this.#link(file, name);
  }

  /** @param name the name by which others import the file: a component's scripts have a name of their own. */
  #link(file: TS.SourceFile, name = file.fileName): Linked {
    const index = this.#indexes.get(file) ?? indexFile(this.#ts, file, this.#library);
    this.#indexes.set(file, index);
    const targets = new Map<string, string>();
    const specifiers = [
      ...index.imports.map(({ specifier }) => specifier),
      ...index.exports.flatMap((each) => ("from" in each ? [each.from] : [])),
    ];
    for (const specifier of new Set(specifiers)) {
      const target = this.#library.module(specifier) ? undefined : this.#sources.find(file.fileName, specifier);
      if (target !== undefined && target !== name) targets.set(specifier, target);
    }
    const linked: Linked = { index, targets };
    this.#linked.set(name, linked);
    return linked;
  }

  #handedIn({ index }: Linked): readonly Definition[] {
    const byImports = this.#byImports;
    if (!byImports) return [];
    return findHandedIn(this.#ts, index, {
      declared: (from, names) => this.#sources.declared?.(from, names) ?? new Map(),
      file: (name) => this.#sources.file(name),
      sending: (name) => byImports.#sending(name),
    });
  }

  #sending(name: string): Sending | undefined {
    const file = this.#reached.has(name) ? undefined : this.#sources.file(name);
    const reach = this.#reached.get(name) ?? (file && this.#reach(file));
    return reach && { members: new Set([...reach.leading].flatMap(({ names }) => names.members)) };
  }

  /** Works out a group of files that import each other. It repeats until no file of the group adds anything. */
  #settle(names: readonly string[]): void {
    const members = new Set<string>();
    const group: FileReach[] = [];
    for (const name of names) {
      const linked = this.#linkedFile(name);
      if (!linked) continue;
      const reach: FileReach = {
        ...linked,
        leading: new Set(),
        members,
        handed: this.#handedIn(linked),
      };
      this.#reached.set(name, reach);
      group.push(reach);
    }
    for (const { targets } of group)
      for (const target of targets.values())
        for (const name of this.#reached.get(target)?.members ?? []) members.add(name);
    for (let before = -1, size = 0; before !== size;) {
      before = size;
      for (const reach of group) this.#spread(reach);
      size = members.size + group.reduce((sum, { leading }) => sum + leading.size, 0);
    }
  }

  /** Adds the definitions of a file that lead to a request, by its imports known so far. */
  #spread(reach: FileReach): void {
    const { index, leading, members } = reach;
    const pending: Definition[] = [];
    const lead = (definition: Definition): void => {
      if (leading.has(definition)) return;
      leading.add(definition);
      pending.push(definition);
    };
    const leadFrom = (mentions: readonly Mention[] | undefined, scope: Range): void => {
      for (const { at, within } of mentions ?? []) if (scope.start <= at && at <= scope.end) lead(within);
    };
    for (const seed of [...index.seeds, ...reach.handed]) lead(seed);
    for (const { specifier, name, local, within } of index.imports) {
      if (!this.#importLeads(reach, specifier, name, new Set())) continue;
      lead(within);
      if (local !== undefined) leadFrom(index.variables.get(local), index.top.scope);
    }
    for (const name of members) leadFrom(index.members.get(name), index.top.scope);
    const used = new Set<string>();
    for (let next = pending.pop(); next; next = pending.pop()) {
      const { names, parent, scope } = next;
      if (parent) lead(parent);
      for (const name of names.variables) {
        const key = `${scope.start} ${name}`;
        if (used.has(key)) continue;
        used.add(key);
        leadFrom(index.variables.get(name), scope);
      }
      for (const name of names.members) {
        if (members.has(name)) continue;
        members.add(name);
        leadFrom(index.members.get(name), index.top.scope);
      }
    }
  }

  #importLeads({ targets }: FileReach, specifier: string, name: string, seen: Set<string>): boolean {
    if (this.#library.sends(specifier)) return true;
    const target = targets.get(specifier);
    return target !== undefined && this.#exportLeads(target, name, seen);
  }

  #exportLeads(file: string, name: string, seen: Set<string>): boolean {
    const reach = this.#reached.get(file);
    const key = `${file}\0${name}`;
    if (!reach || seen.has(key)) return false;
    seen.add(key);
    const { index, leading } = reach;
    if (name === "*" && leading.has(index.top)) return true;
    return index.exports.some((each) => {
      if (each.name !== name && each.name !== "*" && name !== "*") return false;
      if ("within" in each) return leading.has(each.within);
      if ("local" in each) return this.#localLeads(reach, each.local, seen);
      // `export *` passes everything on under its own name.
      const original = each.original === "*" && each.name === "*" ? name : each.original;
      return this.#importLeads(reach, each.from, original, seen);
    });
  }

  /** Whether a name of the file's top level leads to a request: declared there, or imported. */
  #localLeads(reach: FileReach, name: string, seen: Set<string>): boolean {
    const { index, leading } = reach;
    for (const { within } of index.variables.get(name) ?? [])
      if (leading.has(within) && within.names.variables.includes(name)) return true;
    return index.imports.some(
      (each) => each.local === name && this.#importLeads(reach, each.specifier, each.name, seen),
    );
  }
}
