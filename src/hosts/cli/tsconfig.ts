import { dirname, resolve } from "node:path";
import type TS from "typescript";
import { readerOf } from "../shared/typescript/reader";

/** Where both are in a folder, editors take the first. */
export const configurationNames = ["tsconfig.json", "jsconfig.json"];

/** Reads a tsconfig.json or jsconfig.json. One with mistakes still gives what can be understood of it, as in the editor. */
export function parseConfiguration(ts: typeof TS, path: string): TS.ParsedCommandLine {
  const readFile = readerOf(ts);
  const { config } = ts.readConfigFile(path, readFile) as { config?: unknown };
  return ts.parseJsonConfigFileContent(config ?? {}, { ...ts.sys, readFile }, dirname(path), undefined, path);
}

/** Paths compare as TypeScript writes them: absolute, with forward slashes. */
export function normalisePath(path: string): string {
  return resolve(path).replaceAll("\\", "/");
}
