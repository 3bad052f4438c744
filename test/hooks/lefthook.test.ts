import { join } from "node:path";
import { expect, test } from "vitest";
import { installCached } from "../cached-package";
import { badTable, goodTable } from "../hosts/cli/program";
import { commit, commits, makeRepository, readRecipe, root, run, succeed } from "./repository";

const installed = installCached("lefthook", "2", "bin/index.js");
// There is a build of it for most machines, not for all.
const program =
  installed !== undefined && run(root, process.execPath, [installed, "version"]).status === 0 ? installed : undefined;

// Skipped where lefthook is not installed, or there is no build of it for this machine.
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
