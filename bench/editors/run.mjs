// Measures the cost of the plugin in an editor: TypeScript's errors and completion beside it, the first findings among
// many manifests, and memory.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { codeProject } from "../projects/code-files.mjs";
import { edit, median, statementStarts } from "../edits.mjs";
import { manyFiles } from "../projects/manifest-files.mjs";
import { root } from "../measure.mjs";
import { complete } from "./completion.mjs";
import { LanguageServer } from "./language-server.mjs";
import { Server } from "./tsserver.mjs";

const files = 1000;
const edits = 1000;
const manifests = 5000;

/** @returns the files of the project that call a client. */
function callingFiles(folder, count) {
  return Array.from({ length: count }, (_, index) => {
    const number = (index * 10) % files;
    return join(folder, "src", `part-${number % 20}`, `file-${number}.ts`);
  });
}

/** @returns a folder where tsserver finds the plugin for every project. */
function placeOfPlugin() {
  const place = mkdtempSync(join(tmpdir(), "restraint-editors-"));
  mkdirSync(join(place, "node_modules"));
  symlinkSync(root, join(place, "node_modules/eslint-plugin-restraint"), "dir");
  return place;
}

function print(name, ratio, detail) {
  console.log(`  ${name.padEnd(52)} ${ratio.toFixed(2).padStart(6)}   (${detail})`);
}

async function measureDiagnostics(folder, servers) {
  console.log(`\nDiagnostics after an edit, in a project of ${files} files`);
  const times = servers.map(() => ({ first: [], whole: [] }));
  for (const file of callingFiles(folder, 15)) {
    const [place] = statementStarts(file, readFileSync(file, "utf8"), 1);
    for (const server of servers) {
      server.notify("open", { file });
      await server.diagnostics(file);
    }
    // Several edits of each file, because the first differs from later ones.
    for (const isIn of [true, false, true, false]) {
      for (const [index, server] of servers.entries()) {
        const { first, whole } = await edit(server, file, place, isIn);
        times[index].first.push(first);
        times[index].whole.push(whole);
      }
    }
  }
  const [without, first, whole] = [times[0].first, times[1].first, times[1].whole].map(median);
  print("without the plugin", 1, `${without.toFixed(0)} ms`);
  print("with it: TypeScript's errors", first / without, `${first.toFixed(0)} ms`);
  print("with it: until our findings are up to date", whole / without, `${whole.toFixed(0)} ms`);
}

async function measureCompletion(folder, servers) {
  console.log("\nCompletion after a character is typed");
  const [file] = callingFiles(folder, 1);
  const contestants = await complete(servers, file, readFileSync(file, "utf8"), 40);
  const base = median(contestants[0].times);
  for (const { name, times } of contestants) print(name, median(times) / base, `${median(times).toFixed(1)} ms`);
}

async function measureFirstFindings() {
  console.log("\nFrom the start of the language server to the first diagnostics of an open manifest");
  const folders = [1, manifests].map((count) => manyFiles(count, "workspace"));
  const first = (folder) => {
    const [team] = readdirSync(folder).filter((name) => name.startsWith("team-"));
    return join(folder, team, readdirSync(join(folder, team))[0]);
  };
  const times = folders.map(() => []);
  for (let round = 0; round < 9; round += 1) {
    for (const [index, folder] of folders.entries()) {
      const file = first(folder);
      const start = performance.now();
      const server = new LanguageServer(folder);
      await server.start(folder);
      await server.open(file, readFileSync(file, "utf8"), "yaml");
      times[index].push(performance.now() - start);
      await server.end();
    }
  }
  const [alone, many] = times.map(median);
  print("a workspace of one manifest", 1, `${alone.toFixed(0)} ms`);
  print(`of ${manifests}`, many / alone, `${many.toFixed(0)} ms`);
}

const hook = ["--expose-gc", "--require", fileURLToPath(new URL("live-heap.cjs", import.meta.url))];

/** @returns the live heap of a process, in megabytes. */
async function liveHeap(pid) {
  const file = `${process.env.RESTRAINT_LIVE_HEAP}.${pid}`;
  rmSync(file, { force: true });
  process.kill(pid, "SIGUSR2");
  while (!existsSync(file)) await delay(20);
  return Number(readFileSync(file, "utf8")) / 1e6;
}

/** @param typeOnce edits a file, undoes the edit, and waits for the diagnostics. */
async function measureGrowth(name, pid, typeOnce) {
  const warm = edits / 10;
  for (let done = 0; done < warm; done += 2) await typeOnce();
  const before = await liveHeap(pid);
  for (let done = 0; done < edits; done += 2) await typeOnce();
  const after = await liveHeap(pid);
  print(name, after / before, `${before.toFixed(1)} to ${after.toFixed(1)} MB`);
}

async function measureMemory(folder, place) {
  console.log(`\nLive heap after ${edits / 10} edits and after ${edits} more, each with its diagnostics`);
  process.env.RESTRAINT_LIVE_HEAP = join(place, "heap");
  const [file] = callingFiles(folder, 1);
  const text = readFileSync(file, "utf8");
  const [start] = statementStarts(file, text, 1);
  for (const [name, plugins] of [["tsserver without the plugin"], ["tsserver with it", place]]) {
    const server = new Server(folder, hook, plugins);
    server.notify("open", { file });
    await server.diagnostics(file);
    const change = async (insertString, removed) => {
      server.notify("change", { file, ...start, endLine: start.line, endOffset: start.offset + removed, insertString });
      await server.diagnostics(file);
    };
    await measureGrowth(name, server.pid, async () => {
      await change("void 0; ", 0);
      await change("", 8);
    });
    await server.end();
  }
  const server = new LanguageServer(folder, hook);
  await server.start(folder);
  await server.open(file, text, "typescript");
  const at = { line: start.line - 1, character: start.offset - 1 };
  await measureGrowth("the language server", server.pid, async () => {
    await server.edit(file, at, "void 0; ");
    await server.edit(file, at, "", 8);
  });
  await server.end();
}

export async function run() {
  const folder = codeProject(files);
  const place = placeOfPlugin();
  const servers = [new Server(folder, []), new Server(folder, [], place)];
  await measureDiagnostics(folder, servers);
  await measureCompletion(folder, servers);
  await Promise.all(servers.map((server) => server.end()));
  await measureFirstFindings();
  await measureMemory(folder, place);
  rmSync(place, { recursive: true });
}
