// Measures many small manifests, and one huge file of many documents, against a script of thirty lines. Other tools:
// bench/comparison.
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { hugeFile, manyFiles } from "./projects/manifest-files.mjs";
import { cache, installPeers, program, race, root } from "./measure.mjs";

const node = process.execPath;

/** Writes the schemas that this program publishes, so that every peer uses the same ones. */
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

function kubeconform(schemas, target) {
  if (spawnSync("kubeconform", ["-v"]).status !== 0) return undefined;
  const location = join(schemas, "{{ .ResourceKind }}.json");
  return {
    name: "kubeconform",
    command: ["kubeconform", "-schema-location", location, "-ignore-missing-schemas", target],
  };
}

/** @returns ratios of `restraint check` to the script, by input. Prints all tables. */
export async function run() {
  mkdirSync(cache, { recursive: true });
  const schema = writeSchema();
  const ours = (target) => ({ name: "restraint check", command: [node, program, "check", target], cwd: cache });
  const measured = new Map();
  const raced = async (title, target, others = [kubeconform(schema.folder, target)]) => {
    const contestants = [script(schema.file, target), ours(target), ...others].filter((each) => each !== undefined);
    const ratios = await race(title, contestants, 3);
    measured.set(title, ratios.get("restraint check"));
  };
  await raced("2,000 files", manyFiles());
  await raced("2,000 files, one in ten with a problem", manyFiles(2000, "problems", { oneIn: 10, foreign: false }), []);
  await raced("2,000 files of other groups", manyFiles(2000, "foreign", { oneIn: 50, foreign: true }), []);
  await raced("200 files", manyFiles(200));
  const ten = manyFiles(10);
  await raced("10 files, as a hook sees them", ten, [
    { name: "node -e 0", command: [node, "-e", "0"] },
    kubeconform(schema.folder, ten),
  ]);
  const huge = hugeFile();
  await raced("one file of 50 MB", huge, [kubeconform(schema.folder, dirname(huge))]);
  return measured;
}
