import { join } from "node:path";
import { expect, test } from "vitest";
import { packedPackage } from "../harness/hosts/packed";
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

/** The hook as the package's repository offers it. */
const fromRepository = `repos:
  - repo: REPOSITORY
    rev: v0.0.0
    hooks:
      - id: restraint
`;

// Skipped only where pre-commit is not on the path; `.ci/run` installs it.
test.skipIf(!hasPreCommit).each([
  [
    "as docs/ci.md tells, from the published package",
    () => readRecipe("pre-commit").replace(/"eslint-plugin-restraint@.*?"/u, JSON.stringify(packedPackage())),
  ],
  ["from a git repository", () => fromRepository.replace("REPOSITORY", makePackageRepository())],
])(
  "pre-commit installs the hook %s; it refuses a bad manifest and lets a good one pass",
  { timeout: 400_000 },
  (_, configure) => {
    const env = { PRE_COMMIT_HOME: join(makeFolder(), "cache") };
    const repository = makeRepository({ ".pre-commit-config.yaml": configure() });
    succeed(repository, "pre-commit", ["install", "--install-hooks"], env);

    const refused = commit(repository, "deploy/table.yaml", badTable, env);
    expect(refused.output).toContain("error require-kind-fields  deploy/table.yaml:6:3");
    expect(refused.status).toBe(1);
    expect(commits(repository)).toEqual(["Start"]);

    const passed = commit(repository, "deploy/table.yaml", goodTable, env);
    expect(passed.output).toMatch(/restraint.*\.+Passed/u);
    expect(passed.status).toBe(0);
    expect(commits(repository)).toEqual(["Change deploy/table.yaml", "Start"]);
  },
);
