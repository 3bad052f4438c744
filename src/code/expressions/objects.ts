import type TS from "typescript";
import type { ValueId } from "../graph";
import type { ObjectMember } from "../values";
import { functionValue } from "../functions/make";
import { readName } from "../versions/variables";
import { add, evaluate, implied, spotOf, startOf, type Build } from "../versions/state";
import { holdBy } from "./holders";
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
    const value = evaluate(build, property.expression);
    members.push({ kind: "spread", value, ...spotOf(build, property.expression, value) });
    return undefined;
  }
  const place = placeOfName(build, property.name);
  if (ts.isPropertyAssignment(property)) {
    const value = evaluate(build, property.initializer);
    members.push({ kind: "value", ...place, value, ...spotOf(build, property.initializer, value) });
    return property.initializer;
  }
  if (ts.isShorthandPropertyAssignment(property)) {
    const value = readName(build, property.name);
    members.push({ kind: "value", ...place, value, ...spotOf(build, property.name, value) });
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
    const expression = spread ? each.expression : each;
    const value = evaluate(build, expression);
    return { value, spread, ...spotOf(build, expression, value) };
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
