import { createRequire } from "node:module";
import { resolve } from "node:path";
import { type Command, InvalidArgumentError, Option } from "commander";
import type * as ExtraReports from "../check/extra-reports";
import type * as Report from "../check/report";
import type { RunReport, Summary } from "../check/report";
import type * as Run from "../check/run";
import type * as StandardInput from "../check/standard-input";
import type * as Suppressions from "../check/suppressions";
import type { SuppressionFlags } from "../check/suppressions";
import type * as VisibleReport from "../check/visible-report";
import type * as Watch from "../check/watch";
import { wantsColours } from "../colours";
import { terminalWidth, wrapWords } from "../columns";
import { type ExitStatus, exitStatus, UsageError } from "../exit";
import type { Format } from "../formats/format";
import { print, printError } from "../output";
import { packageVersion } from "../../shared/package/root";

/**
 * Loads modules on demand. `import()` would first start Node's other loader, which takes a tenth of a run over a few
 * files.
 */
const load = createRequire(__filename);

const extraReports = (): typeof ExtraReports => load("../check/extra-reports") as typeof ExtraReports;

interface Flags extends SuppressionFlags {
  readonly format: string;
  readonly report: readonly string[];
  readonly fix?: boolean;
  readonly fixDryRun?: boolean;
  readonly config?: string;
  readonly maxWarnings?: number;
  readonly quiet?: boolean;
  readonly stdinFilename?: string;
  readonly verbose?: boolean;
  readonly watch?: boolean;
  readonly cache?: boolean;
  readonly cacheLocation: string;
  readonly types: boolean;
  readonly concurrency?: number;
  readonly color?: boolean;
  readonly recorded?: readonly string[];
}

const formats = ["text", "json", "sarif", "github", "gitlab", "junit", "html", "markdown"];
/** Formats whose output must not contain control characters or commands to a log. */
const forPeople = ["text", "github", "markdown"];

/** Adds `restraint check`. */
export function register(program: Command): void {
  program
    .command("check")
    .description("check manifests and client code")
    .argument("[paths...]", "files, folders and patterns (default: the current folder)")
    .addOption(new Option("-f, --format <format>", "how to print the findings").choices(formats).default("text"))
    .option(
      "--report <format=file>",
      "also write a report in this format to this file; may be given several times",
      (value: string, earlier: readonly string[]) => [...earlier, value],
      [],
    )
    .option("--fix", "apply all automatic fixes")
    .option("--fix-dry-run", "print what --fix would change, as a diff, and change nothing")
    .option("-c, --config <file>", "use this configuration for every file, instead of the nearest one upwards")
    .option("--max-warnings <number>", "exit with 1 when there are more warnings than this", wholeNumber)
    .option("-q, --quiet", "leave warnings out")
    .option("--stdin-filename <name>", "check the standard input as if it were this file")
    .option("-v, --verbose", "name what was skipped, and why")
    .option("-w, --watch", "check again whenever a file has changed, until the program is ended")
    .option("--cache", "skip files where nothing has changed since the last run on which their result depends")
    .option("--cache-location <file>", "where the cache is kept", ".restraintcache")
    .option("--no-types", "check code file by file, without its tsconfig.json: faster, and less is known")
    .option(
      "--concurrency <number>",
      "let at most so many threads work (default: code half of the cores, manifests all)",
      atLeastOne,
    )
    .option(
      "--suppress-existing",
      "allow for all errors that there are, so that only new ones are reported from now on",
    )
    .option("--prune-suppressions", "take out suppressions that are no longer needed")
    .option("--pass-on-unpruned-suppressions", "do not fail where suppressions are no longer needed")
    .option("--suppressions-location <file>", "where they are kept (default: restraint-suppressions.json)")
    .option(
      "--recorded <files...>",
      "compare requests of an HTTP archive (HAR) or of a server's log with what the code sends, instead",
    )
    .option("--color", "colour the output, wherever it goes")
    .option("--no-color", "do not colour it")
    .addHelpText(
      "after",
      "\nExit status: 0 clean or warnings only, 1 errors, 2 something could not be checked (it is named; every other file is reported).",
    )
    .action(async (paths: readonly string[], flags: Flags) => {
      if (flags.recorded) process.exitCode = await compareRecorded(paths, flags, flags.recorded);
      else process.exitCode = await (flags.watch ? watch(paths, flags) : run(paths, flags));
    });
}

async function compareRecorded(
  paths: readonly string[],
  { format, config, types }: Flags,
  recorded: readonly string[],
): Promise<ExitStatus> {
  if (format !== "text" && format !== "json") throw new UsageError("--recorded is printed as text or json.");
  const { checkRecorded } = await import("../recorded/run.js");
  const options = { cwd: process.cwd(), format, types, recorded, ...(config !== undefined && { config }) } as const;
  return checkRecorded(paths.length > 0 ? paths : ["."], options);
}

function wholeNumber(value: string): number {
  if (!/^\d+$/u.test(value)) throw new InvalidArgumentError("It must be a whole number, 0 or greater.");
  return Number(value);
}

function atLeastOne(value: string): number {
  if (!/^[1-9]\d*$/u.test(value)) throw new InvalidArgumentError("It must be a whole number, 1 or greater.");
  return Number(value);
}

