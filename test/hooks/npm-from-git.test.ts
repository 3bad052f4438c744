import { join } from "node:path";
import { expect, test } from "vitest";
import { isItsTurn } from "../harness/runs";
import { badTable } from "../hosts/cli/program";
import { makeFolder, makePackageRepository, makeRepository, run, succeed } from "./repository";

test(
  "npm installs the package from its git repository as today's pre-commit has it do, where no development dependency is",
  { timeout: 400_000 },
  (context) => {
    context.skip(!isItsTurn(16, 4), "it takes most of a minute, and is tried in other weeks");
    const hasRegistry = run(".", "npm", ["view", "typescript", "version"]).status === 0;
    context.skip(!hasRegistry, "npm reaches no registry, from which the clone takes what it is built with");

    const folder = makeFolder();
    const source = `git+file://${makePackageRepository()}#v0.0.0`;
    // pre-commit sets both, and gives the prefix of its environment.
    const options = ["--install-links", "--allow-git=root", "--no-audit", "--no-fund", "--prefix", folder];
    succeed(folder, "npm", ["install", "--global", ...options, source], { npm_config_prefix: folder });

    const repository = makeRepository({ "deploy/table.yaml": badTable });
    const { status, output } = run(repository, join(folder, "bin/restraint"), ["check", "deploy/table.yaml"]);
    expect(output).toContain("error require-kind-fields  deploy/table.yaml:6:3");
    expect(status).toBe(1);
  },
);
