import type { ValueId } from "../graph";
import { refreshed } from "../versions/contents";
import { versionOf } from "../versions/environment";
import type { Build } from "../versions/state";
import { item } from "../item";

/** Ends the current path of the function with a returned value. */
export function leaveWith(build: Build, value: ValueId): void {
  build.fn.returns.push({ value, guard: build.guard });
  leave(build);
  build.dead = true;
}

/** Records the versions of the function's inputs at the end of a path. */
export function leave(build: Build): void {
  const { inputs, exits } = build.fn;
  const versions = inputs.map(({ root }) =>
    build.contents.has(root) ? refreshed(build, versionOf(build, root)) : item(build.slots, build.base + root),
  );
  exits.push({ versions, guard: build.guard });
}
