import type { Sources } from "./sources";
import { addTo } from "../text/groups";

/** A longer file is a bundle, or data. */
const longestFile = 512 * 1024;

/** Indexes the words and imports of a project's files, by one scan of their texts: files that need parsing are found without parsing. */
export class Words {
  readonly #sources: Sources;
  readonly #known: Known;
  readonly #onRead: (text: string) => void;
  readonly #onText: (name: string) => void;
  readonly #imports = new Map<string, Imports>();
  /** Specifiers of files that were queried one by one. */
  readonly #specifiers = new Map<string, readonly string[]>();
  #index: Index | undefined;

  /**
   * @param known the files known so far, for sources that do not list the project's files, or do not give their texts.
   * @param onRead called with each text that is scanned.
   * @param onText called with the name of each file whose text is requested.
   */
  constructor(sources: Sources, known: Known, onRead: (text: string) => void, onText: (name: string) => void) {
    this.#sources = sources;
    this.#known = known;
    this.#onRead = onRead;
    this.#onText = onText;
  }

  /** @returns the files that contain a word. */
  filesWith(word: string): readonly string[] {
    const { names, files } = this.#read();
    const found = (files.get(word) ?? []).flatMap((each) => names[each] ?? []);
    this.#sources.asked?.word(word, found);
    return found;
  }

  /** @returns a file's text; undefined for a bundle, or if it cannot be read. */
  textOf(name: string): string | undefined {
    this.#onText(name);
    return this.#textOf(name);
  }

  /** @returns whether a text is that of a file of the project. The caller has the text already: no dependency is recorded. */
  isTextOf(name: string, text: string): boolean {
    return this.has(name) && this.#textOf(name) === text;
  }

  #textOf(name: string): string | undefined {
    const sources = this.#sources;
    const text = (sources.text ? sources.text(name) : sources.file(name)?.text) ?? this.#known.text(name);
    return text !== undefined && text.length <= longestFile ? text : undefined;
  }

  /** @returns whether the project lists a file. */
  has(name: string): boolean {
    return this.#read().known.has(name);
  }

  /** @returns an object that stays the same as long as the project has the same files. */
  get index(): object {
    return this.#read();
  }

  /** The names of all files of the project. */
  get files(): readonly string[] {
    return this.#read().names;
  }

  /** @returns the specifiers that a file imports, or re-exports from. Other files are not read. */
  specifiersOf(name: string): readonly string[] {
    let found = this.#index?.specifiers.get(name) ?? this.#specifiers.get(name);
    if (!found) this.#specifiers.set(name, (found = specifiersIn(this.textOf(name) ?? "")));
    return found;
  }

  /**
   * @returns the specifiers of modules whose namespace or default a file imports, or that it re-exports as a whole: its text need not contain the names of
   *   their exports.
   */
  takenWhole(name: string): readonly string[] {
    return this.#importsOf(name).takenWhole;
  }

  /** @returns the words in the braces of a file's import and export clauses, by specifier. */
  takenByName(name: string): ReadonlyMap<string, ReadonlySet<string>> {
    return this.#importsOf(name).byName;
  }

  /** @returns whether a file re-exports something under another name. */
  renames(name: string): boolean {
    return this.#importsOf(name).renames;
  }

  /** @returns the specifiers of modules that a file re-exports. */
  exportedFrom(name: string): readonly string[] {
    return this.#importsOf(name).exportedFrom;
  }

  #importsOf(name: string): Imports {
    let found = this.#imports.get(name);
    this.#sources.asked?.text(name);
    if (!found) this.#imports.set(name, (found = importsIn(this.#textOf(name) ?? "")));
    return found;
  }

  /** @returns the names of the files that import from a specifier, by specifier. */
  get importing(): ReadonlyMap<string, readonly string[]> {
    return this.#read().importing;
  }

  #read(): Index {
    const all = this.#sources.all?.();
    // Without a list of the project's files, more may be known than at the last scan.
    const names = all ?? this.#known.names();
    if (!this.#index || (all ?? names).length !== this.#index.names.length) {
      this.#index = readAll((name) => this.#textOf(name), names, this.#onRead);
      this.#sources.asked?.specifiers(this.#index.specifiers);
    }
    return this.#index;
  }
}

