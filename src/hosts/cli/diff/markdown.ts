import type { Affected, Impact } from "../../../changes/affected";
import { checks } from "../../../changes/checks";
import { codeSpan, escapeText } from "../formats/markdown";
import { countSites, describeChange, type DiffReport } from "./report";
import { count } from "../../../text/words";

/** Limits of listed calls per change and of listed changes: code hosts reject long comments. The rest is counted. */
const mostCalls = 10;
const mostChanges = 40;

/** Formats the report as a comment on a change of the service, in the Markdown of GitHub and GitLab. */
export function formatMarkdown(report: DiffReport): string {
  const { breaking, safe, usage } = report;
  const { hit, unknown } = countSites(report);
  const concerned = breaking.filter((impact) => impact.hit.length + impact.unknown.length > 0);
  const quiet = breaking.length - concerned.length;
  const several = usage.clients.length > 1;
  const verdict = `${count(hit, report.subject)} hit${unknown > 0 ? `, ${unknown} not known` : ""}`;
  const lost = usage.unknown.filter(({ method, path }) => method === undefined || path === undefined).length;
  const rest = [
    `${count(breaking.length, "breaking change")}, ${safe.length} safe.`,
    ...(quiet > 0 ? [`${count(quiet, "breaking change")} ${quiet === 1 ? "hits" : "hit"} nobody here.`] : []),
    ...(lost > 0 ? [`Where ${count(lost, "call")} ${lost === 1 ? "goes" : "go"} is not known.`] : []),
    ...(several ? [`${usage.clients.length} clients were looked at.`] : []),
  ];
  return `${[
    `### Restraint: ${verdict}`,
    ...concerned.slice(0, mostChanges).map((impact) => section(impact, report.subject, several)),
    ...(concerned.length > mostChanges ? [`… and ${concerned.length - mostChanges} more changes.`] : []),
    rest.join(" "),
  ].join("\n\n")}\n`;
}

function section({ change, hit, unknown, spared }: Impact, subject: string, several: boolean): string {
  const told = describeChange(change);
  const head = `**${codeSpan(change.endpoint)}** ${change.id}${told === "" ? "" : ` (${escapeText(told.replaceAll("`", ""))})`}: ${escapeText(checks[change.id]?.text ?? "")}`;
  const items = [
    ...limited(hit.map((each) => `- ❌ ${placeOf(each, several)}`)),
    ...limited(
      unknown.map(
        (each) =>
          `- ❔ ${placeOf(each, several)}: ${each.outcome.kind === "unknown" ? escapeText(each.outcome.reason) : ""}`,
      ),
    ),
    ...(spared.length > 0 ? [`- ✅ ${count(spared.length, `other ${subject}`)} spared`] : []),
  ];
  return `${head}\n\n${items.join("\n")}`;
}

function limited(items: readonly string[]): readonly string[] {
  return items.length > mostCalls ? [...items.slice(0, mostCalls), `- … and ${items.length - mostCalls} more`] : items;
}

function placeOf({ site, outcome: { at } }: Affected, several: boolean): string {
  const { client, function: around = site.document } = site;
  const { file = site.file, line, column } = at ?? site;
  const place = codeSpan(`${file}:${line}:${column}`);
  return `${several ? `${escapeText(client)}: ` : ""}${place}${around === undefined ? "" : ` in ${codeSpan(around)}`}`;
}
