import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

/** A table of measurements: one row each, with the heads of its columns first. */
type Table = readonly (readonly string[])[];

interface Report {
  /** Why the mistake is not found. */
  readonly missed?: string;
}

/**
 * Writes the tables of docs/precision.md, each between its marks: those of `bench/measured`, which the programs in `bench` write.
 *
 * @param root the package's folder.
 * @returns the page.
 */
export function withMeasuredTables(page: string, root: string): string {
  const tables = {
    packages: withTotal(readTable(root, "packages")),
    corpora: withTotal(readTable(root, "corpora")),
    reports: withCounts(readTable(root, "reports"), root),
    recall: readTable(root, "recall"),
  };
  return Object.entries(tables).reduce((text, [name, table]) => {
    const [begin, end] = [`<!-- begin ${name} -->`, `<!-- end ${name} -->`];
    const [from, to] = [text.indexOf(begin), text.indexOf(end)];
    if (from === -1 || to < from) return text;
    return `${text.slice(0, from + begin.length)}\n\n${markdown(table)}\n\n${text.slice(to)}`;
  }, page);
}

function readTable(root: string, name: string): Table {
  const text = readFileSync(join(root, "bench/measured", `${name}.tsv`), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((row) => row.split("\t"));
}

const isNumber = (cell = ""): boolean => /^\d+$/u.test(cell);

/** Adds the sum of each column of numbers, or of those of "most …" the largest. */
function withTotal([head = [], ...rows]: Table): Table {
  const total = head.map((title, column) => {
    if (!rows.every((row) => isNumber(row[column]))) return column === 0 ? "**all**" : "";
    const numbers = rows.map((row) => Number(row[column]));
    return String(title.startsWith("most ") ? Math.max(...numbers) : numbers.reduce((sum, each) => sum + each, 0));
  });
  return [head, ...rows, total];
}

/** Adds to each file of reports how many it has, and of how many the mistake is found: the tests hold `missed` to what is. */
function withCounts([head = [], ...rows]: Table, root: string): Table {
  const counted = rows.map((row) => {
    const text = readFileSync(join(root, "fixtures/reports", row[0] ?? ""), "utf8");
    const content = parse(text, { maxAliasCount: 1_000 }) as
      readonly Report[] | { readonly reports: readonly Report[] };
    const reports = "reports" in content ? content.reports : content;
    return [...row, reports.length, reports.filter(({ missed }) => missed === undefined).length].map(String);
  });
  return [[...head, "programs", "found now"], ...counted];
}

function markdown([head = [], ...rows]: Table): string {
  const rule = head.map((_, column) => (rows.some((row) => isNumber(row[column])) ? "---:" : "---"));
  return [head, rule, ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}