async function watch(paths: readonly string[], flags: Flags): Promise<ExitStatus> {
  if (flags.stdinFilename !== undefined || flags.suppressExisting || flags.pruneSuppressions)
    throw new UsageError("--watch goes on after a run, and is for runs that look at files and keep no suppressions.");
  const cwd = process.cwd();
  const { watchAndRun } = load("../check/watch") as typeof Watch;
  const { parseExtraReport } = extraReports();
  return watchAndRun({
    folder: cwd,
    written: new Set(flags.report.map((value) => parseExtraReport(value, formats, cwd).path)),
    run: (cache) => run(paths, flags.cache ? flags : { ...flags, cache: true, cacheLocation: cache }),
  });
}

async function run(paths: readonly string[], flags: Flags): Promise<ExitStatus> {
  const cwd = process.cwd();
  const extra = flags.report.map((value) => extraReports().parseExtraReport(value, formats, cwd));
  const { applySuppressions } = load("../check/suppressions") as typeof Suppressions;
  const found =
    flags.stdinFilename === undefined
      ? await checkPaths(paths, flags, cwd)
      : await checkStandardInput(paths, flags.stdinFilename, flags, cwd);
  const report = applySuppressions(found, flags, cwd);
  const { summarise } = load("../check/report") as typeof Report;
  const { visibleReport } = load("../check/visible-report") as typeof VisibleReport;
  const summary = summarise(report);
  const shown = flags.quiet ? withoutWarnings(report) : report;
  const formatted = (format: string, terminal?: Terminal): string =>
    loadFormat(format)({
      run: forPeople.includes(format) ? visibleReport(shown) : shown,
      summary,
      colours: terminal?.colours ?? false,
      width: terminal?.width,
      verbose: flags.verbose ?? false,
      version: packageVersion(),
      cwd,
    });
  const { format } = flags;
  const terminal = { colours: wantsColours(process.stdout, flags.color), width: terminalWidth(process.stdout) };
  await print(formatted(format, terminal), { commands: format === "github" });
  for (const each of extra) extraReports().writeExtraReport(each, formatted(each.format));
  await printError(messages(visibleReport(report), flags.format === "text" && paths.length === 0));
  return statusOf(summary, flags.maxWarnings);
}

interface Terminal {
  readonly colours: boolean;
  readonly width: number | undefined;
}

async function checkPaths(paths: readonly string[], flags: Flags, cwd: string): Promise<RunReport> {
  if (paths.includes("-"))
    throw new UsageError(
      "`-` names no file. To check the standard input, say what it would be called: --stdin-filename deploy/table.yaml",
    );
  const { check } = load("../check/run") as typeof Run;
  return check({
    cwd,
    paths: paths.length > 0 ? paths : ["."],
    configuration: flags.config === undefined ? undefined : resolve(cwd, flags.config),
    fix: flags.fixDryRun === true ? "dry" : (flags.fix ?? false),
    cache: flags.cache ? resolve(cwd, flags.cacheLocation) : undefined,
    types: flags.types,
    concurrency: flags.concurrency,
  });
}

async function checkStandardInput(
  paths: readonly string[],
  name: string,
  flags: Flags,
  cwd: string,
): Promise<RunReport> {
  if (paths.length > 0)
    throw new UsageError("--stdin-filename takes no paths: one text is read from the standard input.");
  if (flags.fix || flags.fixDryRun)
    throw new UsageError("--fix changes files, and cannot be used with --stdin-filename.");
  const { checkText } = load("../check/standard-input") as typeof StandardInput;
  return checkText(name, { cwd, configuration: flags.config === undefined ? undefined : resolve(cwd, flags.config) });
}

/** Loads only the requested format. */
function loadFormat(name: string): Format {
  const module = load(`../formats/${name}.js`) as Readonly<Record<string, Format>>;
  const format = module[name];
  if (!format) throw new UsageError(`There is no format ${name}.`);
  return format;
}

function withoutWarnings(report: RunReport): RunReport {
  const files = report.files.map((file) => ({
    ...file,
    findings: file.findings.filter((finding) => finding.severity === "error"),
  }));
  return { ...report, files };
}

/** @returns one line for each problem and each note. */
function messages(report: RunReport, mayGuide: boolean): string {
  const place = (file: string, line?: number, column?: number): string =>
    [file, line, column].filter((part) => part !== undefined).join(":");
  const lines = [
    ...report.problems.map(
      ({ file, line, column, severity, message }) =>
        `${place(file, line, column)}: ${severity === "error" ? "error" : "warning"}: ${message}`,
    ),
    ...report.files.flatMap(({ file, problems }) =>
      problems.map(({ line, column, message }) => `${place(file, line, column)}: cannot be checked: ${message}`),
    ),
    // Without paths and with the default format, a person is probably exploring; hooks and scripts name files or
    // another format.
    ...((mayGuide && report.firstContact) || report.notes.map((note) => `note: ${note}`)),
  ];
  const width = terminalWidth(process.stderr);
  return lines
    .flatMap((line) => wrapWords(line, width))
    .map((line) => `${line}\n`)
    .join("");
}

function statusOf(summary: Summary, maxWarnings: number | undefined): ExitStatus {
  if (summary.unreadable + summary.mistakes > 0) return exitStatus.couldNotCheck;
  if (summary.errors > 0) return exitStatus.errors;
  return maxWarnings !== undefined && summary.warnings > maxWarnings ? exitStatus.errors : exitStatus.clean;
}
