import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/**
 * Makes a folder once for all processes of a run of the tests, which have one folder for temporary ones. The others wait for the first: where that one
 * fails, the next tries it.
 *
 * @param make fills the folder, which nobody sees before.
 * @returns the folder.
 */
export async function onceInRun(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const place = join(tmpdir(), `restraint-${name}`);
  const mark = `${place}-begun`;
  while (!existsSync(place)) {
    if (!begin(mark)) {
      await delay(100);
      continue;
    }
    const folder = mkdtempSync(`${place}-`);
    try {
      await make(folder);
      renameSync(folder, place);
    } catch (error) {
      rmSync(mark, { recursive: true });
      throw error;
    }
  }
  return place;
}

/** @returns whether this process is the first one. */
export function begin(mark: string): boolean {
  try {
    mkdirSync(mark);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}
