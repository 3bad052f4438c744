import { resolve } from "node:path";
import { mostBytes, readRegularText } from "../../../files/read";
import { replaceFile } from "../../../files/replace";
import { isObject } from "../../../value/plain-object";
import { isTable } from "../../shared/memory/plain-data";
import { UsageError } from "../exit";
import { displayName } from "../names";
import type { FileReport, LocatedFinding, RunReport } from "./report";
import { compareNames } from "../../../text/words";

/** Number of allowed errors by file and rule, in the format of ESLint's suppressions file. */
export type Suppressions = Readonly<Record<string, Readonly<Record<string, { readonly count: number }>>>>;

/** Default name of the suppressions file. */
export const suppressionsFile = "restraint-suppressions.json";

/**
 * Reads a suppressions file.
 *
 * @returns `undefined` if there is none.
 * @throws {UsageError} if it cannot be read or has another format.
 */
export function readSuppressions(path: string): Suppressions | undefined {
  let text: string;
  try {
    text = readRegularText(path, mostBytes.data);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw new UsageError(`${path}: cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  try {
    const parsed: unknown = JSON.parse(text);
    if (areSuppressions(parsed)) return parsed;
  } catch {
    // Reported below, like JSON of another format.
  }
  throw new UsageError(`${path}: is no file of suppressions. Make it again with --suppress-existing.`);
}

function areSuppressions(value: unknown): value is Suppressions {
  return isTable(value, (rules) => isTable(rules, (entry) => isObject(entry) && Number.isInteger(entry.count)));
}

/** The result of a run after its suppressions. */
export interface Suppressed {
  readonly files: readonly FileReport[];
  /** Number of errors removed. */
  readonly silenced: number;
  /** Suppressions of checked files that allow more errors than there are. */
  readonly unused: readonly { readonly file: string; readonly rule: string; readonly left: number }[];
}

/**
 * Removes the allowed errors. If a file has more errors of a rule than are allowed, all of them are reported, because
 * the new ones cannot be told from the old.
 */
export function suppress(files: readonly FileReport[], suppressions: Suppressions): Suppressed {
  const unused: { file: string; rule: string; left: number }[] = [];
  let silenced = 0;
  const kept = files.map((report) => {
    const allowed = Object.hasOwn(suppressions, report.file) ? suppressions[report.file] : undefined;
    if (!allowed) return report;
    const counts = countErrors(report.findings);
    for (const [rule, { count }] of Object.entries(allowed)) {
      const left = count - (counts.get(rule) ?? 0);
      if (left > 0 && report.problems.length === 0) unused.push({ file: report.file, rule, left });
    }
    const isAllowed = ({ rule, severity }: LocatedFinding): boolean =>
      severity === "error" && (counts.get(rule) ?? 0) <= (allowed[rule]?.count ?? 0);
    const findings = report.findings.filter((finding) => !isAllowed(finding));
    silenced += report.findings.length - findings.length;
    return { ...report, findings };
  });
  return { files: kept, silenced, unused };
}

/**
 * Writes the suppressions of a run. Those of its own files are rewritten; all others stay.
 *
 * @param adds whether to add errors that are not allowed yet; otherwise counts are only lowered or removed.
 */
export function writeSuppressions(
  path: string,
  files: readonly FileReport[],
  before: Suppressions | undefined,
  adds: boolean,
): void {
  const made = new Map(Object.entries(before ?? {}));
  for (const { file, findings, problems } of files) {
    if (problems.length > 0) continue;
    const allowed = made.get(file) ?? {};
    const counts = [...countErrors(findings)].sort(([a], [b]) => compareNames(a, b));
    const rules = counts.flatMap(([rule, found]): [string, { count: number }][] => {
      const known = allowed[rule]?.count ?? 0;
      const count = adds ? found : Math.min(found, known);
      return count > 0 ? [[rule, { count }]] : [];
    });
    if (rules.length > 0) made.set(file, Object.fromEntries(rules));
    else made.delete(file);
  }
  const sorted = Object.fromEntries([...made].sort(([a], [b]) => compareNames(a, b)));
  replaceFile({ path, text: `${JSON.stringify(sorted, undefined, 2)}\n` });
}

/** The command-line flags for suppressions. */
export interface SuppressionFlags {
  readonly suppressExisting?: boolean;
  readonly pruneSuppressions?: boolean;
  readonly passOnUnprunedSuppressions?: boolean;
  readonly suppressionsLocation?: string;
}

/**
 * Applies the suppressions of a project to a run, after writing those that the flags ask for.
 *
 * @param cwd the folder to which file names are relative, and where the suppressions file is by default.
 * @throws {UsageError} if the suppressions file is invalid, or the named one does not exist.
 */
export function applySuppressions(report: RunReport, flags: SuppressionFlags, cwd: string): RunReport {
  const path = resolve(cwd, flags.suppressionsLocation ?? suppressionsFile);
  const before = readSuppressions(path);
  const writes = flags.suppressExisting === true || flags.pruneSuppressions === true;
  if (writes) writeSuppressions(path, report.files, before, flags.suppressExisting === true);
  else if (flags.suppressionsLocation !== undefined && !before)
    throw new UsageError(`${flags.suppressionsLocation}: does not exist. Make it with --suppress-existing.`);
  const suppressions = writes ? readSuppressions(path) : before;
  if (!suppressions) return report;
  const { files, silenced, unused } = suppress(report.files, suppressions);
  const problems = flags.passOnUnprunedSuppressions
    ? []
    : unused.map(({ file, rule, left }) => ({
        file,
        severity: "error" as const,
        message: `${left} ${left === 1 ? "suppression" : "suppressions"} of ${rule} no longer needed. Take them out with --prune-suppressions.`,
      }));
  const note = `${silenced} ${silenced === 1 ? "error is" : "errors are"} suppressed by ${displayName(path, cwd)}.`;
  return {
    ...report,
    files,
    problems: [...report.problems, ...problems],
    notes: silenced > 0 ? [...report.notes, note] : report.notes,
  };
}

function countErrors(findings: readonly LocatedFinding[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { rule, severity } of findings) if (severity === "error") counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return counts;
}
