import type { ValueId } from "../graph";
import type { Key } from "../values";
import type { Build } from "../versions/state";
import { item } from "../item";

/** Records CommonJS exports: `module.exports = value`, `module.exports.name = value`, `exports.name = value`. */
export function noteModuleWrite(build: Build, object: ValueId, key: Key, value: ValueId): void {
  if (typeof key === "number") return;
  const root = build.values[item(build.roots, object)];
  if (root?.kind === "global" && root.name === "module" && key === "exports") {
    build.exports.push({ kind: "whole", value });
    return;
  }
  if (isExports(build, object)) build.exports.push({ kind: "value", name: key, value });
}

/** Whether a value is `exports` or `module.exports`. */
export function isExports(build: Build, object: ValueId): boolean {
  const root = build.values[item(build.roots, object)];
  if (root?.kind === "global") return root.name === "exports";
  if (root?.kind !== "member" || root.key !== "exports") return false;
  const holder = build.values[item(build.roots, root.object)];
  return holder?.kind === "global" && holder.name === "module";
}
