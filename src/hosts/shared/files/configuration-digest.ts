import { createHash } from "node:crypto";
import type { Project } from "../../../contract/configuration/load";
import { mostBytes, readRegularFile } from "../../../files/read";

/**
 * @param files of a project: its configuration and contracts. One that cannot be read counts as empty.
 * @returns a digest that changes with their names and contents.
 */
export function configurationDigest(files: Project["files"]): string {
  const hash = createHash("sha256");
  for (const file of files) hash.update(`${file}\0`).update(readOrEmpty(file));
  return hash.digest("hex");
}

function readOrEmpty(file: string): Buffer {
  try {
    return readRegularFile(file, mostBytes.data);
  } catch {
    return Buffer.alloc(0);
  }
}
