// Runs the program on an application in its own process, so that a crash is one row of the table.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { program, root } from "../measure.mjs";

const usage = join(root, "bench/recall/usage.mjs");

/**
 * @param {{ checkout: string, roots: string[], configuration?: object }} application
 * @param {{ mode: "typed" | "untyped", timeout: number }} how
 * @returns the JSON of `restraint requests`, its errors, its resource usage, and the reason if it failed.
 */
export async function listRequests(application, { mode, timeout }) {
  const configuration = application.configuration && writeConfiguration(application.configuration);
  const options = [
    ...(mode === "untyped" ? ["--no-types"] : []),
    ...(configuration ? ["--config", configuration] : []),
  ];
  const args = [program, "requests", "--format", "json", ...options, ...rootsOf(application)];
  const ran = await run(args, application.checkout, timeout);
  return { ...ran, failure: ran.late ? `not ready after ${timeout} s` : failureOf(ran) };
}

/** @returns the CPU seconds of parsing the same files, including the start of the process. */
export async function parseAlone(application, timeout) {
  const { used } = await run(
    [join(root, "bench/recall/parse.mjs"), ...rootsOf(application)],
    application.checkout,
    timeout,
  );
  return used?.cpu;
}

function rootsOf({ checkout, roots }) {
  return roots.filter((path) => existsSync(join(checkout, path)));
}

function run(args, cwd, timeout) {
  return new Promise((done) => {
    const child = spawn(process.execPath, ["--import", usage, ...args], {
      cwd,
      stdio: ["ignore", "pipe", "pipe", "pipe"],
    });
    const texts = { out: "", errors: "", used: "" };
    child.stdio[1].setEncoding("utf8").on("data", (chunk) => (texts.out += chunk));
    child.stdio[2].setEncoding("utf8").on("data", (chunk) => (texts.errors += chunk));
    child.stdio[3].setEncoding("utf8").on("data", (chunk) => (texts.used += chunk));
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      child.kill("SIGKILL");
    }, timeout * 1000);
    child.on("close", (status, signal) => {
      clearTimeout(timer);
      done({ ...texts, used: texts.used === "" ? undefined : JSON.parse(texts.used), status, signal, late });
    });
  });
}

/** @returns a file outside of the checkout, into which nothing is written. */
function writeConfiguration(configuration) {
  const file = join(mkdtempSync(join(tmpdir(), "restraint-gold-")), "restraint.config.json");
  writeFileSync(file, JSON.stringify(configuration));
  return file;
}

function failureOf({ out, errors, status, signal }) {
  try {
    JSON.parse(out);
    return undefined;
  } catch {
    const reason = /heap out of memory/u.test(errors) ? "out of memory" : errors.trim().split("\n").at(-1);
    return `ended with ${signal ?? status}: ${(reason ?? "").slice(0, 200)}`;
  }
}
