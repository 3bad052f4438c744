import { isPromiseMethod } from "../syntax/built-ins";
import { addTo } from "../text/groups";
import type { FileCode, ValueId } from "./graph";
import { item } from "./item";

/**
 * The result of a call may be changed in place and then sent: `const request = open(url); request.write(data)`.
 * So it depends on its method calls, too, and each caller that supplies their arguments has a result of its own.
 *
 * @returns method calls on call results, by the call that returned the object.
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

/** Whether a call is `then`, `catch` or `finally`: these do not change the promise's value. */
function isWaiting(values: FileCode["values"], call: ValueId): boolean {
  const node = values[call];
  const callee = node?.kind === "call" ? values[node.callee] : undefined;
  return callee?.kind === "member" && isPromiseMethod(String(callee.key));
}
