import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { partOfWeek } from "../../../harness/runs";
import { main, makeFolder, runProgram } from "../program";

const rest = /^restraint: error: the run was ended, and \d+ files were not looked at: \S+\.ts, .*and \d+ more$/mu;

/** @returns a folder with so many files that each send a request. */
function folderOf(count: number): string {
  const file = (index: number): string =>
    `export const get${index} = (id: string) => fetch(\`https://api.example.com/v1/things/\${id}/parts/${index}\`);\n`;
  return makeFolder(Object.fromEntries(Array.from({ length: count }, (_, index) => [`file${index}.ts`, file(index)])));
}

it.each(["requests", "permissions", "usage"])("restraint %s prints what it has when its time is over", (command) => {
  const { status, stdout, stderr } = runProgram(folderOf(40), [command, "--no-types", "--timeout", "0.001"]);
  expect(stderr).toMatch(rest);
  expect(stdout).not.toBe("");
  expect(status).toBe(2);
});

it("looks at everything in the time that it has", () => {
  const { status, stdout, stderr } = runProgram(folderOf(2), ["requests", "--no-types", "--timeout", "600"]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toContain("2 call sites, 2 fully known");
});

it("says which times it takes", () => {
  const { status, stderr } = runProgram(folderOf(1), ["requests", "--timeout", "0"]);
  expect(status).toBe(2);
  expect(stderr).toContain("It has to be a number above 0.");
});

const signals = [
  ["Ctrl-C", "SIGINT"],
  ["the signal of `timeout` and of build services", "SIGTERM"],
] as const;

describe.skipIf(process.platform === "win32")("a run", () => {
  it.each(partOfWeek(signals, 1 / 2))("prints what it has after %s", { timeout: 120_000 }, async (_, signal) => {
    const folder = folderOf(1_500);
    // Before the run has begun, the signal ends the process as it ends any other.
    for (const wait of [500, 1_000, 2_000, 4_000, 8_000, 16_000]) {
      const child = spawn(process.execPath, [main, "requests", "--no-types"], { cwd: folder });
      const texts = { out: "", errors: "" };
      child.stdout.setEncoding("utf8").on("data", (chunk: string) => (texts.out += chunk));
      child.stderr.setEncoding("utf8").on("data", (chunk: string) => (texts.errors += chunk));
      const ended = new Promise<number | null>((done) => child.on("close", done));
      await Promise.race([delay(wait), ended]);
      child.kill(signal);
      const status = await ended;
      if (status === null) continue;
      expect(texts.errors).toMatch(rest);
      expect(texts.out).toMatch(/^\d+ call sites?, \d+ fully known$/mu);
      expect(status).toBe(2);
      return;
    }
    expect.unreachable("the run never began");
  });
});

it.skipIf(process.platform === "win32")(
  "a check that is ended prints nothing of a part, and leaves an earlier report",
  { timeout: 60_000 },
  async () => {
    const folder = folderOf(3_000);
    writeFileSync(join(folder, "report.json"), "an earlier report");
    const args = [main, "check", "--no-types", "--format", "json", "--report", "json=report.json"];
    const child = spawn(process.execPath, args, { cwd: folder });
    let out = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => (out += chunk));
    const ended = new Promise<NodeJS.Signals | null>((done) =>
      child.on("close", (_, signal) => {
        done(signal);
      }),
    );
    await delay(1_000);
    child.kill("SIGTERM");
    expect(await ended).toBe("SIGTERM");
    expect(out).toBe("");
    expect(readFileSync(join(folder, "report.json"), "utf8")).toBe("an earlier report");
  },
);

it("restraint diff prints what it has when its time is over", () => {
  const folder = folderOf(40);
  writeFileSync(
    join(folder, "v.json"),
    '{"openapi":"3.0.3","info":{"title":"a","version":"1"},"paths":{"/things":{"get":{"responses":{"200":{"description":"All"}}}}}}',
  );
  const { status, stdout, stderr } = runProgram(folder, [
    "diff",
    "v.json",
    "v.json",
    ".",
    "--no-types",
    "--timeout",
    "0.001",
  ]);
  expect(stderr).toMatch(rest);
  expect(stdout).toBe("0 breaking changes and 0 safe in 0 endpoints; 0 calls hit\n");
  expect(status).toBe(2);
});
