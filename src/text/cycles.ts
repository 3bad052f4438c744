/**
 * Finds import cycles: strongly connected components by Tarjan's algorithm. Not recursive, because chains of imports
 * may have any length.
 *
 * @param start the node at which the search begins.
 * @param importsOf returns the files that a file imports.
 * @param isKnown whether a file, with everything reachable from it, has been visited in an earlier search.
 * @returns the groups, each after all groups that it imports.
 */
export function findCycles(
  start: string,
  importsOf: (name: string) => readonly string[],
  isKnown: (name: string) => boolean,
): readonly (readonly string[])[] {
  const groups: string[][] = [];
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const path: { readonly name: string; readonly imports: readonly string[]; next: number }[] = [];
  const enter = (name: string): void => {
    low.set(name, order.size);
    order.set(name, order.size);
    open.push(name);
    isOpen.add(name);
    path.push({ name, imports: importsOf(name), next: 0 });
  };
  const lower = (name: string, other: number): void => {
    low.set(name, Math.min(low.get(name) ?? other, other));
  };
  enter(start);
  for (let step = path.at(-1); step; step = path.at(-1)) {
    const { name } = step;
    const next = step.imports[step.next];
    step.next += 1;
    if (next !== undefined) {
      const seen = order.get(next);
      if (seen === undefined && !isKnown(next)) enter(next);
      else if (seen !== undefined && isOpen.has(next)) lower(name, seen);
      continue;
    }
    path.pop();
    const importer = path.at(-1);
    if (importer) lower(importer.name, low.get(name) ?? 0);
    if (low.get(name) !== order.get(name)) continue;
    const group = open.splice(open.lastIndexOf(name));
    for (const each of group) isOpen.delete(each);
    groups.push(group);
  }
  return groups;
}
