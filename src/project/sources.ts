import type TS from "typescript";
import { importedName } from "./imported-name";

/** Records what is asked about the texts of a project's files, with the answers. A cache asks the same again to see whether its entries are still valid. */
export interface AskedTexts {
  /** A search for the files that contain a word. */
  word(word: string, files: readonly string[]): void;
  /** The text or the tree of a file was read. */
  text(name: string): void;
  /** The specifiers that all files of the project import. */
  specifiers(of: ReadonlyMap<string, readonly string[]>): void;
  /**
   * Values of a file were found by names alone, so that imports need not lead to the file.
   *
   * @param of the file, or `package <name>`, of what was searched for: whatever leads to it may lead to the file. Empty if anything may.
   */
  byName(name: string, of: string): void;
  /**
   * Like `byName`, for a file in which the search found nothing.
   *
   * @param question as {@link Told.hasNothing} understands it.
   */
  foundNothing(name: string, question: string): void;
  /** The result for the file under analysis depends on who calls it. */
  byCallers(): void;
  /** The flow's summary, before any query about a single file. */
  followed(told: Told): void;
  /** A file that takes part only because it is queried, such as another version of a text, would have given marks to other files. */
  heldBack(): void;
  /** The project exceeds the evaluation budget: the result for a file depends on all others. */
  spent(): void;
}

/** A summary of a project's flow, as texts: equal texts mean equal flows. */
export interface Told {
  /** By the name of the file. */
  readonly files: ReadonlyMap<string, ToldOfFile>;
  /** The summary of what is known by names alone, in all files. */
  readonly names: string;
  /** @returns whether a search by names, repeated in a file, finds nothing. */
  readonly hasNothing: (name: string, question: string) => boolean;
  /** @returns the files to which a file leads besides those that it imports, as known by now: it may have come to take part since. */
  readonly leadsFrom: (name: string) => readonly string[];
}

export interface ToldOfFile {
  readonly text: string;
  /** The files to which it leads besides those that it imports. */
  readonly leadsTo: readonly string[];
  /** The files whose calls hand in callees of calls in it. */
  readonly handedBy: readonly string[];
}

/** Supplies the sources of other files. Hosts read files; the engine does not. */
export interface Sources {
  /**
   * @param from the name of the importing file.
   * @param specifier the module's name as written there.
   * @returns the name of the source file behind it; undefined for packages, data, and declarations without a source.
   */
  find(from: string, specifier: string): string | undefined;
  /** @returns the tree of a file that `find` named, with parents, parsed by the analysis's TypeScript; undefined if the file cannot be read. */
  file(name: string): TS.SourceFile | undefined;
  /** @returns the text of such a file, if that costs less than its tree. It may include the text around the scripts of a component. */
  text?(name: string): string | undefined;
  /**
   * @param member a method's name, `changes of clients`, or `hooks of requests`.
   * @returns the names of the project's files that may declare it: at least all that do.
   */
  declaring?(member: string): readonly string[];
  /**
   * Like `declaring`, for several names that one file asks for.
   *
   * @param from the name of that file.
   * @returns the names that some file may declare, with those files.
   */
  declared?(from: string, members: readonly string[]): ReadonlyMap<string, readonly string[]>;
  /** @returns the names of all code files of the project, without tests and build output. */
  all?(): readonly string[];
  /**
   * @param from the name of the file that uses the package.
   * @param path a file of an installed package, beginning with the package's name.
   * @returns its text; undefined if it is not installed, is too large, or is outside the repository.
   */
  packageText?(from: string, path: string): string | undefined;
  /** Receives what is asked about texts, beyond the members of this interface. */
  readonly asked?: AskedTexts | undefined;
}

/** Follows no import. */
export const noSources: Sources = { find: () => undefined, file: () => undefined };

/** Serves the current version of the file under analysis where an import leads back to it, instead of the one on disk. */
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
