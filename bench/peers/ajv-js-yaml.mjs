// The script that an engineer writes in an afternoon: js-yaml reads, ajv checks, and errors have paths but no
// positions.
//
//     ajv-js-yaml.mjs PEERS SCHEMA FILE-OR-FOLDER
import { readdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const [peers, schemaFile, target] = process.argv.slice(2);
const load = createRequire(join(peers, "package.json"));
const Ajv = load("ajv").default;
const { loadAll } = load("js-yaml");

const schema = JSON.parse(readFileSync(schemaFile, "utf8"));
const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
const compiled = new Map();
/** Compiles only the kinds that occur, each on its own. */
function validatorOf(kind) {
  if (!compiled.has(kind))
    compiled.set(kind, Object.hasOwn(schema.definitions, kind) ? ajv.compile(schema.definitions[kind]) : undefined);
  return compiled.get(kind);
}
const ours = /^(?:timestream|functions)\.example\.dev\//u;

let problems = 0;
const files = statSync(target).isDirectory()
  ? readdirSync(target, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
  : [target];
for (const file of files) {
  for (const document of loadAll(readFileSync(file, "utf8"))) {
    const validate = ours.test(document?.apiVersion) ? validatorOf(document.kind) : undefined;
    if (!validate || validate(document)) continue;
    for (const { instancePath, message } of validate.errors) console.log(`${file}: ${instancePath} ${message}`);
    problems += 1;
  }
}
process.exitCode = problems > 0 ? 1 : 0;
