import type { Affected, Impact } from "../../../changes/affected";
import { checks } from "../../../changes/checks";
import type { Change } from "../../../changes/change";
import { visible } from "../../../text/visible";
import { placeOfCall } from "../usage/text";
import { countSites, describeChange, type DiffReport } from "./report";
import { count } from "../../../text/words";

/** Limit of listed changes that affect no call; the rest is counted. */
const mostIdle = 20;

/**
 * @returns the report as text: breaking changes with the calls that they affect, then those that affect none, then the
 * totals.
 */
export function formatText(report: DiffReport, { all }: { readonly all?: boolean }): string {
  const { breaking, safe, usage } = report;
  const several = usage.clients.length > 1;
  const concerned = breaking.filter(({ hit, unknown }) => hit.length + unknown.length > 0);
  const idle = breaking.filter(({ hit, unknown }) => hit.length + unknown.length === 0);
  const sections = [
    ...concerned.map((impact) => impactLines(impact, report.subject, several)),
    group(
      "break nobody here",
      idle.map(({ change }) => change),
      all === true ? Infinity : mostIdle,
    ),
    all === true ? group("safe", safe, Infinity) : [],
    unknownCalls(report, several),
  ];
  return [...sections.filter((lines) => lines.length > 0).flatMap((lines) => [...lines, ""]), summary(report)]
    .map((line) => `${visible(line)}\n`)
    .join("");
}

function headOf(change: Change): string {
  const told = describeChange(change);
  return `${change.endpoint}  ${change.id}${told === "" ? "" : `  ${told}`}`;
}

function impactLines({ change, hit, unknown, spared }: Impact, subject: string, several: boolean): string[] {
  return [
    headOf(change),
    `    ${checks[change.id]?.text ?? ""}`,
    ...hit.map((each) => `    hit        ${placeOf(each, several)}`),
    ...unknown.map(
      (each) =>
        `    not known  ${placeOf(each, several)}  ${each.outcome.kind === "unknown" ? each.outcome.reason : ""}`,
    ),
    ...(spared.length > 0 ? [`    spared     ${count(spared.length, `other ${subject}`)}`] : []),
  ];
}

/** @returns the place of an affected call. A read of the response shows its own position and that of the request. */
function placeOf({ site, outcome: { at } }: Affected, several: boolean): string {
  if (site.document !== undefined) {
    const { line, column } = at ?? site;
    return `${several ? `${site.client}: ` : ""}${site.file}:${line}:${column}  ${site.document}`;
  }
  return at && (at.file !== undefined || at.line !== site.line || at.column !== site.column)
    ? `${several ? `${site.client}: ` : ""}${at.file ?? site.file}:${at.line}:${at.column}  read of ${placeOfCall(site, false)}`
    : placeOfCall(site, several);
}

function group(title: string, changes: readonly Change[], most: number): string[] {
  if (changes.length === 0) return [];
  const more = changes.length > most ? [`    and ${changes.length - most} more (\`--all\`)`] : [];
  return [title, ...changes.slice(0, most).map((change) => `    ${headOf(change)}`), ...more];
}

/** Lists calls with an unknown method or path, which may go to any endpoint. */
function unknownCalls({ breaking, usage }: DiffReport, several: boolean): string[] {
  const lost = usage.unknown.filter(({ method, path }) => method === undefined || path === undefined);
  if (breaking.length === 0 || lost.length === 0) return [];
  return ["not known: these may go anywhere", ...lost.map((call) => `    ${placeOfCall(call, several)}`)];
}

function summary(report: DiffReport): string {
  const { hit, unknown } = countSites(report);
  const { breaking, safe } = report;
  const endpoints = new Set([
    ...breaking.map(({ change }) => change.endpoint),
    ...safe.map(({ endpoint }) => endpoint),
  ]);
  const quiet = breaking.filter((impact) => impact.hit.length + impact.unknown.length === 0).length;
  return [
    `${count(breaking.length, "breaking change")} and ${safe.length} safe in ${count(endpoints.size, report.subject === "document" ? "kind" : "endpoint")}`,
    `${count(hit, report.subject)} hit`,
    ...(unknown > 0 ? [`${count(unknown, report.subject)} not known`] : []),
    ...(quiet > 0 ? [`${count(quiet, "breaking change")} that ${quiet === 1 ? "hits" : "hit"} nobody here`] : []),
  ].join("; ");
}
