import type { Manifest } from "../../../src/manifest/manifest";
import { printPath, type Path } from "../../../src/shape/mismatch";

/** @returns the name of the object at a path for messages: `Table`, or `spec.resource` of Table. */
export function nameObject(manifest: Manifest, path: Path): string {
  const kind = manifest.kind === "" ? "the object" : manifest.kind;
  return path.length === 0 ? kind : `\`${printPath(path)}\` of ${kind}`;
}

/** @returns names in backticks as a phrase: `a`, `b` or `c`. */
export function listNames(names: readonly string[]): string {
  const marked = names.map((name) => `\`${name}\``);
  const last = marked.at(-1) ?? "";
  return marked.length < 2 ? last : `${marked.slice(0, -1).join(", ")} or ${last}`;
}
