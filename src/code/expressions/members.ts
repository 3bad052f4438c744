import type TS from "typescript";
import type { Demand } from "../declarations";
import type { ValueId } from "../graph";
import type { Key, Member } from "../values";
import { findHeld, noteContent } from "../versions/contents";
import { askedBefore } from "../versions/asked";
import { versionOf } from "../versions/environment";
import { add, evaluate, startOf, type Build } from "../versions/state";
import { mayRunCode } from "../versions/runs-code";
import { noteMember, type Place } from "../versions/writes";
import { bareOf } from "../bare";
import { item } from "../item";
import { addToSet } from "../../text/groups";
import { evaluateInChain } from "./chains";

/** Reads of members. */

export function propertyAccess(build: Build, node: TS.PropertyAccessExpression | TS.ElementAccessExpression): ValueId {
  return readMember(build, node).value;
}

/** @returns a member, and the object that it was read of: `this` of a call of it. */
export function readMember(
  build: Build,
  node: TS.PropertyAccessExpression | TS.ElementAccessExpression,
): { readonly value: ValueId; readonly object: ValueId } {
  const object = evaluate(build, node.expression);
  const place = placeOf(build, node);
  const optional = isOptional(build, node);
  return { value: memberOf(build, object, place, node, optional), object };
}

/** Whether `?.` stands here, or further to the left. */
export function isOptional({ ts }: Build, node: TS.Node): boolean {
  return (node.flags & ts.NodeFlags.OptionalChain) !== 0;
}

/** @returns the key of a member in an expression: its name, or the value of a computed one. */
export function placeOf(build: Build, node: TS.PropertyAccessExpression | TS.ElementAccessExpression): Place {
  if (build.ts.isPropertyAccessExpression(node)) {
    const { name } = node;
    return { key: name.text, keyStart: startOf(build, name), keyEnd: name.end };
  }
  return computedPlace(build, node.argumentExpression, isOptional(build, node));
}

/** @param inChain whether it may not be evaluated, as a chain may end before it. */
export function computedPlace(build: Build, expression: TS.Expression, inChain = false): Place {
  const { ts } = build;
  const place = { keyStart: startOf(build, expression), keyEnd: expression.end };
  if (ts.isStringLiteralLike(expression) || ts.isNumericLiteral(expression)) return { key: expression.text, ...place };
  return { key: evaluateInChain(build, expression, inChain), ...place };
}

/** @returns the read of a member of a value. */
export function memberOf(
  build: Build,
  object: ValueId,
  { key, keyStart }: Pick<Place, "key" | "keyStart">,
  node: TS.Node,
  optional = false,
): ValueId {
  const place = { in: build.fn.id, start: startOf(build, node), end: node.end, depends: 0 };
  const id = add(build, { kind: "member", ...place, object, key, keyStart, optional }, node);
  noteMember(build, key, id);
  if (!optional) noteDemand(build, object, id);
  alias(build, object, key, id);
  return askedBefore(build, id) ?? id;
}

/** Notes that there is no more of the function where a parameter is nothing: once for each way. */
function noteDemand({ fn, values, guard }: Build, object: ValueId, read: ValueId): void {
  const parameter = bareOf(values, object);
  const { kind, in: owner } = item(values, parameter);
  if (kind !== "parameter" || owner !== fn.id || fn.demanded.get(parameter)?.has(guard)) return;
  addToSet(fn.demanded, parameter, guard);
  (fn.code.demands as Demand[]).push({ parameter, read, guard });
}

/** Of so many reads of one member it is noted that they may be the same object. */
const mostReads = 4;

/** Two reads of a member are the same object, as long as nobody has put another one there between them. */
function alias(build: Build, object: ValueId, given: Key, id: ValueId): void {
  const holder = item(build.roots, object);
  const { kind } = item(build.values, holder);
  if (kind === "global" || kind === "super") return;
  const key = typeof given === "number" ? computedName(build, given) : given;
  const reads = build.memberReads.get(holder) ?? new Map<string, ValueId[]>();
  if (reads.size === 0) build.memberReads.set(holder, reads);
  const known = reads.get(key) ?? [];
  if (known.length === 0) reads.set(key, known);
  if (!mayRunCode(build, object, given)) rootAsBefore(build, { object, given, id, key, last: known.at(-1) });
  const root = item(build.roots, id);
  if (known.some((each) => build.roots[each] === root)) return;
  if (known.length === mostReads) known.shift();
  known.push(id);
}

interface Read {
  readonly object: ValueId;
  readonly given: Key;
  readonly id: ValueId;
  readonly key: string;
  /** The last read of the member before. */
  readonly last: ValueId | undefined;
}

/** A read is what was put there, or what the last one was, as far as the text says it. */
function rootAsBefore(build: Build, { object, given, id, key, last }: Read): void {
  const holder = item(build.roots, object);
  const put = typeof given === "number" ? undefined : putThere(build, asItIs(build, object), key, holder);
  if (put !== undefined) {
    const root = item(build.roots, put);
    build.roots[id] = root;
    const { keyStart } = build.values[id] as Member;
    const place = { key, keyStart, keyEnd: keyStart + key.length };
    noteContent(build, holder, { ...place, root, version: put, since: holder, node: nodeOf(build, id) });
  } else if (last !== undefined) {
    const { object: since } = build.values[last] as Member;
    const { held, stop } = findHeld(build, firstRead(build, object), given, firstRead(build, since));
    if (held !== "unknown") build.roots[id] = item(build.roots, held === "same" ? last : stop);
  }
}

/** @returns the version of an object that is read of another one: a read of what is known names it, and is no version of it. */
function asItIs(build: Build, object: ValueId): ValueId {
  const value = bareOf(build.values, object);
  return build.roots[value] !== value && item(build.values, value).kind === "member" ? versionOf(build, value) : object;
}

/** Two reads by one value are reads of one member. No name of a member begins like that. */
function computedName(build: Build, key: ValueId): string {
  return `\0${bareOf(build.values, key)}`;
}

/** @returns of reads of one member the first one, as long as nobody has changed what it gave. */
function firstRead(build: Build, id: ValueId): ValueId {
  const value = bareOf(build.values, id);
  const root = item(build.roots, value);
  const isRead = root !== value && item(build.values, value).kind === "member";
  return isRead && item(build.slots, build.base + root) === root ? root : value;
}

function nodeOf(build: Build, id: ValueId): TS.Node {
  return build.nodes[id] ?? build.fn.node;
}

/** Literals with more members are tables, whose members nobody changes one by one. */
const largestLiteral = 200;

/** @returns what an assignment, or the literal itself, has put at a member. */
function putThere(build: Build, object: ValueId, key: string, holder: ValueId): ValueId | undefined {
  const { held, stop } = findHeld(build, object, key, holder);
  if (held === "other") return stop;
  const literal = item(build.values, holder);
  if (held === "unknown" || literal.kind !== "object" || literal.members.length > largestLiteral) return undefined;
  const member = literal.members.findLast((each) => each.kind === "spread" || each.key === key);
  return member?.kind === "value" ? member.value : undefined;
}
