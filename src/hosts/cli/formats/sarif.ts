import { pathToFileURL } from "node:url";
import { byId } from "../../../../rules";
import { plainText } from "../../../text/code-words";
import { documentationUrl } from "../../shared/package/documentation";
import type { LocatedChange, LocatedFinding, Problem } from "../check/report";
import type { Format } from "./format";
import type { Span } from "../../../text/lines";

/** The page of the published package. */
const homepage = "https://www.npmjs.com/package/eslint-plugin-restraint";

/** For code-scanning services: SARIF 2.1.0. */
export const sarif: Format = ({ run, version, cwd }) => {
  const used = [...new Set(run.files.flatMap((file) => file.findings.map((finding) => finding.rule)))].sort();
  const results = run.files.flatMap(({ file, findings }) =>
    findings.map((finding) => resultOf(file, finding, used.indexOf(finding.rule))),
  );
  const notifications = [
    ...run.files.flatMap(({ file, problems }) => problems.map((problem) => notificationOf(file, problem, "error"))),
    ...run.problems.map((problem) =>
      notificationOf(problem.file, problem, problem.severity === "error" ? "error" : "warning"),
    ),
  ];
  const invocation = {
    executionSuccessful: !notifications.some((notification) => notification.level === "error"),
    ...(notifications.length > 0 && { toolExecutionNotifications: notifications }),
  };
  return sarifLog({ version, cwd, rules: used.map(ruleOf), invocations: [invocation], results });
};

/** A run of the program in SARIF's terms. */
interface SarifRun {
  readonly version: string;
  /** The folder to which file names are relative. */
  readonly cwd: string;
  readonly rules: readonly object[];
  readonly invocations?: readonly object[];
  readonly results: readonly object[];
}

/** @returns a log with one run. */
export function sarifLog({ version, cwd, rules, invocations, results }: SarifRun): string {
  const run = {
    tool: { driver: { name: "restraint", version, informationUri: homepage, rules } },
    // Columns in UTF-16 units, as in editors and all other formats.
    columnKind: "utf16CodeUnits",
    originalUriBaseIds: { ROOT: { uri: `${pathToFileURL(cwd).href.replace(/\/$/u, "")}/` } },
    ...(invocations && { invocations }),
    results,
  };
  const log = { $schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", runs: [run] };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

function ruleOf(id: string): object {
  const rule = byId.get(id);
  if (!rule) return { id };
  const { summary, why, severity } = rule.docs;
  return {
    id,
    shortDescription: { text: plainText(summary) },
    fullDescription: { text: plainText(why) },
    help: { text: plainText(why), markdown: `${why} [More](${documentationUrl(id)})` },
    helpUri: documentationUrl(id),
    defaultConfiguration: { level: levelOf(severity) },
  };
}

function resultOf(file: string, finding: LocatedFinding, ruleIndex: number): object {
  const { rule, severity, message, related, changes } = finding;
  return {
    ruleId: rule,
    ruleIndex,
    level: levelOf(severity),
    message: { text: message },
    locations: [{ physicalLocation: { artifactLocation: artifact(file), region: regionOf(finding) } }],
    ...(changes.length > 0 && { fixes: changes.map((change) => fixOf(file, change)) }),
    ...(related.length > 0 && {
      relatedLocations: related.map(({ line, column, message: text }) => ({
        message: { text },
        physicalLocation: { artifactLocation: artifact(file), region: { startLine: line, startColumn: column } },
      })),
    }),
  };
}

/** A change of one file in the form that other tools can apply. */
function fixOf(file: string, { description = "Apply the automatic fix", edits }: LocatedChange): object {
  const replacements = edits.map(({ text, ...place }) => ({
    deletedRegion: regionOf(place),
    insertedContent: { text },
  }));
  return { description: { text: description }, artifactChanges: [{ artifactLocation: artifact(file), replacements }] };
}

function regionOf({ line, column, endLine, endColumn }: Span): object {
  return { startLine: line, startColumn: column, endLine, endColumn };
}

interface Notification {
  readonly level: "error" | "warning";
  readonly message: { readonly text: string };
  readonly locations: readonly object[];
}

function notificationOf(file: string, { line, column, message }: Problem, level: "error" | "warning"): Notification {
  const region = line === undefined ? undefined : { startLine: line, startColumn: column ?? 1 };
  return {
    level,
    message: { text: `${file}: ${message}` },
    locations: [{ physicalLocation: { artifactLocation: artifact(file), ...(region && { region }) } }],
  };
}

/** @returns a path as a URI reference, percent-encoded. */
export function artifact(file: string): { readonly uri: string; readonly uriBaseId?: string } {
  const uri = file.split("/").map(encodeURIComponent).join("/");
  return file.startsWith("/") ? { uri: pathToFileURL(file).href } : { uri, uriBaseId: "ROOT" };
}

function levelOf(severity: LocatedFinding["severity"]): "error" | "warning" {
  return severity === "error" ? "error" : "warning";
}
