import { extname } from "node:path";
import { blankOutsideScripts } from "../../text/scripts";

/** Program text, and the file extension that says which dialect it is. */
export interface ScriptText {
  readonly text: string;
  readonly extension: string;
}

/** @returns what of a file is program text, at its own offsets: the script blocks of a component, else all of it. */
export function scriptsOf(text: string, filename: string): ScriptText {
  const extension = extname(filename);
  if (extension !== ".vue" && extension !== ".svelte") return { text, extension };
  const scripts = blankOutsideScripts(text);
  return { text: scripts.text, extension: `.${scripts.language}` };
}
