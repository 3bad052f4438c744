import type { Edit, Finding } from "../../rule/finding";
import type { Range } from "../../text/range";
import type { SelectedCount } from "../editor/code/calls";
import type { Explanation, Offer } from "../editor/offers";
import type { Rewrite } from "../editor/code/requests";
import type { OpenText } from "./open-text";

/**
 * A message that is not a finding of a rule: the file is malformed, a rule crashed, or the file was not completely
 * analysed.
 */
export interface Remark {
  readonly range: Range;
  readonly message: string;
  readonly severity: Finding["severity"] | "information";
}

/** The results for one open file. */
export interface Checked {
  readonly findings: readonly Finding[];
  readonly remarks: readonly Remark[];
  /** @returns the edit that silences a finding, if a comment can be placed there. */
  readonly disable: (finding: Finding, newLine: string) => Edit | undefined;
  /** False if a check after `settle` may have other results. */
  readonly isSettled?: boolean;
  /** Set if it is not settled, and `settle` should be called at once. */
  readonly isOverdue?: boolean;
}

/** A named part of a file. */
export interface NamedPart {
  readonly name: string;
  readonly range: Range;
  /** The range of the name. */
  readonly key: Range;
}

/** A place in a file that need not be open. */
export interface FilePlace {
  readonly path: string;
  readonly text: string;
  readonly range: Range;
}

/** A place with its new name. */
export interface NewName extends FilePlace {
  readonly newText: string;
}

/** A reference and its definitions. */
export interface Definition {
  readonly origin: Range;
  readonly places: readonly FilePlace[];
}

/** A name at several places that can be changed together. */
export interface Renaming {
  readonly origin: Range;
  /** @returns the changes for a new name. */
  readonly to: (name: string) => readonly NewName[];
}

/** A text shown above a range. */
export interface Lens {
  readonly range: Range;
  readonly title: string;
}

/** Slow work that must be done once before the first answer about a file. */
export interface Preparation {
  readonly title: string;
  readonly run: () => void;
}

/** Lets other work run between the files that are searched for an answer. Throws if the answer is no longer wanted. */
export type Step = (done: number, of: number) => Promise<void>;

/** The server's features for one type of file, independent of the protocol. */
export interface FileService {
  preparation?(path: string, text: string): Preparation | undefined;
  /**
   * Does the work on other files that the first check of a file needs, if any. Other messages are handled in between.
   *
   * @returns milliseconds that the work took.
   */
  follow?(file: OpenText, path: string): Promise<number> | undefined;
  /** The same, for the work that a settled check needs after edits. */
  settle?(file: OpenText, path: string): Promise<number> | undefined;
  /** @returns `undefined` for a file that is not checked. */
  check(file: OpenText, path: string): Checked | undefined;
  offers(file: OpenText, path: string, position: number): readonly Offer[];
  explain(file: OpenText, path: string, position: number): Explanation | undefined;
  parts?(file: OpenText, path: string): readonly NamedPart[];
  /** @returns changes that a user may request where there is no finding. */
  rewrites?(file: OpenText, path: string, place: Range): readonly Rewrite[];
  definition?(file: OpenText, path: string, position: number): Definition | undefined;
  references?(file: OpenText, path: string, position: number, step: Step): Promise<readonly FilePlace[]>;
  /** @returns `undefined` for a name that other servers rename as well. */
  renaming?(file: OpenText, path: string, position: number, step: Step): Promise<Renaming | undefined>;
  /** @returns further information on a position, if it is available soon. */
  remember?(file: OpenText, path: string, position: number): Promise<string | undefined>;
  lenses?(file: OpenText, path: string, step: Step): Promise<readonly Lens[]>;
  hints?(file: OpenText, path: string, within: Range): readonly SelectedCount[];
  /** Forgets the data of a file. */
  close?(path: string): void;
}
