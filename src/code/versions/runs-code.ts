import { item } from "../item";
import type { ValueId } from "../graph";
import { anyMember } from "../names/accessors";
import type { Key } from "../values";
import type { Build } from "./state";

/** Whether reading or assigning a member may run code of the file: an accessor, or a proxy that a call returned. */
export function mayRunCode({ names: { accessors }, values, roots }: Build, object: ValueId, key: Key): boolean {
  if (typeof key !== "string") return false;
  return accessors.has(key) || (accessors.has(anyMember) && item(values, item(roots, object)).kind === "call");
}

/** Whether a value assigned to an accessor may reach other code: through the setter, or through other holders of the object. */
export function mayHandOn(build: Build, object: ValueId, key: Key): boolean {
  const { delegating } = build.names;
  const root = item(build.roots, object);
  const created = item(build.values, root);
  const isOwn = (created.kind === "call" && created.how === "new") || created.kind === "object";
  return !isOwn || delegating.has(String(key)) || delegating.has(anyMember) || build.sharedRoots.has(root);
}
