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

export function propertyAccess(build: Build, node: TS.PropertyAccessExpression | TS.ElementAccessExpression): ValueId {
  return readMember(build, node).value;
}

/** @returns a member, and the object from which it is read: `this` if the member is called. */
export function readMember(
  build: Build,
  node: TS.PropertyAccessExpression | TS.ElementAccessExpression,
): { readonly value: ValueId; readonly object: ValueId } {
  const object = evaluate(build, node.expression);
  const place = placeOf(build, node);
  const optional = isOptional(build, node);
  return { value: memberOf(build, object, place, node, optional), object };
}

/** Whether `?.` stands here, or earlier in the chain. */
export function isOptional({ ts }: Build, node: TS.Node): boolean {
  return (node.flags & ts.NodeFlags.OptionalChain) !== 0;
}

/** @returns the key of a member: its name, or the value of a computed key. */
export function placeOf(build: Build, node: TS.PropertyAccessExpression | TS.ElementAccessExpression): Place {
  if (build.ts.isPropertyAccessExpression(node)) {
    const { name } = node;
    return { key: name.text, keyStart: startOf(build, name), keyEnd: name.end };
  }
  return computedPlace(build, node.argumentExpression, isOptional(build, node));
}

/** @param inChain whether the key may not be evaluated, as an optional chain may end before it. */
export function computedPlace(build: Build, expression: TS.Expression, inChain = false): Place {
  const { ts } = build;
  const place = { keyStart: startOf(build, expression), keyEnd: expression.end };
  if (ts.isStringLiteralLike(expression) || ts.isNumericLiteral(expression)) return { key: expression.text, ...place };
  return { key: evaluateInChain(build, expression, inChain), ...place };
}

/** @returns a read of a member of a value. */
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

/** Records that the function ends here if the argument is missing, once for each guard. */
function noteDemand({ fn, values, guard }: Build, object: ValueId, read: ValueId): void {
  const parameter = bareOf(values, object);
  const { kind, in: owner } = item(values, parameter);
  if (kind !== "parameter" || owner !== fn.id || fn.demanded.get(parameter)?.has(guard)) return;
  addToSet(fn.demanded, parameter, guard);
  (fn.code.demands as Demand[]).push({ parameter, read, guard });
}

/** Bound on the reads of one member that are tracked as possible aliases. */
const mostReads = 4;

/** Relates a read to earlier reads of the member: they yield one object unless the member was assigned in between. */
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
  /** The previous read of the member. */
  readonly last: ValueId | undefined;
}

/** Gives a read the root of the value assigned to the member, or of the previous read, where the text determines it. */
function rootAsBefore(build: Build, { object, given, id, key, last }: Read): void {
  const holder = item(build.roots, object);
  const stored = typeof given === "number" ? undefined : storedIn(build, asItIs(build, object), key, holder);
  if (stored !== undefined) {
    const root = item(build.roots, stored);
    build.roots[id] = root;
    const { keyStart } = build.values[id] as Member;
    const place = { key, keyStart, keyEnd: keyStart + key.length };
    noteContent(build, holder, { ...place, root, version: stored, since: holder, node: nodeOf(build, id) });
  } else if (last !== undefined) {
    const { object: since } = build.values[last] as Member;
    const { held, stop } = findHeld(build, firstRead(build, object), given, firstRead(build, since));
    if (held !== "unknown") build.roots[id] = item(build.roots, held === "same" ? last : stop);
  }
}

/** @returns the current version, if the object is a read of a known value; such a read only names it. */
function asItIs(build: Build, object: ValueId): ValueId {
  const value = bareOf(build.values, object);
  return build.roots[value] !== value && item(build.values, value).kind === "member" ? versionOf(build, value) : object;
}

/** Computed keys with one value name one member. Names of real members do not begin with NUL. */
function computedName(build: Build, key: ValueId): string {
  return `\0${bareOf(build.values, key)}`;
}

/** @returns the first read of the member, if its value has not changed since. */
function firstRead(build: Build, id: ValueId): ValueId {
  const value = bareOf(build.values, id);
  const root = item(build.roots, value);
  const isRead = root !== value && item(build.values, value).kind === "member";
  return isRead && item(build.slots, build.base + root) === root ? root : value;
}

function nodeOf(build: Build, id: ValueId): TS.Node {
  return build.nodes[id] ?? build.fn.node;
}

/** Literals with more members count as lookup tables, whose members are not changed one by one. */
const largestLiteral = 200;

/** @returns the value that an assignment, or the literal itself, stored in a member. */
function storedIn(build: Build, object: ValueId, key: string, holder: ValueId): ValueId | undefined {
  const { held, stop } = findHeld(build, object, key, holder);
  if (held === "other") return stop;
  const literal = item(build.values, holder);
  if (held === "unknown" || literal.kind !== "object" || literal.members.length > largestLiteral) return undefined;
  const member = literal.members.findLast((each) => each.kind === "spread" || each.key === key);
  return member?.kind === "value" ? member.value : undefined;
}
