import type TS from "typescript";
import type { ValueId } from "../graph";
import { item } from "../item";
import type { Build } from "../versions/state";
import type { Argument } from "../values";
import { write } from "../versions/writes";
import { holdBy, isChain } from "./holders";

/** Calls of `Object.assign` with literal sources, whose members are known. */

/** Whether a value is `Object.assign`. */
export function isAssign(build: Build, callee: ValueId): boolean {
  const node = item(build.values, callee);
  if (node.kind !== "member" || node.key !== "assign") return false;
  const holder = item(build.values, item(build.roots, node.object));
  return holder.kind === "global" && holder.name === "Object";
}

/**
 * Treats `Object.assign(target, { a, b })` as assignments in turn: setters run, and the target holds the objects of variables by reference.
 *
 * @returns whether it did; a call that copies other objects is one change.
 */
export function assignMembers(build: Build, given: readonly TS.Expression[], args: readonly Argument[]): boolean {
  const { ts } = build;
  const [first, ...sources] = given;
  const held = item(build.values, item(build.roots, item(args, 0).value));
  if (!first || (!isChain(build, first) && held.kind !== "call") || ts.isSpreadElement(first) || sources.length === 0)
    return false;
  const literals = sources.map((each) => (ts.isObjectLiteralExpression(each) ? each : undefined));
  if (!literals.every((each) => each?.properties.every((member) => isPlain(ts, member)))) return false;
  if (isImported(build, item(args, 0).value)) return false;
  const target = item(args, 0).value;
  literals.forEach((literal, index) => {
    const object = item(build.values, item(args, index + 1).value);
    if (!literal || object.kind !== "object") return;
    object.members.forEach((member, at) => {
      if (member.kind !== "value") return;
      const node = item(literal.properties, at);
      const place = {
        key: member.key,
        keyStart: member.keyStart,
        keyEnd: member.keyEnd,
        ...(member.at && { at: member.at }),
      };
      write(build, target, place, member.value, node);
      const from = ts.isPropertyAssignment(node)
        ? node.initializer
        : ts.isShorthandPropertyAssignment(node)
          ? node.name
          : undefined;
      holdBy(build, { holder: target, ...place }, member.value, from);
    });
  });
  return true;
}

/** Whether an object comes from another file: it may be a client, which handles the whole call at once. */
function isImported(build: Build, value: ValueId): boolean {
  let node = item(build.values, item(build.roots, value));
  while (node.kind === "member") node = item(build.values, item(build.roots, node.object));
  return node.kind === "imported";
}

function isPlain(ts: typeof TS, member: TS.ObjectLiteralElementLike): boolean {
  return (
    (ts.isPropertyAssignment(member) && !ts.isComputedPropertyName(member.name)) ||
    ts.isShorthandPropertyAssignment(member)
  );
}
