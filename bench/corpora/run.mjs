// `npm run bench corpora FOLDER [-- --write]`: checks the manifests of public repositories against the definitions of
// their own kinds, and compares the result with two other verdicts: ajv on their schemas, and ajv plus a second CEL
// library on schemas and rules. FOLDER contains the repositories as `owner+name`.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { globSync } from "tinyglobby";
import { LineCounter, parseAllDocuments } from "yaml";
import { cache, program, root } from "../measure.mjs";
import { loadOracle } from "./oracle.mjs";

const { corpora } = JSON.parse(readFileSync(join(import.meta.dirname, "corpora.json"), "utf8"));
/** Placeholders that a later step fills in. Their values are unknown and therefore no mistake. */
const filledInLater = /\$\{|\$\(|\{\{/u;

function runProgram(cwd, ...args) {
  return spawnSync(process.execPath, [program, ...args], { cwd, encoding: "utf8", maxBuffer: 1 << 28 });
}

/** Copies a repository, and imports its definitions. @returns the folder; `undefined` if the repository is missing. */
function layOut(folder, { repository, definitions }) {
  const source = join(folder, repository.replace("/", "+"));
  if (!existsSync(source)) return undefined;
  const made = mkdtempSync(join(tmpdir(), "restraint-corpora-"));
  execFileSync("cp", ["-r", `${source}/.`, made]);
  rmSync(join(made, ".git"), { recursive: true, force: true });
  execFileSync("git", ["init", "--quiet"], { cwd: made });
  const imported = runProgram(made, "import", "crd", ...definitions, "--output", "restraint-contract.yaml");
  if (imported.status !== 0) throw new Error(`${repository}: ${imported.stderr}`);
  writeFileSync(join(made, "restraint.config.yaml"), "builtin: false\ncontract: [./restraint-contract.yaml]\n");
  return made;
}

/** @returns the documents of readable files, each with its lines. */
function documentsIn(folder, patterns) {
  return globSync(patterns, { cwd: folder }).flatMap((file) => {
    const lines = new LineCounter();
    const text = readFileSync(join(folder, file), "utf8");
    const documents = parseAllDocuments(text, { lineCounter: lines, uniqueKeys: false, logLevel: "silent" });
    return documents.flatMap((document) => {
      const value = document.errors.length > 0 ? undefined : document.toJS();
      if (typeof value !== "object" || value === null) return [];
      const [from, , to] = document.range;
      const [first, last] = [lines.linePos(from).line, lines.linePos(Math.max(from, to - 1)).line];
      return [{ file, first, last, value, text: text.slice(from, to) }];
    });
  });
}

function withoutRules(value) {
  if (Array.isArray(value)) return value.map(withoutRules);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(
    ([key, member]) => key !== "x-kubernetes-validations" || !Array.isArray(member),
  );
  return Object.fromEntries(members.map(([key, member]) => [key, withoutRules(member)]));
}

/** @returns by version and kind, the verdict functions of the server and of the schema alone. */
async function oraclesOf(folder, definitions) {
  const Oracle = await loadOracle(cache);
  const found = new Map();
  for (const { value } of documentsIn(
    folder,
    definitions.map((each) => `${each}/**/*.{yaml,yml}`),
  )) {
    if (value.kind !== "CustomResourceDefinition") continue;
    for (const { name, schema } of value.spec.versions) {
      let made;
      // Compiled with the kind's first manifest, because most kinds have none.
      found.set(`${value.spec.group}/${name} ${value.spec.names.kind}`, () => {
        made ??= {
          server: new Oracle(schema.openAPIV3Schema),
          schema: new Oracle(withoutRules(schema.openAPIV3Schema)),
        };
        return made;
      });
    }
  }
  return found;
}

/** @returns a row of the table. Prints the documents with different verdicts, for review by a person. */
async function compare(folder, corpus) {
  const made = layOut(folder, corpus);
  if (made === undefined) throw new Error(`${corpus.repository} is not in ${folder}.`);
  try {
    const report = JSON.parse(runProgram(made, "check", ".", "--verbose", "--format", "json").stdout);
    const oracles = await oraclesOf(made, corpus.definitions);
    const counts = { documents: 0, refused: 0, bySchema: 0, here: 0, there: 0, later: 0 };
    for (const document of documentsIn(made, ["**/*.{yaml,yml}"])) {
      const { value, text, file, first } = document;
      const oracle = oracles.get(`${value.apiVersion} ${value.kind}`);
      const isWithin = (each) => each.file === file && each.line >= first && each.line <= document.last;
      if (oracle === undefined || report.skipped.some(isWithin)) continue;
      const finding = report.findings.find((each) => each.severity === "error" && isWithin(each));
      const verdict = oracle().server.check(text);
      counts.documents += 1;
      counts.refused += finding === undefined ? 0 : 1;
      counts.bySchema += oracle().schema.check(text) === "invalid" ? 1 : 0;
      if (finding !== undefined && verdict !== "invalid") {
        counts.here += 1;
        console.log(`  refused here alone: ${corpus.repository} ${file}:${finding.line} ${finding.message}`);
      }
      if (finding === undefined && verdict === "invalid" && filledInLater.test(text)) counts.later += 1;
      else if (finding === undefined && verdict === "invalid") {
        counts.there += 1;
        console.log(`  taken here alone: ${corpus.repository} ${file}:${first}`);
      }
    }
    return [
      corpus.repository,
      corpus.commit,
      oracles.size,
      counts.documents,
      counts.refused,
      counts.bySchema,
      counts.here,
      counts.there,
      counts.later,
    ];
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

const head = [
  "repository",
  "commit",
  "kinds",
  "documents",
  "refused",
  "by schemas alone",
  "only here",
  "only there",
  "filled in later",
];

/** @param folder contains the repositories. */
export async function run(folder) {
  if (folder === undefined) {
    console.log("corpora: name the folder that holds the repositories.");
    return;
  }
  const rows = [];
  for (const corpus of corpora) rows.push(await compare(folder, corpus));
  const table = [head, ...rows].map((row) => `${row.join("\t")}\n`).join("");
  console.log(table);
  if (process.argv.includes("--write")) writeFileSync(join(root, "bench/measured/corpora.tsv"), table);
}
