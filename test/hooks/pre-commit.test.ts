import { join } from "node:path";
import { expect, test } from "vitest";
import { badTable, goodTable } from "../hosts/cli/program";
import {
  commit,
  commits,
  makeFolder,
  makePackageRepository,
  makeRepository,
  readRecipe,
  run,
  succeed,
} from "./repository";

const hasPreCommit = run(".", "pre-commit", ["--version"]).status === 0;

// Skipped only where pre-commit is not on the path; `.ci/run` installs it.
test.skipIf(!hasPreCommit)(
  "pre-commit installs the hook from a git repository; it refuses a bad manifest and lets a good one pass",
  { timeout: 300_000 },
  () => {
    const env = { PRE_COMMIT_HOME: join(makeFolder(), "cache") };
    const configuration = readRecipe("pre-commit")
      .replace(/repo: .*/u, `repo: ${makePackageRepository()}`)
      .replace(/rev: .*/u, "rev: v0.0.0");
    const repository = makeRepository({ ".pre-commit-config.yaml": configuration });
    succeed(repository, "pre-commit", ["install", "--install-hooks"], env);

    const refused = commit(repository, "deploy/table.yaml", badTable, env);
    expect(refused.output).toContain("error require-kind-fields  deploy/table.yaml:6:3");
    expect(refused.status).toBe(1);
    expect(commits(repository)).toEqual(["Start"]);

    const passed = commit(repository, "deploy/table.yaml", goodTable, env);
    expect(passed.output).toMatch(/restraint \(manifests\)\.+Passed/u);
    expect(passed.status).toBe(0);
    expect(commits(repository)).toEqual(["Change deploy/table.yaml", "Start"]);
  },
);
