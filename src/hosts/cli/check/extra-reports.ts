import { resolve } from "node:path";
import { replaceFile } from "../../../files/replace";
import { UsageError } from "../exit";
import { systemMessage } from "./read";

/** A report written to a file, besides the one on standard output. */
export interface ExtraReport {
  readonly format: string;
  readonly path: string;
}

/**
 * Parses `sarif=report.sarif`.
 *
 * @throws {UsageError} if the value has another form or names an unknown format.
 */
export function parseExtraReport(value: string, formats: readonly string[], cwd: string): ExtraReport {
  const [, format = "", file = ""] = /^([^=]*)=(.+)$/su.exec(value) ?? [];
  if (!formats.includes(format))
    throw new UsageError(
      `--report takes a format and a file, such as sarif=restraint.sarif, and not \`${value}\`; the formats are ${formats.join(", ")}.`,
    );
  return { format, path: resolve(cwd, file) };
}

/** @throws {UsageError} if the file cannot be written. */
export function writeExtraReport({ path }: ExtraReport, text: string): void {
  try {
    replaceFile({ path, text });
  } catch (error) {
    throw new UsageError(`the report cannot be written to ${path}: ${systemMessage(error)}`);
  }
}
