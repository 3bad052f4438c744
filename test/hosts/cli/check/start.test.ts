import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { goodTable, main, makeFolder } from "../program";

/** Tells, when the program ends, which files Node has loaded for it, and which parts of itself Node has. */
const counter = `process.on("exit", () => {
  const { moduleLoadList } = process;
  const loaded = Object.keys(require("module")._cache);
  require("fs").writeFileSync(process.env.COUNTED, JSON.stringify({ loaded, internal: moduleLoadList }));
});`;

interface Counted {
  readonly loaded: readonly string[];
  readonly internal: readonly string[];
}

function count(files: Readonly<Record<string, string>>): Counted {
  const folder = makeFolder({ ...files, "counter.cjs": counter });
  const counted = join(folder, "counted.json");
  const args = ["--require", join(folder, "counter.cjs"), main, "check", "manifests"];
  const { status } = spawnSync(process.execPath, args, { cwd: folder, env: { ...process.env, COUNTED: counted } });
  expect(status).toBe(0);
  return JSON.parse(readFileSync(counted, "utf8")) as Counted;
}

it("right manifests are checked without the full check, packages and Node's other loader", () => {
  const { loaded, internal } = count({ "manifests/a.yaml": goodTable, "manifests/b.yaml": goodTable });
  const packages = loaded.flatMap((file) => /node_modules\/([^/]+)/u.exec(file)?.[1] ?? []);
  expect([...new Set(packages)].sort()).toEqual(["commander", "fastest-levenshtein", "ignore"]);
  expect(loaded.filter((file) => file.endsWith("/shape/check.js"))).toEqual([]);
  // This reads modules for what imports them by `import()`.
  expect(internal.filter((name) => name.includes("cjs-module-lexer"))).toEqual([]);
});
