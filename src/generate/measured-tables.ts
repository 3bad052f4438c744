import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

/** A table of measurements, with the titles of its columns in the first row. */
type Table = readonly (readonly string[])[];

interface Report {
  /** Why the mistake is not found. */
  readonly missed?: string;
}

/**
 * Inserts the tables of docs/precision.md between their marks, from `bench/measured`, which the programs in `bench`
 * write.
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

/** Adds a row with the sum of each column of numbers, or with the maximum for columns named "most …". */
function withTotal([head = [], ...rows]: Table): Table {
  const total = head.map((title, column) => {
    if (!rows.every((row) => isNumber(row[column]))) return column === 0 ? "**all**" : "";
    const numbers = rows.map((row) => Number(row[column]));
    return String(title.startsWith("most ") ? Math.max(...numbers) : numbers.reduce((sum, each) => sum + each, 0));
  });
  return [head, ...rows, total];
}

/**
 * Adds to each file of reports their number, and the number of mistakes found: reports without `missed`, which tests
 * verify.
 */
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
