// Analyses published packages by other authors with the recommended preset, and compares every finding with the
// reviewed ones. `npm run build && node bench/precision.mjs [--write]` writes bench/measured/packages.tsv, from which
// `npm run generate` writes docs/precision.md. Packages come through npm into a cache; only their text is read.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";

const root = join(import.meta.dirname, "..");
const cache = process.env.PRECISION_CACHE ?? join(root, "node_modules/.cache/precision");
const require = createRequire(import.meta.url);
const load = (path) => require(join(root, "dist", path));
const ts = require("typescript");
const { analyseCode } = load("src/analysis/code.js");
const { gapsOf } = load("src/request/derived/describe.js");
const { builtinContract } = load("src/contract/builtin.js");
const { noFacts } = load("src/contract/configuration/configuration.js");
const { runRules } = load("src/rule/run.js");
const { selectRules } = load("src/rule/select.js");
const { rules } = load("rules/index.js");

const { packages } = JSON.parse(readFileSync(join(root, "bench/precision.json"), "utf8"));
const selections = selectRules("recommended", {}, rules);

/** Downloads a package's files to the cache. Runs nothing in it. */
function bring(specifier) {
  const folder = join(cache, specifier.replaceAll(/[@/]/g, "-"));
  if (existsSync(join(folder, "package"))) return folder;
  mkdirSync(folder, { recursive: true });
  const archive = execFileSync(
    "npm",
    ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder, specifier],
    { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] },
  )
    .trim()
    .split("\n")
    .at(-1);
  execFileSync("tar", ["xzf", join(folder, basename(archive)), "-C", folder]);
  return folder;
}

function codeFiles(folder) {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter(
      (file) => /\.[cm]?[jt]sx?$/.test(file) && !/\.d\.[cm]?ts$|\.min\.[cm]?js$|(?:^|\/)node_modules\//.test(file),
    )
    .sort();
}

function analyse(folder) {
  const result = { files: 0, callSites: 0, known: 0, nodes: 0, largest: 0, findings: [], crashes: [] };
  for (const file of codeFiles(folder)) {
    const text = readFileSync(join(folder, file), "utf8");
    result.files += 1;
    try {
      const sourceFile = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
      const analysis = analyseCode({ ts, sourceFile, contract: builtinContract, facts: noFacts });
      const nodes = analysis.work.nodes ?? 0;
      result.nodes += nodes;
      result.largest = Math.max(result.largest, nodes);
      result.callSites += analysis.requests.length;
      result.known += analysis.requests.filter((request) => gapsOf(request).length === 0).length;
      const { findings, failures } = runRules(analysis, selections, { contract: builtinContract, facts: noFacts });
      for (const { rule, messageId, range } of findings)
        result.findings.push(`${file}:${text.slice(0, range.start).split("\n").length} ${rule} ${messageId}`);
      for (const { rule, error } of failures) result.crashes.push(`${file}: ${rule}: ${error.message}`);
    } catch (error) {
      result.crashes.push(`${file}: ${error.stack}`);
    }
  }
  return result;
}

const rows = [];
let failed = 0;
for (const { name, reviewed } of packages) {
  const result = analyse(bring(name));
  const verdicts = new Map(reviewed.map(({ finding, verdict }) => [finding, verdict]));
  const unreviewed = result.findings.filter((finding) => !verdicts.has(finding));
  const stale = reviewed.filter(({ finding }) => !result.findings.includes(finding));
  for (const line of [
    ...unreviewed.map((finding) => `not reviewed: ${finding}`),
    ...stale.map(({ finding }) => `gone: ${finding}`),
    ...result.crashes.map((crash) => `crash: ${crash}`),
  ]) {
    failed += 1;
    process.stderr.write(`${name}: ${line}\n`);
  }
  const count = (verdict) => result.findings.filter((finding) => verdicts.get(finding) === verdict).length;
  rows.push([
    name,
    result.files,
    result.callSites,
    result.known,
    result.findings.length,
    count("right"),
    count("wrong"),
    result.crashes.length,
    result.largest,
  ]);
}

const header = [
  "package",
  "files",
  "call sites",
  "fully known",
  "findings",
  "right",
  "wrong",
  "crashes",
  "most nodes in a file",
];
const table = [header, ...rows].map((row) => `${row.join("\t")}\n`).join("");
process.stdout.write(table);
if (process.argv.includes("--write")) writeFileSync(join(root, "bench/measured/packages.tsv"), table);
if (failed > 0) process.exitCode = 1;
