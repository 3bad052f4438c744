import type { Library } from "../clients/native";
import { tellsClass } from "../syntax/classes-by-name";
import type { Project } from "../project/project";
import { specifiersIn, wordsOf } from "../project/words";
import { addTo } from "../text/groups";

/** Bound on the files that are searched for values of one class, interface or method name. */
const mostHanding = 24;

/** Bound on methods of one name: with more, a call by that name alone tells nothing. */
export const mostOfAName = 4;

/** `.name(`, `?.name<Type>(`. */
const methodCall = /\.\s{0,20}([A-Za-z_$][\w$]*)\s{0,20}(?:<[^<>()]{0,100}>\s{0,20})?\(/gu;

/** Selects the files that take part: all that marks may reach, or those that matter to the files under analysis. */
export class Scope {
  readonly #project: Project;
  readonly #library: Library;
  readonly #looked: readonly string[] | undefined;
  readonly #admitted = new Set<string>();
  readonly #followed = new Set<string>();
  readonly #uses = new Map<string, boolean>();
  /** Visited files: whether they use a client, or import a file that leads to a use. */
  readonly #leads = new Map<string, boolean>();

  /** @param looked the files under analysis; absent: the whole project. */
  constructor(project: Project, library: Library, looked: readonly string[] | undefined) {
    this.#project = project;
    this.#library = library;
    this.#looked = looked;
    for (const name of looked ?? []) {
      this.#admitted.add(name);
      this.#followed.add(name);
    }
  }

  /** Whether only some files of the project may take part. */
  get isLimited(): boolean {
    return this.#looked !== undefined;
  }

  /** @returns the files to begin with: all that may use a client by their texts, or those that lead to one from the files under analysis. */
  start(): readonly string[] {
    if (!this.#looked) return this.#usingClients();
    const fresh = this.admit(this.#looked);
    return this.#looksAtAll() ? fresh : [...fresh, ...this.#looked.flatMap((name) => this.#declaring(name))];
  }

  /** @returns the files that matter to a file under analysis: those that it imports, and those that import it. */
  follow(name: string): readonly string[] {
    if (!this.#looked || this.#followed.has(name)) return [];
    this.#followed.add(name);
    const importing = this.#project.importers.through(name);
    const handing = importing.length <= mostHanding ? importing : [];
    for (const each of [name, ...handing]) this.#admitted.add(each);
    return [...this.admit([name]), ...handing, ...this.#declaring(name)];
  }

  /** Whether only files under analysis use a client. */
  #looksAtAll(): boolean {
    const looked = new Set(this.#looked);
    return this.#project.sources.all !== undefined && this.#usingClients().every((each) => looked.has(each));
  }

  /**
   * Finds files that no import leads to, which declare a method that a file calls.
   *
   * @returns the file and those that lead to a client; nothing if none does.
   */
  #declaring(name: string): readonly string[] {
    const called = [...(this.#project.words.textOf(name) ?? "").matchAll(methodCall)].flatMap(([, each]) => each ?? []);
    const members = [...new Set(called)].filter(tellsClass);
    const declared = this.#project.sources.declared?.(name, members) ?? new Map<string, readonly string[]>();
    const few = [...declared.values()].filter((files) => files.length <= mostOfAName);
    const files = [...new Set([...few.flat(), ...members.flatMap((each) => this.#writing(each))])].filter(
      (each) => each !== name,
    );
    this.admit(files);
    const leading = files.filter((each) => this.#leads.get(each));
    if (leading.length > 0) this.#admitted.add(name);
    return leading.length > 0 ? [name, ...leading] : [];
  }

  /** @returns the files that use a client and may define a function of a name; none if the name is common. */
  #writing(name: string): readonly string[] {
    const files = this.#project.words.filesWith(name);
    if (files.length > mostHanding) return [];
    const gives = new RegExp(`(?<![.\\w$])${name.replaceAll("$", "\\$")}\\s*[:=(<]`, "u");
    return files.filter((each) => this.usesClient(each) && gives.test(this.#project.words.textOf(each) ?? ""));
  }

  mayLoad(name: string): boolean {
    return !this.#looked || this.#admitted.has(name);
  }

  /**
   * Admits files, and the files that they import, if they use a client or lead to one that does.
   *
   * @returns the files visited for the first time that lead to a client.
   */
  admit(names: readonly string[]): readonly string[] {
    const fresh = new Set(names.filter((each) => !this.#leads.has(each)));
    const importers = new Map<string, string[]>();
    const waiting: string[] = [];
    for (const current of fresh) {
      if (this.usesClient(current)) waiting.push(current);
      for (const target of this.#importedBy(current)) {
        if (this.#leads.get(target) === true) waiting.push(current);
        if (this.#leads.has(target)) continue;
        addTo(importers, target, current);
        fresh.add(target);
      }
    }
    const leading = new Set<string>();
    for (let current = waiting.pop(); current !== undefined; current = waiting.pop()) {
      if (leading.has(current)) continue;
      leading.add(current);
      waiting.push(...(importers.get(current) ?? []));
    }
    for (const each of fresh) this.#leads.set(each, leading.has(each));
    for (const each of leading) this.#admitted.add(each);
    return [...leading];
  }

  #importedBy(name: string): readonly string[] {
    const { words } = this.#project;
    return words.specifiersOf(name).flatMap((each) => this.#project.importedName({ name }, each) ?? []);
  }

  /**
   * @param name a type, or a class.
   * @returns the files that may supply a value of the type or a subclass, if only some files may take part.
   */
  handing(name: string): readonly string[] {
    if (!this.#looked || !/^[\w$]+$/u.test(name)) return [];
    const escaped = name.replaceAll("$", "\\$");
    const gives = new RegExp(
      `\\b(?:implements|extends|satisfies|as)\\b[^{;()]{0,200}\\b${escaped}\\b|:\\s*(?:\\w+<)?${escaped}\\b[^=;,(){}]{0,40}=\\s*[{\\[n]|\\):\\s*(?:\\w+<)?${escaped}\\b|\\b${escaped}\\.Provider\\b|\\bnew\\s+${escaped}\\b`,
      "u",
    );
    const found: string[] = [];
    for (const each of this.#project.words.filesWith(name)) {
      if (this.#admitted.has(each)) continue;
      if (!gives.test(this.#project.words.textOf(each) ?? "")) continue;
      found.push(each);
      if (found.length >= mostHanding) break;
    }
    return found;
  }

  /** @returns whether a file may use a client, by its text. */
  usesClient(name: string): boolean {
    let uses = this.#uses.get(name);
    if (uses === undefined) this.#uses.set(name, (uses = this.#looksForClient(name)));
    return uses;
  }

  #looksForClient(name: string): boolean {
    const text = this.#project.words.textOf(name);
    return text !== undefined && this.usesClientIn(text);
  }

  /** @returns whether a client may be used in a text. */
  usesClientIn(text: string): boolean {
    const known = this.#library.words;
    if (!known || specifiersIn(text).some((each) => this.#library.sends(each))) return true;
    return known.standIn(new Set(wordsOf(text)));
  }

  #usingClients(): readonly string[] {
    const { words } = this.#project;
    if (!this.#library.words) return words.files;
    const names = new Set(this.#library.words.filesWith((word) => words.filesWith(word)));
    for (const [specifier, files] of words.importing)
      if (this.#library.sends(specifier)) for (const each of files) names.add(each);
    // The order of files must not depend on the order of words.
    const inside = words.files.filter((each) => names.has(each));
    return [...inside, ...this.admit(this.#project.importers.outside())];
  }
}
