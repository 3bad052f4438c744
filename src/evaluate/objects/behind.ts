import type { ValueId } from "../../code/graph";
import type { ProjectFile } from "../../project/project-file";
import { nodeAt } from "../places";

/** Limit of the versions that are followed. */
const mostVersions = 1_000;

/** @returns the first version of a value, without the names, types and refinements around it. */
export function behind(file: ProjectFile, id: ValueId): ValueId {
  let current = id;
  for (let count = 0; count < mostVersions; count += 1) {
    const node = nodeAt(file, current);
    if (node.kind === "write" || node.kind === "after" || node.kind === "same") current = node.object;
    else if (node.kind === "named" || node.kind === "typed" || node.kind === "refined") current = node.value;
    else break;
  }
  return current;
}
