import type { RunReport, Summary } from "../check/report";

/** What a format is given to print. */
export interface Output {
  readonly run: RunReport;
  /** Of the whole run, also of what `--quiet` leaves out of `run`. */
  readonly summary: Summary;
  readonly colours: boolean;
  /** The columns of the terminal; `undefined`: lines may be as long as they are. */
  readonly width: number | undefined;
  /** Name what was skipped, and why. */
  readonly verbose: boolean;
  readonly version: string;
  /** The folder that file names are relative to. */
  readonly cwd: string;
}

/** @returns the text for the standard output, with its last line break. */
export type Format = (output: Output) => string;
