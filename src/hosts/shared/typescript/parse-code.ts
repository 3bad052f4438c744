import { extname } from "node:path";
import type TS from "typescript";
import type { Sources } from "../../../project/sources";
import { blankOutsideScripts } from "../../../text/scripts";

/**
 * Parses code, or the scripts of a component, without types. The tree has parents, but no documentation comments, which
 * nothing reads.
 *
 * @param sources of the project; their tree of the same text is reused.
 */
export function parseCode(ts: typeof TS, path: string, text: string, sources?: Pick<Sources, "file">): TS.SourceFile {
  const known = sources?.file(path);
  if (known?.text === text) return known;
  const options = { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone };
  const code = scriptsOf(path, text);
  // Files other than TypeScript are parsed with JSX, which many projects use in `.js` files.
  const kind = /\.[cm]?tsx?$/u.test(code.name) ? undefined : ts.ScriptKind.JSX;
  return ts.createSourceFile(code.name, code.text, options, true, kind);
}

/** @returns the program text of a file at its original offsets, and a file name with the ending of its language. */
function scriptsOf(path: string, text: string): { readonly name: string; readonly text: string } {
  if (!/^\.(?:vue|svelte)$/iu.test(extname(path))) return { name: path, text };
  const scripts = blankOutsideScripts(text);
  return { name: `${path}.${scripts.language}`, text: scripts.text };
}
