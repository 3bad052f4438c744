import type TS from "typescript";
import type { Sources } from "../../project/sources";
import { blankOutsideScripts } from "../../text/scripts";
import { fileTypeOf } from "./file-types";

/**
 * Parses a text of code, or the scripts of a component file, without types.
 *
 * @param sources of the project: where they have the tree of this text, nothing is parsed again.
 */
export function parseCode(ts: typeof TS, path: string, text: string, sources?: Pick<Sources, "file">): TS.SourceFile {
  if (fileTypeOf(path) !== "component") {
    const known = sources?.file(path);
    return known?.text === text ? known : ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  }
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
