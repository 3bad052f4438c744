// read.mjs OLD NEW: the minimum that `restraint diff` has to do, which is to read both descriptions into contracts.
import { createRequire } from "node:module";
import { join } from "node:path";
import { root } from "../measure.mjs";

const { readVersion } = createRequire(import.meta.url)(join(root, "dist/src/hosts/cli/diff/read-version.js"));
for (const file of process.argv.slice(2)) await readVersion(file, process.cwd());
