import { extname } from "node:path";

/** What a file is taken for, by its name. */
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

/** @returns what a file is taken for, or `undefined` where it is nothing that is checked. */
export function fileTypeOf(path: string): FileType | undefined {
  return types[extname(path).toLowerCase()];
}

/** Whether a file only declares what is written elsewhere: `.d.ts`, `.d.mts`. It sends no request. */
export function isDeclarationFile(path: string): boolean {
  return /\.d\.(?:[cm]?ts|[^.]+\.ts)$/u.test(path);
}
