import type TS from "typescript";
import type { ValueId } from "../graph";
import { versionOf } from "../versions/environment";
import { refreshed } from "../versions/contents";
import { add, startOf, type Build } from "../versions/state";

/** @returns the current `this`; in an arrow function, that of the enclosing function. */
export function readThis(build: Build, node: TS.Node): ValueId {
  const { fn, ts } = build;
  if (fn.self < 0) {
    const place = { in: fn.id, start: startOf(build, node), end: node.end, depends: 0 };
    fn.self = add(build, { kind: "this", ...place }, node);
    if (ts.isArrowFunction(fn.node)) build.usesOuterThis.add(fn.id);
    else fn.inputs.push({ what: "this", root: fn.self });
  }
  return refreshed(build, versionOf(build, fn.self));
}

export function superValue(build: Build, node: TS.SuperExpression): ValueId {
  if (build.ts.isArrowFunction(build.fn.node)) build.usesOuterThis.add(build.fn.id);
  const place = { in: build.fn.id, start: startOf(build, node), end: node.end, depends: 0 };
  return add(build, { kind: "super", ...place }, node);
}
