import type { ValueId } from "../../code/graph";
import type { ValueNode } from "../../code/values";
import type { ProjectFile } from "../../project/project-file";
import { nodeAt } from "../places";

/** Parts of a dotted name; code has no longer ones. */
const mostParts = 8;
/** Versions and refinements between two names: each call of a method creates a version, and a long function has hundreds. */
const mostSteps = 1000;

/** @returns the dotted name of a value in the source: `context.octokit`, `process.env.TOKEN`, `getClient().rest`. */
export function dottedName(file: ProjectFile, node: ValueNode): string | undefined {
  const parts: string[] = [];
  let current = node;
  for (let count = 0; count < mostSteps && parts.length < mostParts; count += 1) {
    const step = stepOf(file, current);
    if (!step) return undefined;
    if (step.name !== undefined) parts.unshift(step.name);
    if (step.next === undefined) return parts.length === 0 ? undefined : parts.join(".");
    current = nodeAt(file, step.next);
  }
  return undefined;
}

interface Step {
  readonly name: string | undefined;
  readonly next?: ValueId;
}

function stepOf(file: ProjectFile, node: ValueNode): Step | undefined {
  if (node.kind === "member") return typeof node.key === "string" ? { name: node.key, next: node.object } : undefined;
  const next = sameByName(node);
  return next === undefined ? rootOf(file, node) : { name: undefined, next };
}

/** @returns the value from which a node is derived without a change of name. */
function sameByName(node: ValueNode): ValueId | undefined {
  switch (node.kind) {
    case "await":
    case "typed":
    case "refined":
    case "withDefault":
      return node.value;
    case "after":
    case "same":
    case "write":
      return node.object;
    default:
      return undefined;
  }
}

/** @returns the first part of a dotted name; undefined if the node has no name. */
function rootOf(file: ProjectFile, node: ValueNode): Step | undefined {
  switch (node.kind) {
    case "named":
    case "global":
    // A destructured parameter has no name of its own; names are in the pattern.
    case "parameter":
      return { name: node.name };
    case "this":
      return { name: "this" };
    case "variable":
      return { name: file.code.variables[node.variable]?.name };
    case "imported": {
      const { local } = file.code.imports[node.import] ?? {};
      return local === undefined ? undefined : { name: local };
    }
    case "call": {
      const inner = dottedName(file, nodeAt(file, node.callee));
      return inner === undefined ? undefined : { name: `${inner}()` };
    }
    default:
      return undefined;
  }
}
