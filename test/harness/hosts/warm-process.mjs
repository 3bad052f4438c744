import { openSync, readSync, writeSync } from "node:fs";
import { createRequire } from "node:module";
import { Readable } from "node:stream";

/**
 * Runs the program again and again in one process, as if each run had its own: loaded modules stay loaded. A run ends
 * as a process does, when no work is left. Questions and answers are lines of JSON, through two pipes.
 */

const [, , program = "", questions = "", answers = ""] = process.argv;
const load = createRequire(program);
const input = openSync(questions, "r");
const output = openSync(answers, "w");

let run;
let rest = "";

/** Waits for a line. Nothing else may run between two runs. */
function nextQuestion() {
  const chunk = Buffer.alloc(1 << 16);
  while (!rest.includes("\n")) {
    const length = readSync(input, chunk);
    if (length === 0) return undefined;
    rest += chunk.toString("latin1", 0, length);
  }
  const end = rest.indexOf("\n");
  const line = rest.slice(0, end);
  rest = rest.slice(end + 1);
  return JSON.parse(Buffer.from(line, "latin1").toString("utf8"));
}

function collect(stream, name) {
  stream.write = (text, encoding, done) => {
    run[name] += typeof text === "string" ? text : Buffer.from(text).toString("utf8");
    const then = typeof encoding === "function" ? encoding : done;
    if (then) process.nextTick(then);
    return true;
  };
}

function begin({ cwd, args, env, given }) {
  run = { stdout: "", stderr: "" };
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  process.argv = [process.execPath, program, ...args];
  process.exitCode = undefined;
  Object.defineProperty(process, "stdin", { value: Readable.from([Buffer.from(given)]), configurable: true });
  for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners("error");
  for (const [path, { exports }] of Object.entries(load.cache)) {
    if (path.endsWith("/hosts/cli/program.js") || path === program) delete load.cache[path];
    // TypeScript keeps the folder of its first call.
    if (path.endsWith("/typescript.js") && exports.sys) exports.sys.getCurrentDirectory = () => process.cwd();
  }
  load(program);
  // A run that never waits leaves no work, and Node would end before the next question.
  setImmediate(() => undefined);
}

function end() {
  if (run) {
    const line = Buffer.from(`${JSON.stringify({ status: process.exitCode ?? 0, ...run })}\n`);
    for (let written = 0; written < line.length;) written += writeSync(output, line, written);
  }
  const question = nextQuestion();
  if (question === undefined) process.reallyExit(0);
  begin(question);
}

collect(process.stdout, "stdout");
collect(process.stderr, "stderr");
process.on("uncaughtException", (error) => {
  run.stderr += `${error.stack}\n`;
  process.exitCode = 1;
});
process.on("beforeExit", end);
