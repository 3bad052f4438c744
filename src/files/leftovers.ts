import { readdirSync, statSync, unlinkSync } from "node:fs";
import { hostname } from "node:os";
import { basename, join } from "node:path";

/** Temporary files beside the files that they replace. They remain if the program is killed while writing. */

const ours = /^\..+\.restraint-([a-z0-9]+)-([a-z0-9]+)-[a-z0-9]+\.tmp$/u;

/**
 * Limit of a write in milliseconds. Whether a program on another machine still runs is unknown, but no write takes that
 * long.
 */
const longestWrite = 24 * 60 * 60 * 1000;

/** Folders that have been cleaned. Each is cleaned once, because a run may replace all files of a large folder. */
const done = new Set<string>();

/** @returns the name of a temporary file beside a target, which identifies the writing process. */
export function temporaryName(target: string): string {
  const random = Math.random().toString(36).slice(2, 10);
  return `.${basename(target)}.restraint-${machineName()}-${process.pid.toString(36)}-${random}.tmp`;
}

/** Removes temporary files of killed runs from a folder. Never throws. */
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
    // Leftovers do no harm.
  }
}

function isAbandoned(path: string, isOwnMachine: boolean, id: number): boolean {
  if (!isOwnMachine) return Date.now() - statSync(path).mtimeMs > longestWrite;
  if (id === process.pid) return false;
  try {
    process.kill(id, 0);
    return false;
  } catch (error) {
    // A process of another user cannot be signalled, so it exists.
    return error instanceof Error && "code" in error && error.code === "ESRCH";
  }
}

let machine: string | undefined;

/** @returns a short name for this machine, in lower-case letters and digits. */
function machineName(): string {
  if (machine === undefined) {
    let sum = 0;
    for (const character of hostname()) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 2 ** 32;
    machine = sum.toString(36);
  }
  return machine;
}
