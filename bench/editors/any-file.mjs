// Measures CPU time of edits anywhere in a project:
// `node bench/editors/any-file.mjs FOLDER [--edits N] [--below FOLDER]`.
//
// Draws files at random, and edits each once. After each edit, asks for TypeScript's own errors and then for our
// findings, in one process, as the language server does. `node bench/edits.mjs` edits the largest file in real servers
// instead. Nothing of the folder is run or written.
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";

const load = createRequire(import.meta.url);
const ts = load("typescript");
const { CodeProjects } = load("../../dist/src/hosts/lsp/code-projects.js");
const told = load("../../dist/src/flow/leads/told.js");
let followed = 0;
const { toldBy } = told;
told.toldBy = (...given) => {
  followed += 1;
  return toldBy(...given);
};
const { FileChecker } = load("../../dist/src/hosts/editor/file-checker.js");

function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === "node_modules" || entry.name.startsWith(".")) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(path);
    return /(?<!\.d)\.tsx?$/u.test(entry.name) ? [path] : [];
  });
}

/** @returns CPU time of a function, in seconds. */
function secondsOf(run) {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

function percentile(values, share) {
  return [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
}

function row(name, values) {
  return `  ${name.padEnd(28)} p50 ${percentile(values, 0.5).toFixed(2)}, p95 ${percentile(values, 0.95).toFixed(2)}`;
}

const { values: given, positionals } = parseArgs({
  options: { edits: { type: "string", default: "200" }, below: { type: "string", default: "." } },
  allowPositionals: true,
});
const folder = resolve(positionals[0] ?? ".");
const files = filesBelow(join(folder, given.below));
const projects = new CodeProjects(ts, undefined, console.error);
const checker = new FileChecker(ts, (what, error) => console.error(what, error));
let state = 7;
const draw = (count) => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) % count;
const errors = [];
const findings = [];
let held = 0;
while (findings.length < Number(given.edits)) {
  const file = files[draw(files.length)];
  const text = readFileSync(file, "utf8");
  const at = /\n[ \t]+(?:const|await|return|if)\b/u.exec(text)?.index;
  const opened = at === undefined ? undefined : projects.programOf(file, text);
  if (!opened?.getSourceFile(file)) continue;
  checker.check(opened, file, () => undefined);
  const edited = `${text.slice(0, at)}\n void 0;${text.slice(at)}`;
  let program;
  errors.push(
    secondsOf(() => {
      program = projects.programOf(file, edited);
      program.getSemanticDiagnostics(program.getSourceFile(file));
    }),
  );
  const before = followed;
  findings.push(secondsOf(() => checker.check(program, file, () => undefined)));
  if (followed === before) held += 1;
  projects.programOf(file, text);
  if (process.env.RESTRAINT_VERBOSE) console.log(relative(folder, file), errors.at(-1), findings.at(-1));
}
const half = percentile(errors, 0.5);
console.log(
  `\n${findings.length} edits, each in a file drawn from ${files.length}; 1 is what TypeScript's errors take in half of them (${half.toFixed(2)} s)`,
);
console.log(
  row(
    "errors of TypeScript",
    errors.map((each) => each / half),
  ),
);
console.log(
  row(
    "our findings",
    findings.map((each) => each / half),
  ),
);
console.log(`  what was known held after ${held} edits`);
process.exit(0);
