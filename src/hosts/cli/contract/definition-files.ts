import { statSync } from "node:fs";
import { relative, resolve } from "node:path";
import { parseAllDocuments, type Document } from "yaml";
import type { CrdDocument } from "../../../contract/import/crd";
import { mostBytes, readRegularText, tryReadText } from "../../../files/read";
import { stripByteOrderMark } from "../../../text/lines";
import { describeMistake } from "../../../value/yaml-parser";
import { filesBelow } from "./files-below";

/** Occurs in the text of every definition. */
const signs = /\b(?:Custom|Composite)ResourceDefinition/;

/**
 * Reads documents from files, and from YAML and JSON files in folders if they may contain definitions.
 *
 * @param fail called for each path that cannot be read, with what to do; the others are still read.
 */
export function readDefinitions(paths: readonly string[], cwd: string, fail: (message: string) => void): CrdDocument[] {
  return paths.flatMap((path) => {
    const full = resolve(cwd, path);
    const name = relative(cwd, full) || ".";
    if (statSync(full, { throwIfNoEntry: false })?.isDirectory() !== true) return readFile(full, name, fail);
    const { files, unread } = filesBelow(full, (folder) => folder === "node_modules" || folder.startsWith("."));
    for (const { path: link, reason } of unread) fail(`${relative(cwd, link)}: ${reason}`);
    const defining = files.filter(mayDefine);
    if (defining.length + unread.length === 0)
      fail(`${name}: no file in this folder holds a custom resource definition`);
    return defining.flatMap((file) => readFile(file, relative(cwd, file), fail));
  });
}

/** Unreadable files count: reading them again reports the problem. */
function mayDefine(file: string): boolean {
  const text = tryReadText(file, mostBytes.manifest);
  return text === undefined || signs.test(text);
}

function readFile(path: string, name: string, fail: (message: string) => void): CrdDocument[] {
  try {
    const text = readRegularText(path, mostBytes.manifest);
    if (text.replace(/^\s*(?:#.*|---)?$/gmu, "").trim() === "") throw new Error("it is empty");
    const documents = readDocuments(text);
    if (!signs.test(text)) throw new Error("it holds no custom resource definition");
    return documents.map((value) => ({ file: name, value }));
  } catch (error) {
    fail(`${name}: ${explain(error)}`);
    return [];
  }
}

/** @throws {Error} if the text is not YAML; it may be a template. */
function readDocuments(source: string): unknown[] {
  const parsed = parseAllDocuments(stripByteOrderMark(source).text, { uniqueKeys: false, logLevel: "silent" });
  const documents: readonly Document[] = "empty" in parsed ? [] : parsed;
  return documents.map((document) => {
    const [error] = document.errors;
    if (error !== undefined) {
      const isTemplate = source.includes("{{") ? "; it is a template: import what it makes (`helm template`)" : "";
      throw new Error(`it is not valid YAML: ${describeMistake(error).split("\n")[0] ?? ""}${isTemplate}`);
    }
    return document.toJS() as unknown;
  });
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isMissing = "code" in error && error.code === "ENOENT";
  return isMissing ? "there is no such file or folder" : error.message;
}
