// Measures edits in tsserver, with and without the plugin, and in the language server: edits the largest file of a
// project, and asks for its diagnostics, as an editor does.
//
//     node bench/edits.mjs [FOLDER] [--edits N] [--pause MS] [--file FILE] [--cpu-prof FOLDER]
//
// Nothing of the folder is run or written. The servers take turns, so that other load on the machine affects all of
// them.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import ts from "typescript";
import { codeProject } from "./projects/code-files.mjs";
import { complete } from "./editors/completion.mjs";
import { LanguageServer } from "./editors/language-server.mjs";
import { Server } from "./editors/tsserver.mjs";
import { root } from "./measure.mjs";

/** @returns the project's own largest file. */
function largestFile(folder) {
  const configuration = ts.findConfigFile(folder, ts.sys.fileExists);
  if (configuration === undefined) throw new Error(`${folder} has no tsconfig.json`);
  const { config } = ts.readConfigFile(configuration, ts.sys.readFile);
  const { fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
  const sizes = fileNames.filter((name) => !name.endsWith(".d.ts")).map((name) => [ts.sys.getFileSize(name), name]);
  return { file: sizes.sort(([a], [b]) => b - a)[0]?.[1], count: sizes.length };
}

/** @returns statement starts spread over a text; a statement can be inserted before each. */
export function statementStarts(file, text, count) {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const starts = [];
  const visit = (node) => {
    if (ts.isBlock(node)) starts.push(...node.statements.map((statement) => statement.getStart(tree)));
    ts.forEachChild(node, visit);
  };
  visit(tree);
  const step = starts.length / count;
  return Array.from({ length: count }, (_, index) =>
    tree.getLineAndCharacterOfPosition(starts[Math.floor(index * step)] ?? text.length),
  ).map(({ line, character }) => ({ line: line + 1, offset: character + 1 }));
}

const inserted = "void 0; ";

/** Time in milliseconds in which a server with the plugin may report that findings have changed. */
const patience = 1000;

/**
 * Inserts a statement or removes it again.
 *
 * @param wait time in milliseconds to wait for the event that findings have changed.
 * @returns milliseconds to the first diagnostics, and milliseconds of work until they are up to date.
 */
export async function edit(server, file, { line, offset }, isIn, wait = patience) {
  const endOffset = isIn ? offset : offset + inserted.length;
  const start = performance.now();
  server.notify("change", {
    file,
    line,
    offset,
    endLine: line,
    endOffset,
    insertString: isIn ? inserted : "",
  });
  const changed = server.event("projectsUpdatedInBackground").then(() => true);
  await server.diagnostics(file);
  const first = performance.now() - start;
  if (!(await Promise.race([changed, delay(wait, false)]))) return { first, whole: first };
  const again = performance.now();
  await server.diagnostics(file);
  return { first, whole: first + performance.now() - again };
}

export function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function percentile(values, share) {
  return [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
}

/** @returns a row of a table: ratios to the median without the plugin, and milliseconds. */
function row(name, values, without) {
  const [half, most] = [0.5, 0.95].map((share) => percentile(values, share));
  const ratio = (value) => (value / without).toFixed(2);
  return `  ${name.padEnd(44)} p50 ${ratio(half)} (${half.toFixed(0)} ms), p95 ${ratio(most)} (${most.toFixed(0)} ms)`;
}

/** @returns a language server with an open file, and the milliseconds until it published diagnostics. */
async function openInLanguageServer(folder, file, text) {
  const server = new LanguageServer(folder);
  await server.start(folder);
  const start = performance.now();
  const diagnostics = await server.open(file, text, file.endsWith("x") ? "typescriptreact" : "typescript");
  console.log(
    `  ${"over LSP".padEnd(10)} first ${Math.round(performance.now() - start)} ms, ${diagnostics.length} diagnostics`,
  );
  return server;
}

/** Like {@link edit}, in the language server. @returns milliseconds until the diagnostics are published. */
async function editOverLanguageServer(server, file, { line, offset }, isIn) {
  const start = performance.now();
  const place = { line: line - 1, character: offset - 1 };
  await (isIn ? server.edit(file, place, inserted) : server.edit(file, place, "", inserted.length));
  return performance.now() - start;
}

/** Rounds of two edits between reports, so that a run that is stopped has printed some. */
const roundsBetween = 20;

/** Prints the results of the edits so far. */
function report({ first, whole, told }) {
  const without = median(first[0]);
  console.log(`  after ${told.length} edits`);
  console.log(row("errors of TypeScript, without", first[0], without));
  console.log(row("errors of TypeScript, with", first[1], without));
  console.log(row("until our findings are up to date", whole[1], without));
  console.log(row("findings over LSP", told, without));
}

/** Edits a file in the servers in turn. Prints the medians and the 95th percentiles. */
export async function run(folder = codeProject(), { edits = 50, pause = 0, file: named, nodeOptions = [] } = {}) {
  const largest = named === undefined ? largestFile(folder) : { file: resolve(folder, named), count: 0 };
  const { file } = largest;
  const text = readFileSync(file, "utf8");
  console.log(`\n${edits} edits in ${file.slice(folder.length + 1)}, ${text.split("\n").length} lines`);
  const place = mkdtempSync(join(tmpdir(), "restraint-edits-"));
  mkdirSync(join(place, "node_modules"));
  symlinkSync(root, join(place, "node_modules/eslint-plugin-restraint"), "dir");
  const servers = [new Server(folder, []), new Server(folder, nodeOptions, place)];
  const times = { first: [[], []], whole: [[], []], told: [] };
  const memory = [];
  for (const [index, server] of servers.entries()) {
    server.notify("open", { file });
    const start = performance.now();
    const changed = server.event("projectsUpdatedInBackground").then(() => true);
    let diagnostics = await server.diagnostics(file);
    // A large project is followed in the background before its first findings.
    const isLarge = index === 1 && performance.now() - start > 3000;
    if (await Promise.race([changed, delay(isLarge ? 120_000 : patience, false)]))
      diagnostics = await server.diagnostics(file);
    const name = index === 0 ? "without" : "with";
    console.log(
      `  ${name.padEnd(10)} first ${Math.round(performance.now() - start)} ms, ${diagnostics.length} diagnostics`,
    );
  }
  const languageServer = await openInLanguageServer(folder, file, text);
  for (const [round, start] of statementStarts(file, text, Math.ceil(edits / 2)).entries()) {
    if (round === 2) memory.push(...servers.map((server) => server.memory()));
    for (const isIn of [true, false]) {
      await delay(pause);
      for (const [index, server] of servers.entries()) {
        const { first, whole } = await edit(server, file, start, isIn, index === 0 ? 0 : patience);
        times.first[index].push(first);
        times.whole[index].push(whole);
      }
      times.told.push(await editOverLanguageServer(languageServer, file, start, isIn));
    }
    if (round % roundsBetween === roundsBetween - 1 && times.told.length < edits) report(times);
  }
  report(times);
  memory.push(...servers.map((server) => server.memory()));
  const completed = await complete(servers, file, text, edits);
  const [before, beforeWith, after, afterWith] = memory;
  const plain = median(completed[0].times);
  for (const { name, times } of completed) console.log(row(`completion: ${name}`, times, plain));
  console.log(`  memory: without ${before} to ${after} MB, with ${beforeWith} to ${afterWith} MB`);
  await languageServer.end();
  await Promise.all(servers.map((server) => server.end()));
  rmSync(place, { recursive: true });
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const options = {
    edits: { type: "string" },
    pause: { type: "string" },
    file: { type: "string" },
    "cpu-prof": { type: "string" },
  };
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const profile = values["cpu-prof"];
  await run(positionals[0] === undefined ? undefined : resolve(positionals[0]), {
    ...(values.edits && { edits: Number(values.edits) }),
    ...(values.pause && { pause: Number(values.pause) }),
    file: values.file,
    nodeOptions: profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profile}`],
  });
}
