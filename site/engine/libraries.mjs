import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Packages with declarations in one file, which type the answers of their clients. */
const typedPackages = { axios: "axios/index.d.ts" };

/** The declarations of the language and the browser. */
const wanted =
  /^lib\.(?:es5|es20(?:1\d|2[0-2])(?:\..+)?|dom(?:\.iterable|\.asynciterable)?|decorators(?:\.legacy)?)\.d\.ts$/u;

/** @returns the declarations that code in the playground may use, by file name. */
export function readLibraries() {
  const folder = dirname(createRequire(join(root, "package.json")).resolve("typescript"));
  const names = readdirSync(folder).filter((name) => wanted.test(name) && !name.includes(".full."));
  const files = [
    ...names.map((name) => [name, join(folder, name)]),
    ...Object.entries(typedPackages).map(([name, path]) => [`${name}.d.ts`, join(root, "node_modules", path)]),
  ];
  return Object.fromEntries(files.map(([name, path]) => [name, withoutComments(readFileSync(path, "utf8"))]));
}

/** Removes comments, which are half of the text. References to other declarations are kept. */
function withoutComments(text) {
  return text.replace(/\/\*[\s\S]*?\*\//gu, "").replace(/\n\s*\n+/gu, "\n");
}
