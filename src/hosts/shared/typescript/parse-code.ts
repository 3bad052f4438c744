import { extname } from "node:path";
import type TS from "typescript";
import type { Sources } from "../../../project/sources";
import { blankOutsideScripts } from "../../../text/scripts";

/**
 * Parses a text of code, or the scripts of a component, without types: with parents, and without documentation comments, which nothing reads.
 *
 * @param sources of the project: where they have the tree of this text, nothing is parsed again.
 */
export function parseCode(ts: typeof TS, path: string, text: string, sources?: Pick<Sources, "file">): TS.SourceFile {
  const known = sources?.file(path);
  if (known?.text === text) return known;
  const options = { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone };
  const code = scriptsOf(path, text);
  // What is not TypeScript by its name is read with JSX, as many projects have it in `.js` files.
  const kind = /\.[cm]?tsx?$/u.test(code.name) ? undefined : ts.ScriptKind.JSX;
  return ts.createSourceFile(code.name, code.text, options, true, kind);
}

/** @returns what of a file is program text, at its own offsets, under a name that tells its dialect. */
function scriptsOf(path: string, text: string): { readonly name: string; readonly text: string } {
  if (!/^\.(?:vue|svelte)$/iu.test(extname(path))) return { name: path, text };
  const scripts = blankOutsideScripts(text);
  return { name: `${path}.${scripts.language}`, text: scripts.text };
}
