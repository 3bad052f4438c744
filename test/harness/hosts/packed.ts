import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, renameSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../fixtures";
import { begin } from "./once-in-run";

/** The longest time in milliseconds that another process may take to pack. */
const longest = 120_000;

/**
 * Packs this package as it would be published, once for all processes of a test run, which share a folder for temporary
 * ones.
 *
 * @returns the path of the tarball.
 * @throws Error if npm fails, or if another process has begun to pack and does not end.
 */
export function packedPackage(): string {
  const place = join(tmpdir(), "restraint-packed");
  if (!begin(`${place}-begun`)) waitFor(place);
  else pack(place);
  const [name = ""] = readdirSync(place);
  return join(place, name);
}

/** The folder becomes visible only when the tarball in it is complete. */
function pack(place: string): void {
  const folder = mkdtempSync(`${place}-`);
  const args = [join(root, "release/pack.mjs"), folder];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", env: environmentOfNpm() });
  if (status !== 0) throw new Error(stderr);
  renameSync(folder, place);
}

/** @returns the environment without the variables of an npm that runs the tests. */
export function environmentOfNpm(): NodeJS.ProcessEnv {
  const names = Object.entries(process.env).filter(
    ([name]) => !/^npm_(?:config_(?!userconfig|registry|cache)|lifecycle|package)/iu.test(name),
  );
  return Object.fromEntries(names);
}

function waitFor(place: string): void {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  for (const start = Date.now(); !existsSync(place); Atomics.wait(cell, 0, 0, 100))
    if (Date.now() - start > longest) throw new Error("Another process packs the package and does not end.");
}
