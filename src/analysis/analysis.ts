import type { Manifest, SkippedDocument } from "../manifest/manifest";
import type { Request } from "../request/request";
import type { Range } from "../text/range";

/** The subjects of one file that rules check. Created once for each file, and shared by all rules and hosts. */
export interface Analysis {
  /** Without byte-order mark. */
  readonly text: string;
  readonly language: "code" | "yaml" | "json";
  /** In source order. Contains each wrapper's own request, and each call through the wrapper. */
  readonly requests: readonly Request[];
  /** Requests of the clients that the file creates; see `Request.specimen`. */
  readonly specimens: readonly Request[];
  /** Names a request for people, with its known parts: `PATCH /orders/{id}`. */
  readonly nameOf?: (request: Request) => string | undefined;
  /**
   * @returns the wrapper's own request, with unknown parameters, if a request goes through a wrapper. A problem of both
   * is reported only in the wrapper. Wrappers of other files are evaluated on demand.
   */
  readonly insideOf: (request: Request) => Request | undefined;
  /** End offsets of calls with names that suggest requests. */
  readonly cutCalls: ReadonlySet<number>;
  readonly manifests: readonly Manifest[];
  readonly skipped: readonly SkippedDocument[];
  /**
   * Reasons why the file, or part of it, was not analysed: syntax errors, too much code. They are not findings: the
   * command line lists them and exits with 2. Editors and ESLint do not show them, because nobody can fix them there.
   */
  readonly problems: readonly Problem[];
  /** Empty in code without a directive: collecting them creates a node for each token, which lives as long as the tree. */
  readonly comments: readonly Comment[];
  /** See `Context.evidenceOfTags`. */
  readonly evidenceOfTags: () => boolean;
  /** Counters of work, for benchmarks: `nodes` visited, `typeLookups`. */
  readonly work: Readonly<Record<string, number>>;
}

/** @returns the analysis of a file with nothing to check. */
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

/** A comment's text without its delimiters, and the range of the whole comment. */
export interface Comment {
  readonly range: Range;
  readonly text: string;
  readonly kind: "line" | "block";
}

/** Marks a file that was not completely analysed, to distinguish it from a file without findings. */
export const unfinished: Problem = {
  range: { start: 0, end: 0 },
  message:
    "this code is too long, too deeply nested or too entangled to be looked at to its end: requests may have been missed. `restraint requests` lists the calls that lead to one",
};
