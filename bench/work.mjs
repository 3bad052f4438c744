// Counts of work: they are the same on every machine, and show what a change costs before a clock can.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import ts from "typescript";
import { codeProject } from "./code-files.mjs";
import { manyFiles } from "./manifest-files.mjs";
import { program, root } from "./measure.mjs";

const load = createRequire(join(root, "dist/"));
const { analyseCode } = load("./src/analysis/code.js");
const { createCodebase } = load("./src/analysis/codebase.js");
const { programSources } = load("./src/evaluator/modules/sources.js");
const { builtinContract } = load("./src/contract/builtin.js");
const { noFacts } = load("./src/contract/configuration.js");

/** A program of files that exist only here, beside TypeScript's own library. */
function programOf(files) {
  const options = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: [],
    lib: ["lib.es2022.d.ts", "lib.dom.d.ts"],
  };
  const host = ts.createCompilerHost(options, true);
  const { getSourceFile, fileExists, readFile } = host;
  host.getSourceFile = (name, ...rest) =>
    name in files
      ? ts.createSourceFile(name, files[name], ts.ScriptTarget.ES2022, true)
      : getSourceFile.call(host, name, ...rest);
  host.directoryExists = () => true;
  host.fileExists = (name) => name in files || fileExists.call(host, name);
  host.readFile = (name) => files[name] ?? readFile.call(host, name);
  return ts.createProgram(Object.keys(files), options, host);
}

function count(title, files, analysed = Object.keys(files)) {
  const made = programOf(files);
  const checker = made.getTypeChecker();
  const codebase = createCodebase(ts, programSources(ts, made), noFacts);
  const sum = {};
  let requests = 0;
  for (const name of analysed) {
    const analysis = analyseCode({
      ts,
      sourceFile: made.getSourceFile(name),
      checker,
      contract: builtinContract,
      facts: noFacts,
      codebase,
    });
    requests += analysis.requests.length;
    for (const [key, value] of Object.entries(analysis.work)) sum[key] = (sum[key] ?? 0) + value;
  }
  const lines = analysed.reduce((all, name) => all + files[name].split("\n").length, 0);
  const figures = Object.entries(sum).map(([key, value]) => `${value} ${key}`);
  console.log(`  ${title.padEnd(44)} ${[`${lines} lines`, `${requests} requests`, ...figures].join(", ")}`);
}

/** A function that passes what it is given on to the next, `depth` times, down to fetch. */
function wrapperChain(depth) {
  const links = Array.from(
    { length: depth },
    (_, at) => `function call${at}(path: string, body: object) { return call${at + 1}(path, body); }`,
  );
  return `${links.join("\n")}\nfunction call${depth}(path: string, body: object) { return fetch("https://api.example.com" + path, { method: "PATCH", body: JSON.stringify(body) }); }\nvoid call0("/things/1", { name: "x" });\n`;
}

/** @returns how many modules, ours and others', a run of the program loads. */
function loadedModules(...args) {
  const script = `process.argv.splice(1, 1); process.on("exit", () => { const all = Object.keys(require.cache); require("node:fs").writeSync(2, JSON.stringify([all.length, all.filter((file) => file.includes("node_modules")).length])); }); require(process.argv[1]);`;
  const { stderr } = spawnSync(process.execPath, ["-e", script, "--", "", program, ...args], { encoding: "utf8" });
  const [all, others] = JSON.parse(/\[\d+,\d+\]$/u.exec(stderr)?.[0] ?? "[0,0]");
  return `${all} modules, ${others} of them of other packages`;
}

/** Prints the counts. */
export async function run() {
  console.log("\nWork of the evaluator");
  const project = join(codeProject(), "src");
  const files = { "/src/client.ts": readFileSync(join(project, "client.ts"), "utf8") };
  for (let index = 0; index < 100; index += 1)
    files[`/src/part/file-${index}.ts`] = readFileSync(join(project, `part-${index % 20}`, `file-${index}.ts`), "utf8");
  count("100 files, ten of which call a wrapper", files);
  const one = files["/src/part/file-0.ts"];
  const long = Array.from({ length: 40 }, (_, at) =>
    one.replaceAll(/\b(describe\d|Entry0|rename0|list0)\b/gu, `$1_${at}`).replace(/^import.*$/mu, ""),
  ).join("\n");
  count(
    "a file of 5,000 lines",
    { "/src/client.ts": files["/src/client.ts"], "/src/part/long.ts": `import { send } from "../client";\n${long}` },
    ["/src/part/long.ts"],
  );
  for (const depth of [50, 100, 200]) count(`a chain of ${depth} wrappers`, { "/chain.ts": wrapperChain(depth) });

  console.log("\nModules loaded");
  const manifests = manyFiles(10);
  console.log(`  restraint check, 10 manifests                ${loadedModules("check", manifests)}`);
  console.log(
    `  restraint check, one file of code            ${loadedModules("check", "--no-types", join(project, "client.ts"))}`,
  );
}
