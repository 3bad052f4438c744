import type TS from "typescript";
import type { ValueId } from "../graph";
import type { ObjectMember } from "../values";
import { functionValue } from "../functions/make";
import { readName } from "../versions/variables";
import { add, evaluate, implied, startOf, type Build } from "../versions/state";
import { holdBy } from "./assignments";
import { placeOfName } from "./patterns";

/** Object and array literals. */

interface Held {
  readonly index: number;
  readonly from: TS.Expression;
}

export function objectLiteral(build: Build, node: TS.ObjectLiteralExpression): ValueId {
  const members: ObjectMember[] = [];
  const held: Held[] = [];
  for (const property of node.properties) {
    const from = addMember(build, property, members);
    if (from) held.push({ index: members.length - 1, from });
  }
  const place = { in: build.fn.id, start: startOf(build, node), end: node.end, depends: 0 };
  const id = add(build, { kind: "object", ...place, members }, node);
  for (const { index, from } of held) {
    const member = members[index];
    if (member?.kind === "value") holdBy(build, { holder: id, ...member }, member.value, from);
  }
  return id;
}

/** @returns the expression of the member's value. */
function addMember(
  build: Build,
  property: TS.ObjectLiteralElementLike,
  members: ObjectMember[],
): TS.Expression | undefined {
  const { ts } = build;
  if (ts.isSpreadAssignment(property)) {
    members.push({ kind: "spread", value: evaluate(build, property.expression) });
    return undefined;
  }
  const place = placeOfName(build, property.name);
  if (ts.isPropertyAssignment(property)) {
    members.push({ kind: "value", ...place, value: evaluate(build, property.initializer) });
    return property.initializer;
  }
  if (ts.isShorthandPropertyAssignment(property)) {
    members.push({ kind: "value", ...place, value: readName(build, property.name) });
    return property.name;
  }
  const kind = ts.isGetAccessor(property) ? "getter" : ts.isSetAccessor(property) ? "setter" : "value";
  members.push({ kind, ...place, value: functionValue(build, property) });
  return undefined;
}

export function arrayLiteral(build: Build, node: TS.ArrayLiteralExpression): ValueId {
  const { ts } = build;
  const elements = node.elements.map((each) => {
    if (ts.isOmittedExpression(each)) return { value: implied(build, undefined, each), spread: false };
    const spread = ts.isSpreadElement(each);
    return { value: evaluate(build, spread ? each.expression : each), spread };
  });
  const place = { in: build.fn.id, start: startOf(build, node), end: node.end, depends: 0 };
  const id = add(build, { kind: "array", ...place, elements }, node);
  node.elements.forEach((each, index) => {
    const { value, spread } = elements[index] as { value: ValueId; spread: boolean };
    const about = { holder: id, key: String(index), keyStart: each.pos, keyEnd: each.end };
    if (!spread) holdBy(build, about, value, each);
  });
  return id;
}
