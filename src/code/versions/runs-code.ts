import { item } from "../item";
import type { ValueId } from "../graph";
import { anyMember } from "../names/accessors";
import type { Key } from "../values";
import type { Build } from "./state";

/** Whether a read of a member, or an assignment to it, may run code of the file: of an accessor, or of a proxy that a call has made. */
export function mayRunCode({ names: { accessors }, values, roots }: Build, object: ValueId, key: Key): boolean {
  if (typeof key !== "string") return false;
  return accessors.has(key) || (accessors.has(anyMember) && item(values, item(roots, object)).kind === "call");
}

/** Whether what is assigned to a member that runs code may be handed on: by the setter, or by whoever else has the object. */
export function mayHandOn(build: Build, object: ValueId, key: Key): boolean {
  const { telling } = build.names;
  const root = item(build.roots, object);
  const made = item(build.values, root);
  const isOwn = (made.kind === "call" && made.how === "new") || made.kind === "object";
  return !isOwn || telling.has(String(key)) || telling.has(anyMember) || build.sharedRoots.has(root);
}
