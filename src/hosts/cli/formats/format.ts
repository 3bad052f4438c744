import type { RunReport, Summary } from "../check/report";

/** The input of a format. */
export interface Output {
  readonly run: RunReport;
  /** Totals of the whole run, including the warnings that `--quiet` removes from `run`. */
  readonly summary: Summary;
  readonly colours: boolean;
  /** The columns of the terminal; `undefined`: lines have no limit. */
  readonly width: number | undefined;
  /** Whether to list the skipped documents, with the reasons. */
  readonly verbose: boolean;
  readonly version: string;
  /** The folder to which file names are relative. */
  readonly cwd: string;
}

/** @returns the text for the standard output, with its last line break. */
export type Format = (output: Output) => string;
