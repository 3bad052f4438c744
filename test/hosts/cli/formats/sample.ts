import {
  type FileReport,
  type LocatedFinding,
  type RunReport,
  emptyReport,
  summarise,
} from "../../../../src/hosts/cli/check/report";
import type { Output } from "../../../../src/hosts/cli/formats/format";

/** A finding of `no-array-in-patch`; what a test is about is given. */
export function finding(over: Partial<LocatedFinding> = {}): LocatedFinding {
  return {
    rule: "no-array-in-patch",
    severity: "error",
    message: "This array replaces the whole one.",
    start: 20,
    end: 25,
    line: 2,
    column: 5,
    endLine: 2,
    endColumn: 10,
    fixable: false,
    suggestions: [],
    changes: [],
    related: [],
    frame: {
      lines: [
        { number: 1, text: "const body = {" },
        { number: 2, text: "  a: [b, c]", mark: [4, 9] },
      ],
    },
    ...over,
  };
}

/** A file that was checked. */
export function checked(file: string, over: Partial<FileReport> = {}): FileReport {
  return { ...emptyReport(file), checked: true, ...over };
}

/** What a format is given for some files. */
export function outputOf(
  files: readonly FileReport[],
  over: Partial<RunReport & Pick<Output, "colours" | "verbose" | "width">> = {},
): Output {
  const { colours = false, verbose = false, width, problems = [], notes = [] } = over;
  const run: RunReport = { files, problems, notes };
  return { run, summary: summarise(run), colours, verbose, width, version: "1.2.3", cwd: "/project" };
}
