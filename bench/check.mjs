// Measures `restraint check` on a whole application: `npm run bench check FOLDER`, or
// `node bench/check.mjs FOLDER [--change FILE] [--rounds N]`.
//
// Compares it with parsing the same files, and with `tsc --noEmit`. Each run is a process of its own, one after the
// other. Nothing of the application is run or written: a copy is checked. Before the last run, a statement is added to
// FILE, such as a file with a wrapper that many files use.
import { appendFileSync, cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { codeProject } from "./projects/code-files.mjs";
import { program, race, root } from "./measure.mjs";

/** Prints CPU time and memory of runs over an application, as ratios to parsing its files. */
export async function run(folder = codeProject(), { changed, rounds = 1 } = {}) {
  const work = mkdtempSync(join(tmpdir(), "restraint-bench-check-"));
  const copy = join(work, basename(folder));
  cpSync(folder, copy, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !/[\\/](?:node_modules|\.git)$/u.test(path),
  });
  const node = [process.execPath, "--max-old-space-size=8192"];
  const check = [...node, program, "check", "--concurrency", "1"];
  const kept = ["--cache", "--cache-location", join(work, "cache")];
  const options = { cwd: copy, statuses: [0, 1, 2] };
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const typed = existsSync(join(copy, "tsconfig.json"))
    ? [
        { ...options, name: "tsc --noEmit", command: [...node, tsc, "--noEmit"] },
        { ...options, name: "check, with types", command: [...check, "."] },
      ]
    : [];
  await race(
    `check of ${basename(folder)}`,
    [
      { ...options, name: "parsing alone", command: [...node, join(root, "bench/recall/parse.mjs"), "."] },
      { ...options, name: "check --no-types", command: [...check, "--no-types", "."] },
      ...typed,
    ],
    rounds,
  );
  // The first run fills the cache that the others read.
  const again = { ...options, command: [...check, "--no-types", ...kept, "."] };
  await race("with --cache", [{ ...again, name: "the first run" }], 1);
  await race("with --cache", [{ ...again, name: "nothing has changed" }], rounds);
  if (changed !== undefined) {
    appendFileSync(join(copy, changed), "\nvoid 0;\n");
    await race("with --cache", [{ ...again, name: `after a change of ${changed}` }], 1);
  }
  rmSync(work, { recursive: true });
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const options = { change: { type: "string" }, rounds: { type: "string", default: "1" } };
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const folder = positionals[0] === undefined ? undefined : resolve(positionals[0]);
  await run(folder, { changed: values.change, rounds: Number(values.rounds) });
}
