import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { packedPackage } from "../harness/hosts/packed";
import { isItsTurn } from "../harness/runs";
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

/** A pre-commit: how it is started, and what its hooks need besides to start it. */
interface Program {
  readonly command: readonly [string, ...string[]];
  readonly env: NodeJS.ProcessEnv;
}

/** The hook as the package's repository offers it. */
const fromRepository = `repos:
  - repo: REPOSITORY
    rev: v0.0.0
    hooks:
      - id: restraint
`;

const places: Readonly<Record<string, () => string>> = {
  "from the published package, as docs/ci.md tells": () =>
    readRecipe("pre-commit").replace(/"eslint-plugin-restraint@.*?"/u, JSON.stringify(packedPackage())),
  "from a git repository": () => fromRepository.replace("REPOSITORY", makePackageRepository()),
};

/** Each gives a program, or the reason why it is not here. */
const programs: Readonly<Record<string, () => Program | string>> = {
  "the pre-commit of the system": () =>
    run(".", "pre-commit", ["--version"]).status === 0
      ? { command: ["pre-commit"], env: {} }
      : "pre-commit is not on the path; .ci/run installs it",
  "the newest pre-commit": () => {
    const folder = makeFolder();
    const options = ["--disable-pip-version-check", "--retries", "0", "--timeout", "20", "--target", folder];
    const { status, output } = run(folder, "python3", ["-m", "pip", "install", "--quiet", ...options, "pre-commit"]);
    const reason = output.trim().split("\n").at(-1) ?? "";
    return status === 0
      ? { command: ["python3", "-m", "pre_commit"], env: { PYTHONPATH: folder } }
      : `the newest pre-commit cannot be installed from PyPI: ${reason}`;
  },
};

/** An installation takes most of a minute: each pair has its own week. */
const pairs = Object.keys(programs)
  .flatMap((program) => Object.keys(places).map((place) => [program, place] as const))
  .filter((_, index) => isItsTurn(16, index));

describe.skipIf(pairs.length === 0)("a hook refuses a bad manifest and lets a good one pass", () => {
  test.for(pairs)("with %s, %s", { timeout: 400_000 }, ([name, place], context) => {
    const program = programs[name]?.() ?? "";
    if (typeof program === "string") return context.skip(program);
    const env = { ...program.env, PRE_COMMIT_HOME: join(makeFolder(), "cache") };
    const repository = makeRepository({ ".pre-commit-config.yaml": places[place]?.() ?? "" });
    const [command, ...args] = program.command;
    succeed(repository, command, [...args, "install", "--install-hooks"], env);

    const refused = commit(repository, "deploy/table.yaml", badTable, env);
    expect(refused.output).toContain("error require-kind-fields  deploy/table.yaml:6:3");
    expect(refused.status).toBe(1);
    expect(commits(repository)).toEqual(["Start"]);

    const passed = commit(repository, "deploy/table.yaml", goodTable, env);
    expect(passed.output).toMatch(/restraint.*\.+Passed/u);
    expect(passed.status).toBe(0);
    expect(commits(repository)).toEqual(["Change deploy/table.yaml", "Start"]);
  });
});
