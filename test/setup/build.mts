import { spawnSync } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

/** Builds the sources, because tests run the build. Without changes, this is fast. */
export default function setup(): void {
  const args = [join(root, "node_modules/typescript/bin/tsc"), "-b", "tsconfig.build.json"];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Error(stdout);
}
