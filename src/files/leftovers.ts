import { readdirSync, statSync, unlinkSync } from "node:fs";
import { hostname } from "node:os";
import { basename, join } from "node:path";

/** Files that are written beside the ones they replace, and stay where the program is killed meanwhile. */

const ours = /^\..+\.restraint-([a-z0-9]+)-([a-z0-9]+)-[a-z0-9]+\.tmp$/u;

/** Whether another machine's program still runs cannot be asked. No file takes that long to be written. */
const longestWrite = 24 * 60 * 60 * 1000;

/** Looked through once: a run may replace all files of a large folder. */
const done = new Set<string>();

/** @returns the name of a file that is written beside a target. It tells who writes it. */
export function temporaryName(target: string): string {
  const random = Math.random().toString(36).slice(2, 10);
  return `.${basename(target)}.restraint-${machineName()}-${process.pid.toString(36)}-${random}.tmp`;
}

/** Removes what runs have left in a folder that were killed. Never throws. */
export function removeLeftovers(folder: string): void {
  if (done.has(folder)) return;
  done.add(folder);
  try {
    for (const name of readdirSync(folder)) {
      const [, machine, id] = ours.exec(name) ?? [];
      if (id !== undefined && isAbandoned(join(folder, name), machine === machineName(), parseInt(id, 36)))
        unlinkSync(join(folder, name));
    }
  } catch {
    // Nothing is lost where they stay.
  }
}

function isAbandoned(path: string, isOwnMachine: boolean, id: number): boolean {
  if (!isOwnMachine) return Date.now() - statSync(path).mtimeMs > longestWrite;
  if (id === process.pid) return false;
  try {
    process.kill(id, 0);
    return false;
  } catch (error) {
    // Somebody else's process must not be asked, and runs.
    return error instanceof Error && "code" in error && error.code === "ESRCH";
  }
}

let machine: string | undefined;

/** @returns a short name for this machine, in small letters and digits. */
function machineName(): string {
  if (machine === undefined) {
    let sum = 0;
    for (const character of hostname()) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 2 ** 32;
    machine = sum.toString(36);
  }
  return machine;
}
