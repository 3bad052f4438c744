import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { badTable, goodTable } from "../hosts/cli/program";
import { commit, commits, makeRepository, readRecipe, root, run, succeed } from "./repository";

/**
 * Installs lefthook into the cache, without its install script, which writes hooks into the repository that it stands in.
 *
 * @returns the program, or `undefined` where it cannot be had.
 */
function installLefthook(): string | undefined {
  const folder = join(root, ".cache/lefthook");
  const program = join(folder, "node_modules/lefthook/bin/index.js");
  if (!existsSync(program)) run(root, "npm", ["install", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund", "lefthook@2"]);
  return existsSync(program) && run(root, process.execPath, [program, "version"]).status === 0 ? program : undefined;
}

const program = installLefthook();

// Skipped only where npm cannot fetch lefthook, or there is no build of it for this machine.
test.skipIf(program === undefined)("lefthook refuses a bad manifest and lets a good one pass", () => {
  const repository = makeRepository({
    "lefthook.yml": readRecipe("lefthook"),
    ".gitignore": "node_modules\n",
    "node_modules/.bin/restraint": `#!/bin/sh\nexec node ${join(root, "dist/src/hosts/cli/main.js")} "$@"\n`,
  });
  const env = { LEFTHOOK_BIN: program ?? "" };
  succeed(repository, process.execPath, [program ?? "", "install"], env);

  const refused = commit(repository, "deploy/table.yaml", badTable, env);
  expect(refused.output).toContain("error require-kind-fields  deploy/table.yaml:6:3");
  expect(refused.status).toBe(1);
  expect(commits(repository)).toEqual(["Start"]);

  const passed = commit(repository, "deploy/table.yaml", goodTable, env);
  expect(passed.status).toBe(0);
  expect(commits(repository)).toHaveLength(2);
});
