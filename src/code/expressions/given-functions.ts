import type TS from "typescript";
import { item } from "../item";
import type { ValueId } from "../graph";
import { heldElsewhere } from "../values";
import type { Build } from "../versions/state";
import { changeByCall } from "../versions/writes";

/** What the caller gave to be called may have what else the caller gave, and change it. */
export function changeInputs(build: Build, call: ValueId, callee: ValueId, node: TS.Node): void {
  const given = parameterBehind(build, callee);
  if (given === undefined) return;
  for (const { root } of build.fn.inputs) {
    const input = item(build.values, root);
    if (root !== given && input.kind === "parameter")
      changeByCall(build, root, { call, argument: heldElsewhere, path: [] }, node);
  }
}

/** Members and types of a parameter are looked through so far. */
const mostSteps = 8;

/** @returns the parameter of this function which a value is, or of which it is a part. */
function parameterBehind(build: Build, value: ValueId): ValueId | undefined {
  let current = value;
  for (let left = mostSteps; left > 0; left -= 1) {
    const node = item(build.values, current);
    switch (node.kind) {
      case "parameter":
        return node.in === build.fn.id ? current : undefined;
      case "member":
        current = node.object;
        break;
      case "element":
        current = node.of;
        break;
      case "withDefault":
      case "refined":
      case "typed":
      case "named":
        current = node.value;
        break;
      default:
        return undefined;
    }
  }
  return undefined;
}
