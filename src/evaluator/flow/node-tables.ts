import type TS from "typescript";
import type { Frame } from "../domain/domain";
import type { Program } from "../program";

/** What is done with the nodes of each kind. */
export type NodeTable<Node extends TS.Node, Result> = {
  readonly [Kind in Node["kind"]]: (program: Program, frame: Frame, node: Extract<Node, { kind: Kind }>) => Result;
};

type Look<Result> = (program: Program, frame: Frame, node: TS.Node) => Result;

/**
 * @param make gives the table for one TypeScript: the numbers of kinds differ between its versions.
 * @returns what finds the function for a node; `undefined` for a node of another kind.
 */
export function tableByKind<Node extends TS.Node, Result>(
  make: (kinds: typeof TS.SyntaxKind) => NodeTable<Node, Result>,
): (ts: typeof TS, node: TS.Node) => Look<Result> | undefined {
  const tables = new WeakMap<typeof TS, Readonly<Partial<Record<TS.SyntaxKind, Look<Result>>>>>();
  return (ts, node) => {
    let table = tables.get(ts);
    if (!table)
      tables.set(ts, (table = make(ts.SyntaxKind) as unknown as Partial<Record<TS.SyntaxKind, Look<Result>>>));
    return table[node.kind];
  };
}
