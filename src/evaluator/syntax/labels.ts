import type TS from "typescript";

/** @returns the labels of a statement. */
export function labelsOf(ts: typeof TS, statement: TS.Node): readonly string[] {
  const labels: string[] = [];
  for (let outer = statement.parent; ts.isLabeledStatement(outer); outer = outer.parent) labels.push(outer.label.text);
  return labels;
}
