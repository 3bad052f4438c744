import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const prefix = "restraint-tests-";

/**
 * Gives a run of the tests one folder for all temporary ones, its own and those of the processes that it starts, and removes it at the end.
 * What a run left that was killed is removed by the next one.
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
    // A process of somebody else's is running too.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
