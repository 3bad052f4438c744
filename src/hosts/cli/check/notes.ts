import { unfinished } from "../../../analysis/analysis";
import type { FileReport } from "./report";
import { compareNames, count, someOf } from "../../../text/words";

/** The results of a run from which its notes are derived. */
export interface RunFacts {
  readonly reports: readonly FileReport[];
  /** Number of code files without a tsconfig.json or jsconfig.json above them, although types were requested. */
  readonly untyped: number;
}

/** @returns a sentence for each part that the run could not check or did not know. */
export function describeGaps({ reports, untyped }: RunFacts): readonly string[] {
  return [
    ...unlistedNotes(reports),
    ...partialNotes(reports),
    ...generatedNote(reports),
    ...typesNote(untyped),
    ...groupsNote(reports),
    ...serviceNote(reports),
    ...unseenNote(reports),
    ...sdkNote(reports),
  ];
}

/** Files with more findings than are listed. */
function unlistedNotes(reports: readonly FileReport[]): readonly string[] {
  return reports.flatMap(({ file, unlisted }) => {
    if (!unlisted) return [];
    const { errors, warnings, documents } = unlisted;
    const more = [
      ...(errors + warnings > 0 ? [count(errors + warnings, "more finding")] : []),
      ...(documents > 0 ? [`the findings of ${count(documents, "more manifest")}`] : []),
    ];
    return [`${file} has too much wrong in it to be listed as a whole: ${more.join(" and ")} are left out.`];
  });
}

/** Files in which a bound ended the analysis; only the analysed part is checked. */
function partialNotes(reports: readonly FileReport[]): readonly string[] {
  return reports.flatMap(({ file, partial }) => (partial ? [`${file}: ${unfinished.message}.`] : []));
}

function generatedNote(reports: readonly FileReport[]): readonly string[] {
  const number = countGenerated(reports);
  if (number === 0) return [];
  return [`${describeGenerated(number)}; --verbose names them.`];
}

/** @returns a phrase for the number of generated or minified files, which are not checked. */
export function describeGenerated(number: number): string {
  return `${count(number, "file")} of generated or minified code ${number === 1 ? "was" : "were"} left out`;
}

function countGenerated(reports: readonly FileReport[]): number {
  return reports.filter(({ skipped }) => skipped.some(({ reason }) => generatedReasons.includes(reason))).length;
}

const generatedReasons: readonly string[] = ["generated code", "minified code"];

function typesNote(untyped: number): readonly string[] {
  if (untyped === 0) return [];
  const subject = untyped === 1 ? "1 file was" : `${untyped} files were`;
  return [`${subject} checked without declared types: there is no tsconfig.json or jsconfig.json above.`];
}

function serviceNote(reports: readonly FileReport[]): readonly string[] {
  const unconfigured = reports.filter((report) => report.requests > 0 && report.hosts !== undefined);
  if (unconfigured.length === 0) return [];
  const hosts = hostsOf(unconfigured);
  const seen = hosts.length > 0 ? ` (hosts seen: ${someOf(hosts)})` : "";
  return [
    `No service is configured: a request counts as one to it unless it shows another${seen}. Name yours in restraint.config.yaml, \`service.baseUrls\`.`,
  ];
}

/** Calls that are not understood have no findings, but may still be wrong. */
function unseenNote(reports: readonly FileReport[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const callee of reports.flatMap(({ unseen = [] }) => unseen)) counts.set(callee, (counts.get(callee) ?? 0) + 1);
  if (counts.size === 0) return [];
  const callees = [...counts].sort((a, b) => b[1] - a[1] || compareNames(a[0], b[0]));
  const total = callees.reduce((all, [, number]) => all + number, 0);
  const subject = total === 1 ? "1 call looks like a request and was" : `${total} calls look like requests and were`;
  return [
    `${subject} not understood (${someOf(callees.map(([callee, number]) => `${callee} ${number}`))}). \`restraint requests --suggest\` prints \`clients:\` for restraint.config.yaml.`,
  ];
}

/** Calls of packages that send their requests themselves. */
function sdkNote(reports: readonly FileReport[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const each of reports.flatMap(({ sdks = [] }) => sdks))
    counts.set(each.package, (counts.get(each.package) ?? 0) + each.count);
  if (counts.size === 0) return [];
  const packages = [...counts].sort((a, b) => b[1] - a[1] || compareNames(a[0], b[0]));
  const total = packages.reduce((all, [, number]) => all + number, 0);
  return [
    `${count(total, "call")} of ${packages.length === 1 ? "a package" : "packages"} whose requests are not known (${someOf(packages.map(([name, number]) => `${name} ${number}`))}): nothing of them was checked.`,
  ];
}

function groupsNote(reports: readonly FileReport[]): readonly string[] {
  const { count, names, groups } = unnamedOf(reports);
  if (count === 0) return [];
  const subject = count === 1 ? "1 manifest was" : `${count} manifests were`;
  return [
    `${subject} skipped, as no group is configured for ${someOf(names)}. Where they are the service's, name it in restraint.config.yaml, ${groups}.`,
  ];
}

