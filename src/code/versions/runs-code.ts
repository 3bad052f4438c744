import { item } from "../item";
import type { ValueId } from "../graph";
import { anyMember } from "../names/effects";
import type { Key } from "../values";
import type { Build } from "./state";

/** Whether a read of a member, or an assignment to it, may run code of the file: of an accessor, or of a proxy that a call has made. */
export function mayRunCode({ names: { accessors }, values, roots }: Build, object: ValueId, key: Key): boolean {
  if (typeof key !== "string") return false;
  return accessors.has(key) || (accessors.has(anyMember) && item(values, item(roots, object)).kind === "call");
}
