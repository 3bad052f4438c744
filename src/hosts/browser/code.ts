import type TS from "typescript";
import { analyseCode } from "../../analysis/code";
import { describeRequest, type Description } from "../../request/derived/describe";
import type { Range } from "../../text/range";
import { findUnseenCalls } from "../shared/calls/unseen";
import { reportOf, type Report, type Setup } from "./findings";

/** One file's code, parsed by TypeScript. */
export interface CodeText {
  readonly ts: typeof TS;
  readonly sourceFile: TS.SourceFile;
  /** Absent until the platform's declarations are loaded. */
  readonly checker?: TS.TypeChecker | undefined;
  /** Deadline, in milliseconds of `Date.now`. */
  readonly until?: number;
}

/** A known request, and the call that sends it. */
export interface ShownRequest extends Description {
  readonly range: Range;
}

export interface CodeReport extends Report {
  readonly requests: readonly ShownRequest[];
  /** Calls that look like requests but are not understood. */
  readonly unseen: readonly { readonly callee: string; readonly start: number }[];
}

/** The analysis passed its deadline. */
export class OutOfTimeError extends Error {}

/**
 * Checks one file of code by itself, and lists its requests.
 *
 * @throws {OutOfTimeError} after the deadline.
 */
export function checkCode({ ts, sourceFile, checker, until }: CodeText, setup: Setup): CodeReport {
  const { contract, facts } = setup.project;
  const interrupt = (): void => {
    if (until !== undefined && Date.now() > until) throw new OutOfTimeError();
  };
  const analysis = analyseCode({ ts, sourceFile, checker, contract, facts, interrupt });
  return {
    ...reportOf(analysis, setup),
    requests: analysis.requests.map((request) => ({
      range: request.range,
      ...describeRequest(request, contract, facts),
    })),
    unseen: findUnseenCalls(ts, sourceFile, analysis).map(({ callee, start }) => ({ callee, start })),
  };
}
