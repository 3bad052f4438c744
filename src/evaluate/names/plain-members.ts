import type { FileCode, ValueId } from "../../code/graph";
import type { ValueNode } from "../../code/values";
import type { ProjectFile } from "../../project/project-file";

/** Exported members that are primitives: no importer can change them. */

/** @returns whether a path of members from an export of a file leads to a primitive, by the graph of that file alone. */
export function isPlain(file: ProjectFile, name: string, path: readonly string[]): boolean {
  const exported = file.code.exports.filter((each) => each.kind !== "type" && "name" in each && each.name === name);
  const [only] = exported;
  if (exported.length !== 1 || only?.kind !== "value") return false;
  const variable = only.variable === undefined ? undefined : file.code.variables[only.variable];
  if (variable && (variable.assigned.length !== 1 || variable.changed.length > 0)) return false;
  let value: ValueId | undefined = only.value;
  for (const key of path) value = value === undefined ? undefined : memberOf(file, value, key);
  const node = value === undefined ? undefined : file.code.values[wrapped(file.code, value)];
  return node?.kind === "literal" || node?.kind === "template" || isCalculation(node);
}

/** @returns whether an operator has a primitive result for any operands. */
function isCalculation(node: ValueNode | undefined): boolean {
  return node?.kind === "operation" && /^(?:[-*/%!~]|\*\*|typeof)$/u.test(node.operator);
}

/** @returns the member of an object literal; undefined for other versions of an object. */
function memberOf({ code }: ProjectFile, object: ValueId, key: string): ValueId | undefined {
  const node = code.values[wrapped(code, object)];
  if (node?.kind !== "object") return undefined;
  if (!node.members.every((each) => each.kind === "value" && typeof each.key === "string")) return undefined;
  const found = node.members.findLast((each) => each.kind === "value" && each.key === key);
  return found?.value;
}

function wrapped({ values }: FileCode, id: ValueId): ValueId {
  let current = id;
  for (let node = values[current]; node?.kind === "named" || node?.kind === "typed"; node = values[current])
    current = node.value;
  return current;
}
