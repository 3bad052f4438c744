import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { displayWidth } from "../../../src/hosts/cli/columns";
import { badCode, makeFolder } from "./program";

const main = join(__dirname, "../../../dist/src/hosts/cli/main.js");
const hasScript = spawnSync("script", ["--version"]).status === 0;

/** Runs the program on a terminal of so many columns. */
function runOnTerminal(folder: string, columns: number, args: string): string {
  const environment = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/COLOR|^COLUMNS$|^CI$/u.test(name)),
  );
  const command = `stty cols ${columns} && ${process.execPath} ${main} ${args}`;
  const ran = spawnSync("script", ["-qec", command, "/dev/null"], {
    cwd: folder,
    encoding: "utf8",
    env: { ...environment, TERM: "xterm-256color" },
    input: "",
  });
  return ran.stdout.replaceAll("\r\n", "\n");
}

test("on a terminal, the report is coloured, and fits into its columns", (context) => {
  context.skip(!hasScript, "there is no `script` here to make a terminal with");
  const folder = makeFolder({ "a.ts": badCode.replaceAll("  ", " ".repeat(50)) });
  for (const columns of [40, 80]) {
    const shown = runOnTerminal(folder, columns, "check --no-types a.ts");
    expect(shown).toContain("\u001B[31m");
    // What stands before a carriage return is the bar of progress, which is gone.
    const lines = stripVTControlCharacters(shown)
      .split("\n")
      .map((line) => line.slice(line.lastIndexOf("\r") + 1));
    expect(lines.join("\n")).toContain("no-array-in-patch");
    expect(Math.max(...lines.map(displayWidth))).toBeLessThanOrEqual(columns);
    const at = lines.findIndex((line) => line.includes("^"));
    const mark = lines[at]?.indexOf("^") ?? -1;
    expect(lines[at - 1]?.slice(mark, mark + 8)).toBe('["sale"]');
  }
  expect(runOnTerminal(folder, 80, "check --no-types --no-color")).not.toContain("\u001B[31m");
});
