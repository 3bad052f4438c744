import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { badTable, goodTable } from "../hosts/cli/program";
import { commit, commits, makeRepository, readRecipe, root } from "./repository";

test("lint-staged refuses a bad manifest and lets a good one pass", () => {
  const hook = "#!/bin/sh\nexec node node_modules/lint-staged/bin/lint-staged.js\n";
  const repository = makeRepository({
    "package.json": readRecipe("lint-staged"),
    ".gitignore": "node_modules\n",
    "node_modules/.bin/restraint": `#!/bin/sh\nexec node ${join(root, "dist/src/hosts/cli/main.js")} "$@"\n`,
    ".git/hooks/pre-commit": hook,
  });
  symlinkSync(join(root, "node_modules/lint-staged"), join(repository, "node_modules/lint-staged"));

  const refused = commit(repository, "deploy/a table.yaml", badTable);
  expect(refused.output).toContain("error require-kind-fields  deploy/a table.yaml:6:3");
  expect(refused.status).toBe(1);
  expect(commits(repository)).toEqual(["Start"]);

  const passed = commit(repository, "deploy/a table.yaml", goodTable);
  expect(passed.status).toBe(0);
  expect(commits(repository)).toHaveLength(2);
});
