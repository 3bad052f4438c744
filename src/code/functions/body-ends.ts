import type { ValueId } from "../graph";
import { refreshed } from "../versions/contents";
import { versionOf } from "../versions/environment";
import type { Build } from "../versions/state";
import { item } from "../item";

/** Ends the function with a value. */
export function leaveWith(build: Build, value: ValueId): void {
  build.fn.returns.push({ value, guard: build.guard });
  leave(build);
  build.dead = true;
}

/** Notes what the function leaves of what it was given, where a way ends. */
export function leave(build: Build): void {
  const { inputs, exits } = build.fn;
  const versions = inputs.map(({ root }) =>
    build.contents.has(root) ? refreshed(build, versionOf(build, root)) : item(build.slots, build.base + root),
  );
  exits.push({ versions, guard: build.guard });
}
