import type TS from "typescript";
import { importedName } from "./imported-name";

/** Is told what was asked of the texts of a project's files, and what the answer was: a cache keeps it, to ask again. */
export interface AskedTexts {
  /** The project's files that contain a word. */
  word(word: string, files: readonly string[]): void;
  /** The text of a file, or its tree, was looked at. */
  text(name: string): void;
  /** What all files of the project import. */
  specifiers(of: ReadonlyMap<string, readonly string[]>): void;
  /**
   * Values of a file were found by names alone: whoever does so need not lead to it by imports.
   *
   * @param of the file, or `package <name>`, to which that belongs for which they were looked for: whoever leads to it may lead to the file. Empty where anybody may.
   */
  byName(name: string, of: string): void;
  /**
   * The same, of a file in which nothing was found of what was looked for.
   *
   * @param question as {@link Told.hasNothing} understands it.
   */
  foundNothing(name: string, question: string): void;
  /** What is told of the file that is looked at depends on who calls it. */
  byCallers(): void;
  /** What the flow says of the files that take part, before anything is asked about one of them. */
  followed(told: Told): void;
  /** What takes part only because it is asked about, such as another text of a file, would give something to other files. */
  heldBack(): void;
  /** Not all was evaluated, as the project is too large: what is told of a file depends on all others. */
  spent(): void;
}

/** What the flow says of a project, as texts that are the same where it says the same. */
export interface Told {
  /** By the name of the file. */
  readonly files: ReadonlyMap<string, ToldOfFile>;
  /** Of what is known by names alone, in all files. */
  readonly names: string;
  /** @returns whether there is nothing in a file of what was looked for there by names alone. */
  readonly hasNothing: (name: string, question: string) => boolean;
  /** @returns the files to which a file leads beside those that it imports, as it is known by now: it may take part since it was asked about. */
  readonly leadsFrom: (name: string) => readonly string[];
}

export interface ToldOfFile {
  readonly text: string;
  /** The files to which it leads beside those that are imported. */
  readonly leadsTo: readonly string[];
  /** The files whose calls hand in what calls in it call. */
  readonly handedBy: readonly string[];
}

/** Gives the source of other files. Hosts read files; the engine does not. */
export interface Sources {
  /**
   * @param from the name of the file that imports.
   * @param specifier the module's name as it is written there.
   * @returns the name of the source file behind it; `undefined` for packages, data, and declarations whose source is not at hand.
   */
  find(from: string, specifier: string): string | undefined;
  /** @returns the tree of a file that `find` named, with parents, made by the TypeScript of the analysis; `undefined` if it cannot be read. */
  file(name: string): TS.SourceFile | undefined;
  /** @returns the text of such a file, where that costs less than its tree. Text around the scripts of a component may be in it. */
  text?(name: string): string | undefined;
  /**
   * @param member a method's name, `changes of clients`, or `hooks of requests`.
   * @returns the names of the project's files that may declare it: at least all that do.
   */
  declaring?(member: string): readonly string[];
  /**
   * The same for several names that one file asks for.
   *
   * @param from the name of that file.
   * @returns the names that some file may declare, with the files.
   */
  declared?(from: string, members: readonly string[]): ReadonlyMap<string, readonly string[]>;
  /** @returns the names of all code files of the project, without tests and what a build makes. */
  all?(): readonly string[];
  /**
   * @param from the name of the file that uses the package.
   * @param path a file of an installed package, beginning with the package's name.
   * @returns its text; `undefined` where it is not installed, or no file of a bounded size within the repository.
   */
  packageText?(from: string, path: string): string | undefined;
  /** To be told what is asked of texts beyond the members of this interface. */
  readonly asked?: AskedTexts | undefined;
}

/** Follows no import. */
export const noSources: Sources = { find: () => undefined, file: () => undefined };

/** Answers with the file under analysis as it is now where an import leads back to it, instead of what is on disk. */
export function withCurrentFile(sources: Sources, current: TS.SourceFile): Sources {
  const isCurrent = (name: string): boolean => name === current.fileName || name === importedName(current);
  return {
    find: (from, specifier) => sources.find(from, specifier),
    ...(sources.declaring && { declaring: (member) => sources.declaring?.(member) ?? [] }),
    ...(sources.declared && { declared: (from, members) => sources.declared?.(from, members) ?? new Map() }),
    ...(sources.all && { all: () => sources.all?.() ?? [] }),
    file: (name) => (isCurrent(name) ? current : sources.file(name)),
    text: (name) => (isCurrent(name) ? current.text : sources.text ? sources.text(name) : sources.file(name)?.text),
    packageText: (from, path) => sources.packageText?.(from, path),
    asked: sources.asked,
  };
}
