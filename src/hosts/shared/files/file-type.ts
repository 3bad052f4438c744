import { extname } from "node:path";

/** The type of a file, by its name. */
export type FileType = "code" | "component" | "yaml" | "json";

const types: Readonly<Record<string, FileType>> = {
  ".ts": "code",
  ".mts": "code",
  ".cts": "code",
  ".tsx": "code",
  ".js": "code",
  ".mjs": "code",
  ".cjs": "code",
  ".jsx": "code",
  ".vue": "component",
  ".svelte": "component",
  ".yaml": "yaml",
  ".yml": "yaml",
  ".json": "json",
};

/** @returns the type of a file, or `undefined` if it is not checked. */
export function fileTypeOf(path: string): FileType | undefined {
  return types[extname(path).toLowerCase()];
}

/** Whether a file contains only declarations: `.d.ts`, `.d.mts`. It sends no requests. */
export function isDeclarationFile(path: string): boolean {
  return /\.d\.(?:[cm]?ts|[^.]+\.ts)$/u.test(path);
}
