import { addTo } from "../text/groups";
import type { FileCode, ValueId } from "./graph";
import { item } from "./item";

/**
 * What a call makes may be changed in place, and then sent: `const request = open(url); request.write(data)`. That depends on what it is changed by, too, and
 * is another one for each of those who supply that.
 *
 * @returns the calls of methods of what calls make, by the call that makes it.
 */
export function changesOfMade({
  values,
  roots,
}: Pick<FileCode, "values" | "roots">): ReadonlyMap<ValueId, readonly ValueId[]> {
  const found = new Map<ValueId, ValueId[]>();
  for (const [id, node] of values.entries()) {
    if (node.kind !== "after" || node.argument !== -1) continue;
    const root = item(roots, id);
    if (values[root]?.kind === "call" && !isWaiting(values, node.call)) addTo(found, root, node.call);
  }
  return found;
}

/** Whoever waits for a promise does not change what it was made for. */
function isWaiting(values: FileCode["values"], call: ValueId): boolean {
  const node = values[call];
  const callee = node?.kind === "call" ? values[node.callee] : undefined;
  return callee?.kind === "member" && (callee.key === "then" || callee.key === "catch" || callee.key === "finally");
}
