import { isAbsolute, join, relative } from "node:path";
import { specifiersIn } from "../../../project/words";
import type { Sources, Told } from "../../../project/sources";
import { type AskedFiles, digestOf } from "../sources/asked";
import { isSearched } from "../sources/declared-members";
import { addTo, addToSet } from "../../../text/groups";

/** A file that takes part in requests. */
export interface Part {
  /** Digest of the flow's results for it. */
  readonly told: string;
  /** Searches by name in this file that found nothing. */
  readonly nothing: readonly string[];
}

/** The data that shows which files a change of a participating file may affect. File names are relative to the project's folder. */
export interface Parts {
  readonly files: Readonly<Record<string, Part>>;
  /**
   * By the file or package that caused a search by name: the files in which the search found something. The key is empty
   * if the cause is not known.
   */
  readonly named: Readonly<Record<string, readonly string[]>>;
  /** Files whose findings depend on their callers. */
  readonly called: readonly string[];
  /** Digest of the facts that the flow derives from names alone, in all files. */
  readonly names: string;
}

/** @returns the data of this run, merged with that of earlier runs; `undefined` if a change may affect any file. */
export function partsOf(root: string, asked: AskedFiles, before: readonly (Parts | undefined)[]): Parts | undefined {
  const earlier = before.flatMap((each) => each ?? []);
  const { told } = asked;
  if (asked.isSpent || earlier.length < before.length || (!told && earlier.length === 0)) return undefined;
  const files: Record<string, Part> = told ? {} : { ...earlier[0]?.files };
  for (const [name, { text }] of told?.files ?? []) files[relative(root, name)] = { told: digestOf(text), nothing: [] };
  const lists = [...asked.nothing].map(([name, questions]) => [relative(root, name), [...questions]] as const);
  for (const [name, questions] of [
    ...earlier.flatMap((each) => Object.entries(each.files).map(([path, part]) => [path, part.nothing] as const)),
    ...lists,
  ]) {
    const { told: text, nothing } = files[name] ?? { told: "", nothing: [] };
    files[name] = { told: text, nothing: [...new Set([...nothing, ...questions])] };
  }
  const joined = (own: Iterable<string>, of: (parts: Parts) => readonly string[]): readonly string[] => [
    ...new Set([...earlier.flatMap(of), ...[...own].map((each) => relative(root, each))]),
  ];
  return {
    files,
    named: namedIn(root, asked, earlier),
    called: joined(asked.called, ({ called }) => called),
    names: told ? digestOf(told.names) : (earlier[0]?.names ?? ""),
  };
}

function namedIn(root: string, asked: AskedFiles, earlier: readonly Parts[]): Parts["named"] {
  const named = new Map<string, Set<string>>();
  const add = (of: string, names: Iterable<string>): void => {
    for (const each of names) addToSet(named, of, each);
  };
  for (const each of earlier) for (const [of, names] of Object.entries(each.named)) add(of, names);
  for (const [of, names] of asked.named)
    add(
      isAbsolute(of) ? relative(root, of) : of,
      [...names].map((each) => relative(root, each)),
    );
  return Object.fromEntries([...named].map(([of, names]) => [of, [...names]]));
}

/** @returns the target of a specifier: a file, or `package <name>`. */
export function importedBy(sources: Sources, from: string, specifier: string): string {
  return sources.find(from, specifier) ?? `package ${specifier}`;
}

export function isPackage(name: string): boolean {
  return name.startsWith("package ");
}

/** The files that a change affects: the changed files, files with other results of the flow, and all files that lead to one of these. */
export class Reach {
  readonly #root: string;
  readonly #sources: Sources;
  readonly #specifiers: ReadonlyMap<string, readonly string[]>;
  readonly #called: ReadonlySet<string>;
  readonly #namesAreSame: boolean;
  readonly #isAll: boolean;
  readonly #reached: ReadonlySet<string>;

  /**
   * @param changed the changed files. No search of unknown cause found any of them.
   * @param told the current results of the flow.
   */
  constructor(
    root: string,
    { before, changed, told }: { readonly before: Parts; readonly changed: ReadonlySet<string>; readonly told: Told },
    { sources, asked }: { readonly sources: Sources; readonly asked: AskedFiles },
  ) {
    this.#root = root;
    this.#sources = sources;
    this.#specifiers = asked.specifiersOf ?? new Map();
    this.#called = new Set(before.called);
    this.#namesAreSame = digestOf(told.names) === before.names;
    this.#isAll =
      asked.isSpent ||
      [...changed].some((name) =>
        before.files[name]?.nothing.some((question) => !told.hasNothing(join(root, name), question)),
      );
    this.#reached = this.#isAll ? new Set() : this.#leadingTo(started(root, { before, changed, told }), before, told);
  }

  /** @returns whether the findings of a file may have changed. */
  has(name: string): boolean {
    if (this.#isAll || this.#called.has(name)) return true;
    if (!this.#namesAreSame && !isSearched(name)) return true;
    return this.#leads(join(this.#root, name), new Set());
  }

  /**
   * Whether a file leads to an affected one. Files that the flow does not search, such as tests, are imported only by
   * files of their kind.
   */
  #leads(path: string, seen: Set<string>): boolean {
    if (this.#reached.has(path)) return true;
    if (this.#specifiers.has(path) || seen.has(path)) return false;
    seen.add(path);
    const text = this.#sources.text?.(path) ?? "";
    return specifiersIn(text).some((each) => {
      const target = importedBy(this.#sources, path, each);
      return this.#reached.has(target) || (!isPackage(target) && this.#leads(target, seen));
    });
  }

  #leadingTo(starts: ReadonlySet<string>, { named }: Parts, told: Told): ReadonlySet<string> {
    const leading = new Map<string, string[]>();
    const add = (from: string, to: string): void => {
      addTo(leading, to, from);
    };
    for (const [from, specifiers] of this.#specifiers)
      for (const each of specifiers) add(from, importedBy(this.#sources, from, each));
    for (const [from, { leadsTo }] of told.files) for (const to of leadsTo) add(from, to);
    for (const [of, names] of Object.entries(named))
      for (const each of names) add(isPackage(of) ? of : join(this.#root, of), join(this.#root, each));
    const found = new Set(starts);
    // The loop also visits files that are added during it.
    for (const each of found) for (const from of leading.get(each) ?? []) found.add(from);
    return found;
  }
}

function started(
  root: string,
  { before, changed, told }: { readonly before: Parts; readonly changed: ReadonlySet<string>; readonly told: Told },
): ReadonlySet<string> {
  const starts = new Set([...changed].map((each) => join(root, each)));
  for (const [name, { text }] of told.files)
    if (before.files[relative(root, name)]?.told !== digestOf(text)) starts.add(name);
  for (const [name, part] of Object.entries(before.files))
    if (part.told !== "" && !told.files.has(join(root, name))) starts.add(join(root, name));
  return starts;
}
