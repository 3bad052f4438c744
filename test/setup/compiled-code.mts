import { mkdirSync } from "node:fs";
import * as nodeModule from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Has the processes of a run share the compiled code of TypeScript, which most of them load. It comes after the folder for temporary ones has been
 * made, where the code is kept. From Node 22.1 on, Node can do so by itself.
 */
export default function setup(): void {
  // Vitest calls this for each of its projects.
  if (process.env.RESTRAINT_COMPILED_CODE !== undefined || "enableCompileCache" in nodeModule) return;
  const folder = join(tmpdir(), "restraint-compiled-code");
  mkdirSync(folder);
  process.env.RESTRAINT_COMPILED_CODE = folder;
  const preload = JSON.stringify(join(import.meta.dirname, "compiled-code.cjs"));
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ""} --require ${preload}`.trim();
}
