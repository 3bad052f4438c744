import { visible } from "../../../text/visible";

/** @returns rows as lines with aligned columns, without empty columns. */
export function formatTable(given: readonly (readonly string[])[]): string {
  const rows = given.map((row) => row.map(visible));
  const count = Math.max(0, ...rows.map((row) => row.length));
  const columns = Array.from({ length: count }, (_, column) => column).filter((column) =>
    rows.some((row) => (row[column] ?? "") !== ""),
  );
  const widths = columns.map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map(
      (row) =>
        `${columns
          .map((column, index) => (row[column] ?? "").padEnd(widths[index] ?? 0))
          .join("  ")
          .trimEnd()}\n`,
    )
    .join("");
}
