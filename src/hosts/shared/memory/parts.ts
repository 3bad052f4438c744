import { isAbsolute, join, relative } from "node:path";
import { specifiersIn } from "../../../project/words";
import type { Sources, Told } from "../../../project/sources";
import { type AskedFiles, digestOf } from "../sources/asked";
import { isSearched } from "../sources/declared-members";
import { addTo, addToSet } from "../../../text/groups";

/** What is known of a file that takes part in a request. */
export interface Part {
  /** Stands for what the flow says of it. */
  readonly told: string;
  /** What was looked for in it by names alone, and is not there. */
  readonly nothing: readonly string[];
}

/** What tells to which files a change of one that takes part may reach. Files are named by their paths below the project's folder. */
export interface Parts {
  readonly files: Readonly<Record<string, Part>>;
  /** In these something was found by names alone, by the files and packages to which that belongs for which it was looked for: by an empty name, if nobody knows for whom. */
  readonly named: Readonly<Record<string, readonly string[]>>;
  /** What is found in these depends on who calls them. */
  readonly called: readonly string[];
  /** Stands for what the flow says of all files. */
  readonly names: string;
}

/** @returns what was asked, joined with what earlier runs had asked; `undefined` where a change may reach any file. */
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

/** @returns what a specifier leads to: a file, or `package <name>`. */
export function importedBy(sources: Sources, from: string, specifier: string): string {
  return sources.find(from, specifier) ?? `package ${specifier}`;
}

export function isPackage(name: string): boolean {
  return name.startsWith("package ");
}

/** Files that a change reaches: those for which the flow says something else, and all that lead to them. */
export class Reach {
  readonly #root: string;
  readonly #sources: Sources;
  readonly #specifiers: ReadonlyMap<string, readonly string[]>;
  readonly #called: ReadonlySet<string>;
  readonly #namesAreSame: boolean;
  readonly #isAll: boolean;
  readonly #reached: ReadonlySet<string>;

  /**
   * @param changed the files, none of which somebody has found for nobody knows whom.
   * @param told what the flow says now.
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

  /** @returns whether what is found in a file may have changed. */
  has(name: string): boolean {
    if (this.#isAll || this.#called.has(name)) return true;
    if (!this.#namesAreSame && !isSearched(name)) return true;
    return this.#leads(join(this.#root, name), new Set());
  }

  /** Files that are not looked into, such as tests, are imported by others of their kind alone. */
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
    // What is added meanwhile is gone through as well.
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
