import { formatTable } from "../contract/table";
import type { Call, Gap } from "./collect";
import type { Comparison, Difference } from "./compare";
import { count, describeGaps, isMarkedOnly, type PermissionReport, tokensOf } from "./report";

/** @returns the report for people: each permission with its calls, what is not known, the comparison, and the figures last. */
export function formatText(report: PermissionReport): string {
  const { needs, collected, comparison } = report;
  const sections = [
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
    section("not in the map", collected.unlisted.map(callRow)),
    section(
      "not clear",
      collected.unclear.map((gap) => [
        ...callRow(gap),
        `one of ${gap.candidates.length}: ${shortened(gap.candidates)}`,
      ]),
    ),
    section("not known", collected.unknown.map(gapRow)),
    section("wrappers: what they send is looked at where they are called", collected.wrappers.map(gapRow)),
    section("GraphQL: permissions cannot be read from the query", collected.graphql.map(callRow)),
    comparison ? compared(comparison) : "",
  ];
  return `${sections.filter((text) => text !== "").join("\n")}${needs.length > 0 || sections.some((text) => text !== "") ? "\n" : ""}${summary(report)}\n`;
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

function compared({ source, missing, unused, higher, notShown }: Comparison): string {
  const name = ({ scope, category }: Difference): string => (scope === "" ? category : `${scope}.${category}`);
  const rows = [
    ...missing.map((each) => [
      "missing",
      `${name(each)}: ${each.needed ?? ""}`,
      each.granted === undefined ? "not granted" : `granted: ${each.granted}`,
    ]),
    ...higher.map((each) => [
      "higher than needed",
      `${name(each)}: ${each.granted ?? ""}`,
      `${each.needed ?? ""} is enough`,
    ]),
    ...unused.map((each) => ["unused", `${name(each)}: ${each.granted ?? ""}`]),
    ...notShown.map((each) => ["not in the map", `${name(each)}: ${each.granted ?? ""}`]),
  ];
  return rows.length === 0 ? `granted in ${source}: exactly this\n` : section(`granted in ${source}`, rows);
}

function summary({ needs, collected }: PermissionReport): string {
  const calls = new Set(collected.uses.map(placeOf)).size;
  const endpoints = new Set(collected.uses.map((use) => `${use.method ?? ""} ${use.endpoint}`)).size;
  const least = `${count(calls, "call")} to ${count(endpoints, "endpoint")}: ${count(needs.length, "permission")}`;
  return [least, ...describeGaps(collected)].join("; ");
}
