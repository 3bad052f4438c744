import { dirname, resolve } from "node:path";
import type TS from "typescript";
import { readerOf } from "../shared/typescript/reader";

/** In order of precedence: if a folder has both, editors use the first. */
export const configurationNames = ["tsconfig.json", "jsconfig.json"];

/** Parses a tsconfig.json or jsconfig.json. As in editors, the valid parts of one with mistakes are used. */
export function parseConfiguration(ts: typeof TS, path: string): TS.ParsedCommandLine {
  const readFile = readerOf(ts);
  const { config } = ts.readConfigFile(path, readFile) as { config?: unknown };
  return ts.parseJsonConfigFileContent(config ?? {}, { ...ts.sys, readFile }, dirname(path), undefined, path);
}

/** @returns a path in TypeScript's form, for comparison: absolute, with forward slashes. */
export function normalisePath(path: string): string {
  return resolve(path).replaceAll("\\", "/");
}
