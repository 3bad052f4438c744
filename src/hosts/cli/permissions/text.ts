import { formatTable } from "../contract/table";
import type { Call, Gap } from "./collect";
import type { Comparison, Difference } from "./compare";
import { describeUnseen, groupUnseen } from "../requests/unseen";
import { describeGaps, incomplete, isMarkedOnly, type PermissionReport, tokensOf } from "./report";
import { count } from "../../../text/words";

/**
 * @returns the report as text: calls with unknown needs, each permission with its calls, the comparison, and the
 * totals.
 */
export function formatText(report: PermissionReport): string {
  const { needs, collected, comparison } = report;
  const doubts = describeGaps(report);
  const sections = [
    doubts.length > 0 ? `${incomplete} Not in it: ${doubts.join("; ")}.\n` : "",
    section("not known", collected.unknown.map(gapRow)),
    section(
      "not clear",
      collected.unclear.map((gap) => [
        ...callRow(gap),
        `one of ${gap.candidates.length}: ${shortened(gap.candidates)}`,
      ]),
    ),
    section("not in the map", collected.unlisted.map(callRow)),
    section("GraphQL: permissions cannot be read from the query", collected.graphql.map(callRow)),
    describeUnseen(groupUnseen(collected.lookAlikes), "`restraint requests --suggest`")
      .map((line) => `${line}\n`)
      .join(""),
    ...needs.map((need) =>
      section(
        [
          `${need.scope}.${need.category}: ${need.access}`,
          ...need.alternatives.map(({ scope, category, access }) => ` or ${scope}.${category}: ${access}`),
          tokensOf(need).length > 0 ? `  (${tokensOf(need).join(" or ")})` : "",
          isMarkedOnly(need) ? "  perhaps: its endpoints may take another permission" : "",
        ].join(""),
        need.uses.map((use) => [
          placeOf(use),
          `${use.method ?? ""} ${use.endpoint}`,
          use.tokens.join(" or "),
          use.marked ? "*" : "",
        ]),
      ),
    ),
    section("wrappers: what they send is looked at where they are called", collected.wrappers.map(gapRow)),
    comparison ? compared(comparison, doubts.length > 0) : "",
  ];
  return `${sections.filter((text) => text !== "").join("\n")}${needs.length > 0 || sections.some((text) => text !== "") ? "\n" : ""}${legend(report)}${summary(report)}\n`;
}

/** Explanations of token types. */
const tokenWords: Readonly<Record<string, string>> = { UAT: "a user's token", IAT: "an installation's token" };

function legend({ needs }: PermissionReport): string {
  const shown = new Set(needs.flatMap((need) => [...tokensOf(need), ...need.uses.flatMap((use) => use.tokens)]));
  const words = Object.entries(tokenWords).filter(([name]) => shown.has(name));
  return words.length === 0 ? "" : `${words.map(([name, meaning]) => `${name}: ${meaning}`).join("; ")}\n`;
}

function section(title: string, rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "";
  return `${title}\n${formatTable(rows).replace(/^/gm, "    ").replace(/ +$/, "")}`;
}

function placeOf({ file, line, column }: Call): string {
  return `${file}:${line}:${column}`;
}

function callRow(call: Call): string[] {
  return [placeOf(call), `${call.method ?? "?"} ${call.path ?? "?"}`];
}

function gapRow(gap: Gap): string[] {
  return [...callRow(gap), gap.reason];
}

function shortened(names: readonly string[]): string {
  return names.length > 3 ? `${names.slice(0, 3).join(", ")}, …` : names.join(", ");
}

/** @param isIncomplete whether calls with unknown needs may need further permissions. */
function compared({ source, missing, unused, higher, notShown }: Comparison, isIncomplete: boolean): string {
  const name = ({ scope, category }: Difference): string => (scope === "" ? category : `${scope}.${category}`);
  const rows = [
    ...missing.map((each) => [
      "missing",
      `${name(each)}: ${each.needed ?? ""}`,
      each.granted === undefined ? "not granted" : `granted: ${each.granted}`,
    ]),
    ...higher.map((each) => [
      isIncomplete ? "higher than what was seen needs" : "higher than needed",
      `${name(each)}: ${each.granted ?? ""}`,
      isIncomplete ? `${each.needed ?? ""} was seen` : `${each.needed ?? ""} is enough`,
    ]),
    ...unused.map((each) => [
      isIncomplete ? "not seen to be needed" : "unused",
      `${name(each)}: ${each.granted ?? ""}`,
    ]),
    ...notShown.map((each) => ["not in the map", `${name(each)}: ${each.granted ?? ""}`]),
  ];
  return rows.length === 0 ? `granted in ${source}: exactly this\n` : section(`granted in ${source}`, rows);
}

function summary(report: PermissionReport): string {
  const { needs, collected } = report;
  const calls = new Set(collected.uses.map(placeOf)).size;
  const endpoints = new Set(collected.uses.map((use) => `${use.method ?? ""} ${use.endpoint}`)).size;
  const least = `${count(calls, "call")} to ${count(endpoints, "endpoint")}: ${count(needs.length, "permission")}`;
  return [least, ...describeGaps(report)].join("; ");
}
