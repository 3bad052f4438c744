import type TS from "typescript";
import { item } from "../item";
import type { ValueId } from "../graph";
import { heldElsewhere } from "../values";
import type { Build } from "../versions/state";
import { parameterBehind } from "../versions/parameters";
import { changeByCall } from "../versions/writes";

/** A function that the caller supplies may hold the other arguments, and change them when it is called. */
export function changeInputs(build: Build, call: ValueId, callee: ValueId, node: TS.Node): void {
  const given = parameterBehind(build, callee);
  if (given === undefined) return;
  for (const { root } of build.fn.inputs) {
    const input = item(build.values, root);
    if (root !== given && input.kind === "parameter")
      changeByCall(build, root, { call, argument: heldElsewhere, path: [] }, node);
  }
}
