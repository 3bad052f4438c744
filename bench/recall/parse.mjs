// Parses the files that `restraint requests` analyses, and does nothing else with them:
// `node bench/recall/parse.mjs PATH...`.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { root } from "../measure.mjs";

const load = createRequire(join(root, "dist/"));
const { loadTypeScript } = load("./src/hosts/cli/typescript.js");
const { discover } = load("./src/hosts/cli/check/discover.js");
const { fileTypeOf } = load("./src/hosts/shared/files/file-type.js");

const ts = loadTypeScript();
for (const file of discover(process.argv.slice(2), process.cwd()).files) {
  if (fileTypeOf(file) === "code") ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest);
}
