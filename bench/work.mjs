// Counts work: the counts are the same on every machine, and show the cost of a change before a clock can.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import ts from "typescript";
import { codeProject } from "./projects/code-files.mjs";
import { manyFiles } from "./projects/manifest-files.mjs";
import { program, root } from "./measure.mjs";
import { programSources } from "./projects/program-sources.mjs";

const load = createRequire(join(root, "dist/"));
const { analyseCode } = load("./src/analysis/code.js");
const { createCodebase } = load("./src/analysis/codebase.js");
const { builtinContract } = load("./src/contract/builtin.js");
const { noFacts } = load("./src/contract/configuration/configuration.js");
const { runRules } = load("./src/rule/run.js");
const { selectRules } = load("./src/rule/select.js");
const { rules } = load("./rules/index.js");

/** A program of files in memory, and TypeScript's own library. */
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

/** Runs all rules on requests with declared response types. Counts the type look-ups. */
function countShapes(title, types, requests) {
  const sent = requests.map(
    ([type, selector], index) =>
      `export async function read${index}(): Promise<${type}> { const response = await fetch("https://api.example.com/v1/things/${index}?fields=${selector}"); return (await response.json()) as ${type}; }`,
  );
  const made = programOf({ "/shapes.ts": [types, ...sent].join("\n") });
  const sourceFile = made.getSourceFile("/shapes.ts");
  const checker = made.getTypeChecker();
  const analysis = analyseCode({ ts, sourceFile, checker, contract: builtinContract, facts: noFacts });
  const { findings } = runRules(analysis, selectRules("strict", {}, rules), {
    contract: builtinContract,
    facts: noFacts,
  });
  const misfits = findings.filter(({ rule }) => rule === "valid-fields").length;
  const each = (analysis.work.typeLookups / analysis.requests.length).toFixed(1);
  console.log(
    `  ${title.padEnd(44)} ${analysis.requests.length} requests, ${analysis.work.typeLookups} type look-ups, ${each} per request, ${misfits} unknown fields`,
  );
}

/** A type with many fields, each an object of another type. */
function wideType(fields) {
  const members = Array.from(
    { length: fields },
    (_, at) => `  field${at}: { id: string; inner: { a: number; b: string } }[];`,
  );
  return `interface Wide {\n${members.join("\n")}\n}`;
}

/** A chain of `depth` functions that pass their argument on, ending in fetch. */
function wrapperChain(depth) {
  const links = Array.from(
    { length: depth },
    (_, at) => `function call${at}(path: string, body: object) { return call${at + 1}(path, body); }`,
  );
  return `${links.join("\n")}\nfunction call${depth}(path: string, body: object) { return fetch("https://api.example.com" + path, { method: "PATCH", body: JSON.stringify(body) }); }\nvoid call0("/things/1", { name: "x" });\n`;
}

/** @returns the number of modules that a run of the program loads, ours and others'. */
function loadedModules(...args) {
  const script = `process.argv.splice(1, 1); process.on("exit", () => { const all = Object.keys(require.cache); require("node:fs").writeSync(2, JSON.stringify([all.length, all.filter((file) => file.includes("node_modules")).length])); }); require(process.argv[1]);`;
  const { stderr } = spawnSync(process.execPath, ["-e", script, "--", "", program, ...args], { encoding: "utf8" });
  const [all, others] = JSON.parse(/\[\d+,\d+\]$/u.exec(stderr)?.[0] ?? "[0,0]");
  return `${all} modules, ${others} of them of other packages`;
}

/** Prints the counts. */
export async function run() {
  console.log("\nWork of the engine");
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

  console.log("\nTypes of partial responses");
  const page =
    "interface Thing { id: string; name: string; owner: { displayName: string } }\ninterface Page { items: Thing[]; nextPageToken?: string }";
  const pages = Array.from({ length: 100 }, (_, at) => [
    "Page",
    `items(id,name,owner/${at % 10 === 0 ? "displaynam" : "displayName"}),nextPageToken`,
  ]);
  countShapes("100 requests of one type", page, pages);
  for (const fields of [20, 200, 2000])
    countShapes(`a type of ${fields} fields, two selected`, wideType(fields), [["Wide", "field1/id,field7(inner/a)"]]);
  const tree = "interface Node<T> { value: T; children: Node<T>[]; parent?: Node<T> }";
  for (const depth of [1, 5, 50])
    countShapes(`a recursive type, ${depth} levels down`, tree, [
      ["Node<string>", `${"children/".repeat(depth)}value`],
    ]);
  const growing = "interface Grow<T> { value: T; next: Grow<T[]> }";
  for (const depth of [1, 5, 50])
    countShapes(`a type that grows, ${depth} levels down`, growing, [
      ["Grow<string>", `${"next/".repeat(depth)}value`],
    ]);

  console.log("\nModules loaded");
  const manifests = manyFiles(10);
  console.log(`  restraint check, 10 manifests                ${loadedModules("check", manifests)}`);
  console.log(
    `  restraint check, one file of code            ${loadedModules("check", "--no-types", join(project, "client.ts"))}`,
  );
}
