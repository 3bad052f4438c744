import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, openSync, readSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The input of a run. */
export interface Given {
  readonly cwd: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Its standard input. */
  readonly given: string;
}

export interface Outcome {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * A process that loads the program once and runs it again and again (`warm-process.mjs`), because loading TypeScript
 * takes longer than most runs. It ends with the process that started it.
 */
export class WarmProgram {
  readonly #questions: number;
  readonly #answers: number;

  /** @param program the script to run. */
  constructor(program: string) {
    const folder = mkdtempSync(join(tmpdir(), "restraint-warm-"));
    const pipes = ["questions", "answers"].map((name) => join(folder, name));
    spawnSync("mkfifo", pipes);
    const [questions = "", answers = ""] = pipes;
    const args = [join(__dirname, "warm-process.mjs"), program, questions, answers];
    spawn(process.execPath, args, { stdio: "ignore" }).unref();
    // Opening a pipe waits for the other side.
    this.#questions = openSync(questions, "w");
    this.#answers = openSync(answers, "r");
  }

  /**
   * Runs the program once, and waits for it.
   *
   * @throws Error if the process has ended.
   */
  run(given: Given): Outcome {
    const line = Buffer.from(`${JSON.stringify(given)}\n`);
    for (let written = 0; written < line.length;) written += writeSync(this.#questions, line, written);
    const chunks: Buffer[] = [];
    const chunk = Buffer.alloc(1 << 16);
    for (let last = 0; last !== 10;) {
      const length = readSync(this.#answers, chunk);
      if (length === 0) throw new Error("the process that runs the program has ended");
      chunks.push(Buffer.from(chunk.subarray(0, length)));
      last = chunk[length - 1] ?? 0;
    }
    return JSON.parse(Buffer.concat(chunks).toString("utf8")) as Outcome;
  }
}
