// Manifests: many small files, and one huge file of many documents, against what people use today.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { hugeFile, manyFiles } from "./manifest-files.mjs";
import { cache, installPeers, program, race, root } from "./measure.mjs";

const node = process.execPath;

/** Writes the schemas that this program publishes: every peer checks by the same. */
function writeSchema() {
  const { stdout, status, stderr } = spawnSync(node, [program, "kinds", "--format", "json-schema"], {
    cwd: cache,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`restraint kinds failed:\n${stderr}`);
  const file = join(cache, "kinds.schema.json");
  writeFileSync(file, stdout);
  const schema = JSON.parse(stdout);
  const folder = join(cache, "schemas");
  mkdirSync(folder, { recursive: true });
  for (const [kind, definition] of Object.entries(schema.definitions)) {
    writeFileSync(
      join(folder, `${kind.toLowerCase()}.json`),
      JSON.stringify({ ...definition, definitions: schema.definitions }),
    );
  }
  return { file, folder };
}

function script(schema, target) {
  const peers = installPeers("ajv", ["ajv@8", "js-yaml@4"]);
  return (
    peers && {
      name: "ajv + js-yaml 4, a script of 30 lines",
      command: [node, join(root, "bench/peers/ajv-js-yaml.mjs"), peers, schema, target],
    }
  );
}

function eslintPeer(schema, target) {
  const peers = installPeers("eslint", ["eslint@9", "eslint-plugin-json-schema-validator@6", "yaml-eslint-parser@2"]);
  if (!peers) return undefined;
  writeFileSync(
    join(peers, "eslint.config.mjs"),
    `import { createRequire } from "node:module";
import * as parser from "yaml-eslint-parser";
import plugin from "eslint-plugin-json-schema-validator";
const schema = createRequire(import.meta.url)(${JSON.stringify(schema)});
export default [{
  files: ["**/*.yaml"],
  languageOptions: { parser },
  plugins: { v: plugin },
  rules: { "v/no-invalid": ["error", { schemas: [{ fileMatch: ["**/*.yaml"], schema }], useSchemastoreCatalog: false }] },
}];
`,
  );
  const command = [
    node,
    join(peers, "node_modules/eslint/bin/eslint.js"),
    "--no-ignore",
    "--config",
    join(peers, "eslint.config.mjs"),
    target,
  ];
  return { name: "eslint-plugin-json-schema-validator", command, cwd: cache, once: true };
}

function spectralPeer(schema, target) {
  const peers = installPeers("spectral", ["@stoplight/spectral-cli@6"]);
  if (!peers) return undefined;
  const ruleset = join(peers, "ruleset.json");
  const options = { schema: JSON.parse(readFileSync(schema, "utf8")), allErrors: true };
  const rule = { given: "$", severity: "error", then: { function: "schema", functionOptions: options } };
  writeFileSync(ruleset, JSON.stringify({ rules: { kinds: rule } }));
  const command = [
    node,
    join(peers, "node_modules/@stoplight/spectral-cli/dist/index.js"),
    "lint",
    "--ruleset",
    ruleset,
    "--quiet",
    `${target}/**/*.yaml`,
  ];
  return { name: "spectral", command, cwd: peers, once: true };
}

function kubeconform(schemas, target) {
  if (spawnSync("kubeconform", ["-v"]).status !== 0) return undefined;
  const location = join(schemas, "{{ .ResourceKind }}.json");
  return {
    name: "kubeconform",
    command: ["kubeconform", "-schema-location", location, "-ignore-missing-schemas", target],
  };
}

/** Prints the two tables. */
export async function run() {
  mkdirSync(cache, { recursive: true });
  const schema = writeSchema();
  const files = manyFiles();
  const ours = (target) => ({ name: "restraint check", command: [node, program, "check", target], cwd: cache });
  const present = (contestants) => contestants.filter((contestant) => contestant !== undefined);
  await race(
    "2,000 manifests, one a file",
    present([
      script(schema.file, files),
      ours(files),
      kubeconform(schema.folder, files),
      eslintPeer(schema.file, files),
    ]),
  );
  for (const [title, folder] of [
    ["2,000 manifests, one in ten with a problem", manyFiles(2000, "problems", { oneIn: 10, foreign: false })],
    ["2,000 manifests of other groups", manyFiles(2000, "foreign", { oneIn: 50, foreign: true })],
  ])
    await race(title, present([script(schema.file, folder), ours(folder)]), 3);
  const few = manyFiles(200);
  await race(
    "200 manifests, one a file",
    present([script(schema.file, few), ours(few), spectralPeer(schema.file, few)]),
    3,
  );
  const ten = manyFiles(10);
  await race(
    "10 manifests, as a commit hook sees them",
    present([
      { name: "node -e 0", command: [node, "-e", "0"] },
      ours(ten),
      script(schema.file, ten),
      kubeconform(schema.folder, ten),
    ]),
  );
  const huge = hugeFile();
  await race(
    "one file of 50 MB",
    present([script(schema.file, huge), ours(huge), kubeconform(schema.folder, dirname(huge))]),
    3,
  );
}
