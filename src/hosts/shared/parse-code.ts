import type TS from "typescript";
import { blankOutsideScripts } from "../../text/scripts";
import { fileTypeOf } from "./file-types";

/** Parses a text of code, or the scripts of a component file, without types. */
export function parseCode(ts: typeof TS, path: string, text: string): TS.SourceFile {
  if (fileTypeOf(path) !== "component") return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const scripts = blankOutsideScripts(text);
  const kinds = { js: ts.ScriptKind.JS, jsx: ts.ScriptKind.JSX, ts: ts.ScriptKind.TS, tsx: ts.ScriptKind.TSX };
  return ts.createSourceFile(
    `${path}.${scripts.language}`,
    scripts.text,
    ts.ScriptTarget.Latest,
    true,
    kinds[scripts.language],
  );
}
