import { resolve } from "node:path";
import { mostBytes, readRegularText } from "../../../files/read";
import { replaceFile } from "../../../files/replace";
import { UsageError } from "../exit";
import { displayName } from "../names";
import type { FileReport, LocatedFinding, RunReport } from "./report";
import { compareNames } from "../../../text/words";

/** How many errors of a rule a file may have, by file and rule: the form in which ESLint keeps its own. */
export type Suppressions = Readonly<Record<string, Readonly<Record<string, { readonly count: number }>>>>;

/** The name of the file that holds them, where the command line names no other. */
export const suppressionsFile = "restraint-suppressions.json";

/**
 * Reads a file of suppressions.
 *
 * @returns `undefined` where there is no such file.
 * @throws {UsageError} where it cannot be read or is no such file.
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
    // Told below, as for JSON of another form.
  }
  throw new UsageError(`${path}: is no file of suppressions. Make it again with --suppress-existing.`);
}

function areSuppressions(value: unknown): value is Suppressions {
  const isRecord = (each: unknown): each is Record<string, unknown> =>
    typeof each === "object" && each !== null && !Array.isArray(each);
  return (
    isRecord(value) &&
    Object.values(value).every(
      (rules) =>
        isRecord(rules) && Object.values(rules).every((entry) => isRecord(entry) && Number.isInteger(entry.count)),
    )
  );
}

/** What is left of a run behind its suppressions. */
export interface Suppressed {
  readonly files: readonly FileReport[];
  /** How many errors are taken out. */
  readonly silenced: number;
  /** Suppressions of files that were checked which allow for more than there is, by file. */
  readonly unused: readonly { readonly file: string; readonly rule: string; readonly left: number }[];
}

/**
 * Takes the errors out that are allowed for. Where a file has more of a rule than that, all of the rule are reported, as nobody can tell
 * which are new.
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
 * Writes the suppressions of a run: those of its own files are rewritten, all others stay.
 *
 * @param adds whether errors that are not allowed for yet are added; without it, only what is no longer needed goes.
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

/** What the command line asks of suppressions. */
export interface SuppressionFlags {
  readonly suppressExisting?: boolean;
  readonly pruneSuppressions?: boolean;
  readonly passOnUnprunedSuppressions?: boolean;
  readonly suppressionsLocation?: string;
}

/**
 * Applies the suppressions of a project to a run, after it has written those that are asked for.
 *
 * @param cwd the folder that the names of files are relative to, and in which the suppressions are.
 * @throws {UsageError} where the file of suppressions is not sound, or one is named that does not exist.
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
