import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeFolder, runProgram } from "./program";

const main = join(__dirname, "../../../dist/src/hosts/cli/main.js");

/** Runs a script of a shell that has the program on its path. */
function runShell(shell: string, script: string): string {
  const folder = makeFolder({});
  writeFileSync(join(folder, "restraint"), `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`);
  chmodSync(join(folder, "restraint"), 0o755);
  const env = { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH ?? ""}`, HOME: folder };
  const { stdout, stderr, status } = spawnSync(shell, ["-c", script], { cwd: folder, encoding: "utf8", env });
  return status === 0 ? stdout : `${stdout}${stderr}`;
}

const bashCompletion = "/usr/share/bash-completion/bash_completion";

const has = (shell: string): boolean => spawnSync(shell, ["--version"]).status === 0;

/** What each shell does with the script, and how it is asked for what would come next. */
const shells = {
  // The script calls functions of the package bash-completion, as those of most programs do.
  bash: `source ${bashCompletion}; source <(restraint completion bash)
    name=$(complete -p restraint | sed 's/.*-F \\([^ ]*\\).*/\\1/')
    ask() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=\${#COMP_LINE}; COMPREPLY=(); "$name"; printf '%s\\n' "\${COMPREPLY[@]}"; }
    ask restraint ch; ask restraint explain no-data; ask restraint check --format sa`,
  fish: `restraint completion fish | source
    complete -C "restraint ch"; complete -C "restraint explain no-data"; complete -C "restraint check --format sa"`,
};

describe.each(Object.entries(shells))("completion in %s", (shell, script) => {
  it("completes commands, rules and the values of options", { timeout: 240_000 }, (context) => {
    context.skip(!has(shell), `${shell} is not here`);
    context.skip(shell === "bash" && !existsSync(bashCompletion), "bash-completion is not here");
    const words = runShell(shell, script)
      .split("\n")
      .map((line) => line.split("\t")[0]?.trim());
    expect(words).toEqual(expect.arrayContaining(["check", "no-data-prefix", "sarif"]));
  });
});

it("zsh takes its script, and asks the program as the others do", { timeout: 120_000 }, (context) => {
  const { stdout, status } = runProgram(makeFolder({}), ["completion", "zsh"]);
  expect(status).toBe(0);
  expect(stdout).toContain("#compdef restraint");
  expect(runProgram(makeFolder({}), ["complete", "--", "explain", "no-data"]).stdout).toMatch(/^no-data-prefix\t/mu);
  context.skip(!has("zsh"), "zsh is not here");
  expect(
    runShell(
      "zsh",
      "autoload -U compinit && compinit -u && source <(restraint completion zsh) && print $_comps[restraint]",
    ),
  ).toMatch(/restraint/u);
});

it("help names the command, and a shell that is not known is a mistake", () => {
  expect(runProgram(makeFolder({}), ["--help"]).stdout).toMatch(/^ {2}completion <shell> /mu);
  expect(runProgram(makeFolder({}), ["completion", "tcsh"]).status).toBe(2);
});
