import type { Edit, Finding } from "../../rule/finding";
import type { Range } from "../../text/range";
import type { SelectedCount } from "../editor/code/calls";
import type { Explanation, Offer } from "../editor/offers";
import type { Rewrite } from "../editor/code/requests";
import type { OpenText } from "./open-text";

/** What is said of a file that is no finding of a rule: it is malformed, a rule crashed, it was not looked at to its end. */
export interface Remark {
  readonly range: Range;
  readonly message: string;
  readonly severity: Finding["severity"] | "information";
}

/** What is to be said of one open file. */
export interface Checked {
  readonly findings: readonly Finding[];
  readonly remarks: readonly Remark[];
  /** @returns the edit that silences a finding, where one can stand. */
  readonly disable: (finding: Finding, newLine: string) => Edit | undefined;
}

/** A part of a file that has a name. */
export interface NamedPart {
  readonly name: string;
  readonly range: Range;
  /** The name's own place. */
  readonly key: Range;
}

/** A place in a file that need not be open. */
export interface FilePlace {
  readonly path: string;
  readonly text: string;
  readonly range: Range;
}

/** A place where a name is to be another. */
export interface NewName extends FilePlace {
  readonly newText: string;
}

/** Where what stands at a place is defined. */
export interface Definition {
  readonly origin: Range;
  readonly places: readonly FilePlace[];
}

/** A name that stands in several places, and can be changed in all of them. */
export interface Renaming {
  readonly origin: Range;
  /** @returns the changes for a new name. */
  readonly to: (name: string) => readonly NewName[];
}

/** A text that is shown above a place. */
export interface Lens {
  readonly range: Range;
  readonly title: string;
}

/** What has to be done once, before the first answer about a file, and may take long. */
export interface Preparation {
  readonly title: string;
  readonly run: () => void;
}

/** Lets others go first between the files that are looked at for an answer. It throws when the answer is no longer wanted. */
export type Step = (done: number, of: number) => Promise<void>;

/** What the server can do with one type of file. Nothing in it knows the protocol. */
export interface FileService {
  preparation?(path: string, text: string): Preparation | undefined;
  /** @returns `undefined` for a file that is not looked at. */
  check(file: OpenText, path: string): Checked | undefined;
  offers(file: OpenText, path: string, position: number): readonly Offer[];
  explain(file: OpenText, path: string, position: number): Explanation | undefined;
  parts?(file: OpenText, path: string): readonly NamedPart[];
  /** @returns changes that a user may ask for at a place where nothing is wrong. */
  rewrites?(file: OpenText, path: string, place: Range): readonly Rewrite[];
  definition?(file: OpenText, path: string, position: number): Definition | undefined;
  references?(file: OpenText, path: string, position: number, step: Step): Promise<readonly FilePlace[]>;
  /** @returns `undefined` where nothing stands that other servers would not rename as well. */
  renaming?(file: OpenText, path: string, position: number, step: Step): Promise<Renaming | undefined>;
  /** @returns what else is known of a place, as far as it can be told soon. */
  remember?(file: OpenText, path: string, position: number): Promise<string | undefined>;
  lenses?(file: OpenText, path: string, step: Step): Promise<readonly Lens[]>;
  hints?(file: OpenText, path: string, within: Range): readonly SelectedCount[];
  /** Forgets what it keeps of a file. */
  close?(path: string): void;
}
