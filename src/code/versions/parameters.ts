import { item } from "../item";
import type { ValueId } from "../graph";
import type { Build } from "./state";

/** Bound on the members and wrappers that are followed. */
const mostSteps = 8;

/** @returns the parameter of the current function that a value is, or is part of. */
export function parameterBehind(build: Build, value: ValueId): ValueId | undefined {
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
