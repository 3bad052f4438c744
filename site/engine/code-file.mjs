// TypeScript and the platform's declarations are most of the playground's downloads. Each is loaded when it is first
// needed.
import { TypedFile } from "../../src/hosts/browser/typed-file.ts";

const name = "/playground/client.ts";
let typescript;
let typed;

async function loadTypeScript() {
  typescript ??= import("typescript").then((module) => module.default ?? module);
  return typescript;
}

/** @returns the tree of a text, without types. */
export async function openCode(text) {
  const ts = await loadTypeScript();
  return { ts, sourceFile: ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true) };
}

/** @returns the tree of a text, with its type checker. */
export async function openTyped(text) {
  const ts = await loadTypeScript();
  typed ??= fetch(new URL("./libraries.json", import.meta.url))
    .then((response) => response.json())
    .then((libraries) => new TypedFile(ts, new Map(Object.entries(libraries))));
  return { ts, ...(await typed).open(name, text) };
}