/**
 * Documents that were skipped only because the configuration names no group: their number, their kinds, and the keys to
 * configure.
 */
function unnamedOf(reports: readonly FileReport[]): { count: number; names: readonly string[]; groups: string } {
  const unnamed = reports.flatMap(({ skipped }) => skipped.flatMap((part) => part.unnamed ?? []));
  const keys = new Set(unnamed.map(({ group }) => `\`groups.${group}.name\``));
  return {
    count: unnamed.length,
    names: [...new Set(unnamed.map(({ kind, apiVersion }) => `${kind} of ${apiVersion}`))].sort(compareNames),
    groups: [...keys].sort(compareNames).join(", "),
  };
}

/**
 * Orients a user who runs the program for the first time, without a configuration.
 *
 * @returns three lines: what was checked, what was not and why, and what to do next.
 */
export function describeFirstContact({ reports, untyped }: RunFacts): readonly [string, string, string] {
  return [checkedLine(reports), uncheckedLine(reports, untyped), nextLine(reports)];
}

function checkedLine(reports: readonly FileReport[]): string {
  const code = reports.filter(({ checked, documents }) => checked && documents === 0).length;
  const requests = sum(reports, (report) => report.requests);
  const documents = sum(reports, (report) => report.documents);
  return `Checked: ${count(code, "file")} of code with ${count(requests, "request")}, and ${count(documents, "manifest")}, without a restraint.config.yaml.`;
}

function uncheckedLine(reports: readonly FileReport[], untyped: number): string {
  const reasons = (reason: string): number =>
    sum(reports, ({ skipped }) => skipped.filter((part) => part.reason === reason).length);
  const unnamed = unnamedOf(reports);
  const parts = [
    ...(unnamed.count > 0
      ? [`${count(unnamed.count, "manifest")} whose group is not configured (${someOf(unnamed.names)})`]
      : []),
    ...(reasons("template") > 0 ? [`${count(reasons("template"), "template")} that must be rendered first`] : []),
    ...(reasons("partial") > 0 ? [`${count(reasons("partial"), "patch", "patches")} for kustomize`] : []),
    ...(countGenerated(reports) > 0 ? [`${count(countGenerated(reports), "file")} of generated or minified code`] : []),
    ...(untyped > 0
      ? [`declared types, as there is no tsconfig.json or jsconfig.json above ${count(untyped, "file")}`]
      : []),
  ];
  return parts.length > 0
    ? `Not checked: ${parts.join("; ")}.`
    : sum(reports, (report) => report.requests + report.documents) === 0
      ? `Not checked: no requests to a configured service, and no known kinds.${definitionsFound(reports)}`
      : "Not checked: nothing else was found that shows signs of the service.";
}

/** @returns a sentence that suggests importing the CRDs that were found; empty if there are none. */
function definitionsFound(reports: readonly FileReport[]): string {
  const files = reports.filter(({ definitions = 0 }) => definitions > 0);
  if (files.length === 0) return "";
  const number = sum(files, ({ definitions = 0 }) => definitions);
  return ` Found ${count(number, "CRD")}: run \`restraint import crd ${folderOf(files.map(({ file }) => file))}\`.`;
}

/** @returns the innermost common folder of all files, or the only file. */
function folderOf([first = "", ...others]: readonly string[]): string {
  if (others.length === 0) return first;
  const folders = first.split("/").slice(0, -1);
  const isShared = (_: string, index: number): boolean =>
    others.every((file) => file.startsWith(`${folders.slice(0, index + 1).join("/")}/`));
  const shared = folders.filter(isShared).join("/");
  return shared === "" ? "." : `${shared}/`;
}

function nextLine(reports: readonly FileReport[]): string {
  const requests = sum(reports, (report) => report.requests);
  const hosts = hostsOf(reports);
  const unnamed = unnamedOf(reports);
  const keys = [
    ...(requests > 0
      ? [`where it is (\`service.baseUrls\`${hosts.length > 0 ? `; hosts seen: ${someOf(hosts)}` : ""})`]
      : []),
    ...(unnamed.count > 0 ? [`what its groups are called (${unnamed.groups})`] : []),
  ];
  const page = "https://unpkg.com/eslint-plugin-restraint/docs/configuration.md";
  return keys.length > 0
    ? `Next: \`restraint init\` proposes a restraint.config.yaml that says which service is yours: ${keys.join(", and ")}. See ${page}`
    : `Next: \`restraint init\` proposes a restraint.config.yaml; \`restraint requests\` lists what the code sends. See ${page}`;
}

function hostsOf(reports: readonly FileReport[]): readonly string[] {
  return [...new Set(reports.flatMap((report) => report.hosts ?? []))].sort(compareNames);
}

function sum(reports: readonly FileReport[], of: (report: FileReport) => number): number {
  return reports.reduce((total, report) => total + of(report), 0);
}
