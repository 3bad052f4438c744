import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const prefix = "restraint-tests-";

/**
 * Gives a test run one folder for all temporary ones, including those of processes that it starts, and removes it at
 * the end. The next run removes the folder of a killed run.
 */
export default function setup(): () => void {
  const before = process.env.TMPDIR;
  const parent = tmpdir();
  for (const name of readdirSync(parent)) {
    const owner = new RegExp(`^${prefix}(\\d+)$`, "u").exec(name)?.[1];
    if (owner !== undefined && !isRunning(Number(owner))) remove(join(parent, name));
  }
  const folder = join(parent, `${prefix}${process.pid}`);
  mkdirSync(folder, { recursive: true });
  process.env.TMPDIR = folder;
  return () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    remove(folder);
  };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user is still running.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
