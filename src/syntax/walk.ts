import type TS from "typescript";

/**
 * Visits nodes in text order, each before its children. Iterative, because a chain of thousands of calls or operators
 * is a tree of that depth.
 *
 * @param visit gets a node and the result of its parent's visit. Its result is passed to the children; `undefined`
 * skips them.
 */
export function walk<T extends object>(
  ts: typeof TS,
  root: TS.Node,
  outermost: T,
  visit: (node: TS.Node, outer: T) => T | undefined,
): void {
  const waiting: { readonly node: TS.Node; readonly outer: T }[] = [{ node: root, outer: outermost }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const inner = visit(next.node, next.outer);
    if (inner === undefined) continue;
    const first = waiting.length;
    ts.forEachChild(next.node, (child) => {
      waiting.push({ node: child, outer: inner });
    });
    reverseFrom(waiting, first);
  }
}

function reverseFrom(list: unknown[], first: number): void {
  for (let low = first, high = list.length - 1; low < high; low += 1, high -= 1) {
    const one = list[low];
    list[low] = list[high];
    list[high] = one;
  }
}

/** @returns whether a predicate is true of the root or of a node below it. Children of nodes that are not entered are skipped. */
export function someNode(
  ts: typeof TS,
  root: TS.Node,
  isSuch: (node: TS.Node) => boolean,
  isEntered: (node: TS.Node) => boolean = () => true,
): boolean {
  let found = false;
  walk(ts, root, {}, (node, outer) => {
    found ||= isSuch(node);
    return found || !isEntered(node) ? undefined : outer;
  });
  return found;
}
