import { relative, sep } from "node:path";
import { describeCoverage } from "../compared/line";
import type { Format } from "./format";

/** For GitHub Actions: workflow commands, which it shows next to the lines of a pull request. */
export const github: Format = ({ run, summary, cwd }) => {
  const lines: string[] = [];
  const below = folderBelow(process.env.GITHUB_WORKSPACE, cwd);
  for (const { file: name, findings, problems } of run.files) {
    const file = below + name;
    for (const { rule, severity, message, line, column, endLine, endColumn } of findings) {
      // GitHub accepts columns only for a range within one line.
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
      command(
        severity === "error" ? "error" : "warning",
        { file: below + file, line, col: column, title: "restraint" },
        message,
      ),
    );
  }
  lines.push(
    `${summary.errors} errors, ${summary.warnings} warnings; ${summary.checked} checked, ${summary.skipped} skipped, ${summary.unreadable} unreadable`,
    ...(summary.coverage ? [describeCoverage(summary.coverage)] : []),
  );
  return `${lines.join("\n")}\n`;
};

/**
 * @returns the path from the repository's root to the working folder, because GitHub expects file names relative to the
 * root.
 */
function folderBelow(workspace: string | undefined, cwd: string): string {
  if (workspace === undefined || workspace === "") return "";
  const between = relative(workspace, cwd);
  return between === "" || between.startsWith("..") ? "" : `${between.split(sep).join("/")}/`;
}

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
