import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { badTable, goodTable, main, makeFolder, runProgram } from "../program";

/** So many times as long as the first run took, with the start of its process, nothing must happen for a rest. */
const restOfRuns = 2;

/** A watching program. One change may be seen in several steps, and checked as often: what is waited for is what is printed in the end. */
class Watching {
  readonly #child: ChildProcess;
  #stdout = "";
  #stderr = "";
  readonly #began = performance.now();
  #firstRun = 0;
  readonly #ended: Promise<number | null>;

  constructor(folder: string, args: readonly string[], temporary: string) {
    this.#child = spawn(process.execPath, [main, "check", "--watch", ...args], {
      cwd: folder,
      env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: "", TMPDIR: temporary },
    });
    this.#child.stdout?.on("data", (data: Buffer) => (this.#stdout += data.toString()));
    this.#child.stderr?.on("data", (data: Buffer) => (this.#stderr += data.toString()));
    this.#ended = new Promise((done) => this.#child.on("exit", done));
    onTestFinished(() => void this.#child.kill("SIGKILL"));
  }

  get runs(): number {
    return this.#stderr.split("Waiting for changes; Ctrl+C ends.\n").length - 1;
  }

  /** Waits until a run has ended that prints a text. What was printed before is forgotten. */
  async prints(text: string): Promise<void> {
    this.#stdout = "";
    for (const before = this.runs; this.runs === before || !this.#stdout.includes(text);) await wait(20);
    this.#firstRun ||= performance.now() - this.#began;
  }

  /** Waits until no run has ended for several times as long as one takes on this machine, which may be a busy one. */
  async rest(): Promise<void> {
    for (let before = -1; before !== this.runs;) {
      before = this.runs;
      await wait(restOfRuns * this.#firstRun);
    }
  }

  /** @returns the exit status. */
  interrupt(): Promise<number | null> {
    this.#child.kill("SIGINT");
    return this.#ended;
  }
}

test("checks again what a change concerns, in files that change, come and go, until it is interrupted", async () => {
  const folder = makeFolder({
    "restraint.config.yaml": "service: { baseUrls: ['https://api.example.com'], conventions: [all] }\n",
    "a.yaml": goodTable,
    "fields.mjs": 'export const fields = "id,,name";\n',
    "send.mjs": 'import { fields } from "./fields.mjs";\nawait fetch("https://api.example.com/x?fields=" + fields);\n',
  });
  const temporary = makeFolder({});
  const watching = new Watching(folder, ["--report", "json=report.json"], temporary);
  await watching.prints("error valid-fields  send.mjs:2");

  writeFileSync(join(folder, "fields.mjs"), 'export const fields = "id,name";\n');
  await watching.prints("No findings");

  mkdirSync(join(folder, "deploy"));
  writeFileSync(join(folder, "deploy/b.yaml"), badTable);
  await watching.prints("deploy/b.yaml:");

  rmSync(join(folder, "deploy"), { recursive: true });
  await watching.prints("No findings");

  // Neither the report nor what nobody checks is a reason for a run.
  await watching.rest();
  const { runs } = watching;
  writeFileSync(join(folder, "notes.txt"), "x");
  mkdirSync(join(folder, "node_modules"));
  writeFileSync(join(folder, "node_modules/a.yaml"), badTable);
  await watching.rest();
  expect(watching.runs).toBe(runs);

  writeFileSync(join(folder, "a.yaml"), badTable);
  await watching.prints("a.yaml:");
  expect(await watching.interrupt()).toBe(1);
  expect(readdirSync(temporary).filter((name) => name.startsWith("restraint-watch-"))).toEqual([]);
}, 240_000);

test("goes on where a configuration is wrong, and ends with what the last run says", async () => {
  const folder = makeFolder({ "restraint.config.yaml": "nonsense: 1\n", "a.yaml": goodTable });
  const watching = new Watching(folder, [], makeFolder({}));
  await watching.prints("");
  writeFileSync(join(folder, "restraint.config.yaml"), "preset: recommended\n");
  await watching.prints("No findings");
  expect(await watching.interrupt()).toBe(0);
}, 240_000);

test("is not for a text on the standard input, nor for keeping suppressions", () => {
  for (const flag of [["--stdin-filename", "a.yaml"], ["--suppress-existing"]]) {
    const { status, stderr } = runProgram(makeFolder({}), ["check", "--watch", ...flag], { input: "" });
    expect(status).toBe(2);
    expect(stderr).toContain("--watch");
  }
});
