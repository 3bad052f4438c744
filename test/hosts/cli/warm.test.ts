import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { WarmProgram } from "../../harness/hosts/warm-program";
import { badCode, badTable, main, makeFolder } from "./program";

/** Runs of which each has loaded, left or printed something that the next must not see. */
const runs: readonly (readonly [args: readonly string[], given: string])[] = [
  [["check", "a.yaml"], ""],
  [["check", "--no-types", "--format", "json"], ""],
  [["check", "--stdin", "--stdin-filename", "b.yaml"], badTable],
  [["check", "gone.yaml"], ""],
  [["rules"], ""],
  [["requests", "a.js"], ""],
  [["--version"], ""],
  [["chek"], ""],
  [["check", "a.yaml", "--no-types"], ""],
];

describe("a process that runs the program again and again", () => {
  const folder = (name: string): string =>
    makeFolder({ "a.yaml": badTable, "a.js": badCode, "restraint.config.yaml": `groups: { a: { name: ${name} } }\n` });

  test("says what one process for each run says, in each folder", () => {
    const program = new WarmProgram(main);
    const env = { ...process.env, NO_COLOR: "1", FORCE_COLOR: "" };
    const compare = (cwd: string, [args, input]: (typeof runs)[number]): void => {
      const fresh = spawnSync(process.execPath, [main, ...args], { cwd, env, input, encoding: "utf8" });
      const { status, stdout, stderr } = fresh;
      expect([args, program.run({ cwd, args, env, given: input })]).toEqual([args, { status, stdout, stderr }]);
    };
    const first = folder("timestream.example.dev");
    for (const each of runs) compare(first, each);
    const second = folder("other.example.dev");
    for (const each of runs.slice(0, 1)) compare(second, each);
  });
});
