// Runs tests, of which none is known to fail.
import { spawn } from "node:child_process";
import { join } from "node:path";

export const root = join(import.meta.dirname, "../..");

/** @returns the exit code of vitest, which ran with some arguments and more of the environment. */
export function runTests(args, environment) {
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const child = spawn(process.execPath, [vitest, "run", ...args], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, RESTRAINT_PENDING: "off", ...environment },
  });
  return new Promise((done) => child.on("close", done));
}
