import type { Manifest, SkippedDocument } from "../manifest/manifest";
import type { Request } from "../request/request";
import type { Range } from "../text/range";

/** The subjects of one file that rules check. Made once per file and shared by all rules and hosts. */
export interface Analysis {
  /** Without byte-order mark. */
  readonly text: string;
  readonly language: "code" | "yaml" | "json";
  /** In source order; each wrapper's own request and each call through it. */
  readonly requests: readonly Request[];
  /** What the clients send that the file makes: see `Request.specimen`. */
  readonly specimens: readonly Request[];
  /** Names a request for people, as far as it is known: `PATCH /orders/{id}`. */
  readonly nameOf?: (request: Request) => string | undefined;
  /**
   * @returns the same request as the wrapper sends it by itself, with its parameters unknown, if a request goes through one: what is wrong with
   *   it is reported in the wrapper only. Wrappers of other files are evaluated by themselves when this is asked for.
   */
  readonly insideOf: (request: Request) => Request | undefined;
  /** Where calls end that may lead to requests, by their names alone. */
  readonly cutCalls: ReadonlySet<number>;
  readonly manifests: readonly Manifest[];
  readonly skipped: readonly SkippedDocument[];
  /**
   * Reasons why the file, or a part of it, was not looked at: syntax errors, too much code. They are no findings: the command line names them
   * and exits with 2. Editors and ESLint do not show them, as nobody can fix them there.
   */
  readonly problems: readonly Problem[];
  readonly comments: readonly Comment[];
  /** See `Context.evidenceOfTags`. */
  readonly evidenceOfTags: () => boolean;
  /** Counts of work, for the benchmark: `nodes` visited, `typeLookups`. */
  readonly work: Readonly<Record<string, number>>;
}

/** The analysis of a file with nothing to check. */
export function emptyAnalysis(text: string, language: Analysis["language"]): Analysis {
  return {
    text,
    language,
    requests: [],
    specimens: [],
    insideOf: throughNothing,
    cutCalls: new Set(),
    manifests: [],
    skipped: [],
    problems: [],
    comments: [],
    evidenceOfTags: noEvidence,
    work: {},
  };
}

const throughNothing = (): undefined => undefined;
const noEvidence = (): boolean => false;

export interface Problem {
  readonly range: Range;
  readonly message: string;
}

/** A comment's text without its marks, and the place of the whole. */
export interface Comment {
  readonly range: Range;
  readonly text: string;
  readonly kind: "line" | "block";
}

/** A file without findings and a file that was not looked at are different answers. */
export const unfinished: Problem = {
  range: { start: 0, end: 0 },
  message:
    "this code is too long, too deeply nested or too entangled to be looked at to its end: requests may have been missed. `restraint requests` lists the calls that lead to one",
};
