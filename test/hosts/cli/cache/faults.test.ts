import { spawn, spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { partOfWeek } from "../../../harness/runs";
import { main, makeFolder, runProgram } from "../program";
import { forgeCache } from "../sealed-cache";

/** Whatever becomes of the cache, a run finds what one without it finds. */

const project = {
  "package.json": "{}",
  "src/send.ts": `export const send = (path: string, body: object) =>
  fetch("https://api.example.com/v1" + path, { method: "PATCH", headers: { "If-Match": "*" }, body: JSON.stringify(body) });
`,
  "src/call.ts": 'import { send } from "./send";\nvoid send("/things/1", { tags: ["a"] });\n',
  "src/own.ts": 'void fetch("https://api.example.com/v1/things/1?fields=data/id");\n',
};
const place = "cache/code";
const args = ["check", "--no-types", "--format", "json", "src"];
const cached = [...args, "--cache", "--cache-location", place];

const run = (folder: string, given: readonly string[] = cached): string => runProgram(folder, given).stdout;

/** Runs the program in a process in which something is loaded before it. */
function runAfter(preload: string, folder: string): string {
  const options = { cwd: folder, encoding: "utf8" } as const;
  return spawnSync(process.execPath, ["--require", preload, main, ...cached], options).stdout;
}

/** @param kill after so many milliseconds. @returns the status. */
function runApart(folder: string, kill?: number): Promise<unknown> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [main, ...cached], { cwd: folder });
    child.on("close", resolve);
    child.stdout.resume();
    if (kill !== undefined) setTimeout(() => child.kill("SIGKILL"), kill);
  });
}

/** @returns what is found, which is never a note on the cache. */
const findingsIn = (printed: string): unknown => (JSON.parse(printed) as { findings: unknown }).findings;

function startProject(): { readonly folder: string; readonly found: unknown } {
  const folder = makeFolder(project);
  const found = findingsIn(run(folder, args));
  expect(found).toHaveLength(3);
  return { folder, found };
}

test("writers that are killed leave a whole cache, or none", { timeout: 240_000 }, async () => {
  const { folder, found } = startProject();
  const start = performance.now();
  await runApart(folder);
  const whole = performance.now() - start;
  for (const part of partOfWeek([0.7, 0.97, 0.9, 1], 1 / 2)) {
    rmSync(join(folder, "cache"), { recursive: true, force: true });
    await runApart(folder, whole * part);
    expect(findingsIn(run(folder)), `killed after ${part} of a run`).toEqual(found);
  }
});

test("two programs that write at once leave a whole cache", { timeout: 120_000 }, async () => {
  const { folder, found } = startProject();
  expect(await Promise.all([runApart(folder), runApart(folder)])).toEqual([1, 1]);
  expect(readdirSync(join(folder, "cache"))).toEqual(["code"]);
  expect(findingsIn(run(folder))).toEqual(found);
});

test("a disk that is full is a note, and leaves the cache as it was", () => {
  const { folder, found } = startProject();
  run(folder);
  const before = readFileSync(join(folder, place), "utf8");
  // The disk takes the first letters of what is written to the cache.
  writeFileSync(
    join(folder, "full.cjs"),
    `const fs = require("node:fs");
const { openSync, writeSync } = fs;
const inCache = new Set();
fs.openSync = (path, flags, ...more) => {
  const file = openSync(path, flags, ...more);
  if (flags === "wx") inCache.add(file);
  return file;
};
fs.writeSync = (file, data, ...more) => {
  if (!inCache.has(file)) return writeSync(file, data, ...more);
  writeSync(file, data, 0, 9);
  throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
};
`,
  );
  writeFileSync(join(folder, "src/own.ts"), project["src/own.ts"].replace("data/id", "data/name"));
  const preload = join(folder, "full.cjs");
  const printed = runAfter(preload, folder);
  expect(printed).toContain("is not written");
  expect(findingsIn(printed)).toEqual(findingsIn(run(folder, args)));
  expect(readdirSync(join(folder, "cache"))).toEqual(["code"]);
  expect(readFileSync(join(folder, place), "utf8")).toBe(before);
  writeFileSync(join(folder, "src/own.ts"), project["src/own.ts"]);
  expect(findingsIn(runAfter(preload, folder))).toEqual(found);
});

/** By what was done to the cache. */
const harms: Readonly<Record<string, (folder: string) => void>> = {
  "it was cut off": (folder) => {
    const text = readFileSync(join(folder, place), "utf8");
    writeFileSync(join(folder, place), text.slice(0, text.length / 2));
  },
  "findings were taken out": (folder) => {
    const [seal = "", body = ""] = readFileSync(join(folder, place), "utf8").split("\n");
    const without = JSON.stringify(JSON.parse(body, (key, value: unknown) => (key === "findings" ? [] : value)));
    writeFileSync(join(folder, place), `${seal}\n${without}`);
  },
  "keys were taken out": (folder) => {
    forgeCache(folder, (body) => body.replaceAll(/"key":"[^"]*"/gu, '"key":""'), place);
  },
  "what was asked was taken out": (folder) => {
    forgeCache(folder, (body) => body.replace(/"code":\[.*\]/u, '"code":[[1]]'), place);
  },
  "code stands in it": (folder) => {
    const code = `require("node:fs").writeFileSync(${JSON.stringify(join(folder, "executed"))}, "")`;
    writeFileSync(join(folder, place), `${code};\nmodule.exports = {};\n`);
  },
  "another version has written it": (folder) => {
    const [seal = "", body = ""] = readFileSync(join(folder, place), "utf8").split("\n");
    writeFileSync(join(folder, place), `${"a".repeat(27)} ${seal.split(" ")[1] ?? ""}\n${body}`);
  },
};

test.each(Object.entries(harms))("where %s, all files are looked at", (_, harm) => {
  const { folder, found } = startProject();
  expect(findingsIn(run(folder))).toEqual(found);
  harm(folder);
  expect(findingsIn(run(folder))).toEqual(found);
  expect(readdirSync(folder)).not.toContain("executed");
  expect(findingsIn(run(folder))).toEqual(found);
});
