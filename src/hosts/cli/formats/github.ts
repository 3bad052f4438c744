import type { Format } from "./format";

/** For GitHub Actions: workflow commands, which it shows beside the lines of a pull request. */
export const github: Format = ({ run, summary }) => {
  const lines: string[] = [];
  for (const { file, findings, problems } of run.files) {
    for (const { rule, severity, message, line, column, endLine, endColumn } of findings) {
      // A range of columns is only understood within one line.
      const place = line === endLine ? { line, endLine, col: column, endColumn } : { line, endLine };
      lines.push(
        command(severity === "error" ? "error" : "warning", { file, ...place, title: `restraint/${rule}` }, message),
      );
    }
    for (const { line, column, message } of problems) {
      lines.push(command("error", { file, line, col: column, title: "restraint could not check this file" }, message));
    }
  }
  for (const { file, line, column, severity, message } of run.problems) {
    lines.push(
      command(severity === "error" ? "error" : "warning", { file, line, col: column, title: "restraint" }, message),
    );
  }
  lines.push(
    `${summary.errors} errors, ${summary.warnings} warnings; ${summary.checked} checked, ${summary.skipped} skipped, ${summary.unreadable} unreadable`,
  );
  return `${lines.join("\n")}\n`;
};

function command(
  name: "error" | "warning",
  properties: Readonly<Record<string, string | number | undefined>>,
  message: string,
): string {
  const written = Object.entries(properties).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}=${escapeProperty(String(value))}`],
  );
  return `::${name} ${written.join(",")}::${escapeData(message)}`;
}

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
