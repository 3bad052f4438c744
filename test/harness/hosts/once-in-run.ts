import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/**
 * Creates a folder once for all processes of a test run, which share a folder for temporary ones. Other processes wait
 * for the first; if it fails, the next one tries.
 *
 * @param make fills the folder, which is visible only afterwards.
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
