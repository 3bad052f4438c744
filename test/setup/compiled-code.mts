import { mkdirSync } from "node:fs";
import * as nodeModule from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Shares the compiled code of TypeScript among the processes of a run, which mostly load it. Must run after the setup
 * of temporary folders, because the code is stored there. From Node 22.1 on, Node can do this itself.
 */
export default function setup(): void {
  // Vitest calls this once per project.
  if (process.env.RESTRAINT_COMPILED_CODE !== undefined || "enableCompileCache" in nodeModule) return;
  const folder = join(tmpdir(), "restraint-compiled-code");
  mkdirSync(folder);
  process.env.RESTRAINT_COMPILED_CODE = folder;
  const preload = JSON.stringify(join(import.meta.dirname, "compiled-code.cjs"));
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ""} --require ${preload}`.trim();
}
