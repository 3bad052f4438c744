import { join } from "node:path";
import { mostBytes } from "../../../src/files/read";
import { readSealed, writeSealed } from "../../../src/hosts/shared/memory/sealed";
import { packageVersion } from "../../../src/hosts/shared/package/root";

const version = `5 ${packageVersion()}`;

/** Writes a cache as the program itself seals it: only then what it holds is looked at. */
export function sealCache(folder: string, body: string, name = ".restraintcache"): void {
  writeSealed(join(folder, name), version, body);
}

/** Changes what a cache holds, by somebody who knows how it is sealed. */
export function forgeCache(folder: string, change: (body: string) => string, name = ".restraintcache"): void {
  sealCache(folder, change(readSealed(join(folder, name), version, mostBytes.data) ?? ""), name);
}