/** The files known so far. */
interface Known {
  names(): readonly string[];
  text(name: string): string | undefined;
}

/** The imports and re-exports of a text, by specifier. */
export interface Imports {
  /** Modules whose namespace or default is imported, or that are re-exported as a whole. */
  readonly takenWhole: readonly string[];
  /** For other modules, the words in the braces of the clause. */
  readonly byName: ReadonlyMap<string, ReadonlySet<string>>;
  /** A re-export has another name than the export. */
  readonly renames: boolean;
  readonly exportedFrom: readonly string[];
}

interface Index {
  readonly names: readonly string[];
  readonly known: ReadonlySet<string>;
  /** By word: indices into `names`. */
  readonly files: ReadonlyMap<string, readonly number[]>;
  readonly specifiers: ReadonlyMap<string, readonly string[]>;
  readonly importing: ReadonlyMap<string, readonly string[]>;
}

function readAll(
  textOf: (name: string) => string | undefined,
  names: readonly string[],
  onRead: (text: string) => void,
): Index {
  const files = new Map<string, number[]>();
  const specifiers = new Map<string, readonly string[]>();
  const importing = new Map<string, string[]>();
  for (const [index, name] of names.entries()) {
    const text = textOf(name);
    if (text === undefined) continue;
    onRead(text);
    for (const word of wordsOf(text)) {
      const known = files.get(word);
      if (!known) files.set(word, [index]);
      else if (known.at(-1) !== index) known.push(index);
    }
    const found = specifiersIn(text);
    specifiers.set(name, found);
    for (const each of found) {
      addTo(importing, each, name);
    }
  }
  return { names, known: new Set(names), files, specifiers, importing };
}

/** @returns the words of a text, with repetitions. `${`, which begins an expression in a template, is no word. */
export function wordsOf(text: string): readonly string[] {
  return text.match(/(?!\$\{)[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*/g) ?? [];
}

/** `from "x"`, `import "x"`, `import("x")`, `require("x")`. */
const specifier = /\b(?:from|import|require)\b[ \t]*(?:\([ \t\r\n]{0,20})?["'`]([^"'`\r\n]{1,300})["'`]/gu;

/** `import { a, b as c } from "x"`, `export { a } from "x"`: only these names are imported. */
const named =
  /\b(?:import|export)\s{0,20}(?:type\s{0,20})?\{([^{}"'`;]{0,20000})\}\s{0,20}from\s{0,20}["']([^"'\r\n]{1,300})["']/gu;

/** `export * from "x"`, `export { a } from "x"`. */
const reExport =
  /\bexport\s{0,20}(?:type\s{0,20})?(?:\*[^"'`;]{0,200}|\{[^}"'`;]{0,20000}\}\s{0,20})from\s{0,20}["']([^"'\r\n]{1,300})["']/gu;

/** @returns the imports and re-exports of a text. */
export function importsIn(text: string): Imports {
  const clauses = [...text.matchAll(named)];
  const byName = new Map<string, Set<string>>();
  for (const [, names = "", from = ""] of clauses)
    byName.set(from, new Set([...(byName.get(from) ?? []), ...wordsOf(names)]));
  const ends = new Set(clauses.map((match) => match.index + match[0].length));
  const takenWhole = [...text.matchAll(specifier)].flatMap((match) =>
    ends.has(match.index + match[0].length) ? [] : (match[1] ?? []),
  );
  const exports = [...text.matchAll(reExport)];
  return {
    takenWhole: [...new Set(takenWhole)],
    byName,
    renames: exports.some(([written]) => /\bas\b/u.test(written)),
    exportedFrom: exports.flatMap(([, each]) => each ?? []),
  };
}

/** @returns the specifiers that a text imports, or re-exports from. */
export function specifiersIn(text: string): readonly string[] {
  return [...new Set([...text.matchAll(specifier)].flatMap(([, found]) => found ?? []))];
}
