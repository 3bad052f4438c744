import type TS from "typescript";
import { always, type ValueId } from "../graph";
import { bareOf } from "../bare";
import { underMany, type Key, type ValueNode } from "../values";
import { versionOf } from "./environment";
import { add, addVersion, startOf, type Build } from "./state";
import { put } from "./environment";
import { item } from "../item";

/** Objects that hold other objects which somebody else can change: variables in object literals. */
export interface Content {
  readonly key: Key;
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly root: ValueId;
  /** The version that the literal, or the assignment, put there. */
  readonly version: ValueId;
  /** The version of the holder that has it first. */
  readonly since: ValueId;
  /** It is held under more keys than are told apart. */
  readonly isMany?: true;
  readonly node: TS.Node;
}

/** How far versions are followed back to find out whether a member is still the same. */
const versionsLookedAt = 16;

/** More members of one object than this are not watched. */
const mostContents = 32;

/** Keys under which one object holds another one, before these are not told apart. */
const mostKeys = 4;

/** Notes that an object holds another one by reference. */
export function noteContent(build: Build, holder: ValueId, content: Content): void {
  const value = item(build.values, item(build.roots, content.root));
  if (!isChangeable(value)) return;
  const root = item(build.roots, holder);
  const known = build.contents.get(root);
  if (!known) build.contents.set(root, [content]);
  else if (known.length < mostContents) addContent(known, content);
}

function addContent(known: Content[], content: Content): void {
  const same = known.filter(({ root }) => root === content.root);
  if (same.some(({ key, isMany }) => isMany || key === content.key)) return;
  if (same.length < mostKeys) known.push(content);
  else known.splice(0, Infinity, ...known.filter((each) => !same.includes(each)), { ...content, isMany: true });
}

/** Whether a value may be an object that changes. */
export function isChangeable(value: ValueNode): boolean {
  switch (value.kind) {
    case "literal":
    case "template":
    case "pattern":
    case "function":
    case "class":
    case "global":
    case "super":
      return false;
    case "operation":
      return value.operator === "||" || value.operator === "??" || value.operator === "&&";
    default:
      return true;
  }
}

/** @returns an object with the current versions of the objects that it holds. */
export function refreshed(build: Build, object: ValueId): ValueId {
  const root = item(build.roots, object);
  const contents = build.contents.size === 0 ? undefined : build.contents.get(root);
  if (!contents || build.refreshing.has(root)) return object;
  let version = object;
  build.refreshing.add(root);
  for (const content of contents) version = withContent(build, version, content);
  build.refreshing.delete(root);
  if (version !== object) put(build, build.base + root, version);
  return version;
}

function withContent(build: Build, holder: ValueId, content: Content): ValueId {
  if (build.slots[build.base + content.root] === content.version && !build.contents.has(content.root)) return holder;
  const now = versionNow(build, content);
  return content.isMany ? withMany(build, holder, content, now) : withOne(build, holder, content, now);
}

function withOne(build: Build, holder: ValueId, content: Content, now: ValueId): ValueId {
  if (now === content.version && holder === content.since) return holder;
  const { held, stop } = findHeld(build, holder, content.key, content.since);
  if (held === "other" && !isOneOf(build, stop, content.root, now)) return holder;
  if (held === "same" && now === content.version) return holder;
  if (held === "unknown" && (now === content.version || isOfSameCall(build, stop, now))) return holder;
  const { key, keyStart, keyEnd, node } = content;
  const place = { in: build.fn.id, start: startOf(build, node), end: node.end, depends: 0 };
  const others: ValueId[] = [];
  if (held === "unknown")
    others.push(add(build, { kind: "member", ...place, object: holder, key, keyStart, optional: false }, node));
  else if (held === "other" && build.roots[stop] !== content.root) others.push(stop);
  const value = joined(build, [now, ...others], content);
  const about = { object: holder, key, keyStart, keyEnd, value, isKept: true as const, guard: build.guard };
  return addVersion(build, { kind: "write", ...place, ...about }, holder, node);
}

/** @returns the version of a held object that is current; the one that was put there, where less is known of it by now. */
function versionNow(build: Build, { root, version }: Content): ValueId {
  const current = refreshed(build, versionOf(build, root));
  return isWithLess(build, current, version) ? version : current;
}

/** Whether a value is another one of which less is known: that what was asked of it on one way is forgotten where the ways meet changes nothing. */
function isWithLess({ values }: Build, value: ValueId, other: ValueId): boolean {
  for (let id = other; ;) {
    if (id === value) return true;
    const node = item(values, id);
    if (node.kind !== "refined") return false;
    id = node.value;
  }
}

/** @returns the holder of an object that it has under many keys, any of which may have another version of it. */
function withMany(build: Build, holder: ValueId, { root, version, node }: Content, now: ValueId): ValueId {
  if (now === version || isTold(build, holder, root, now)) return holder;
  const place = { in: build.fn.id, start: startOf(build, node), end: node.end, depends: 0 };
  const call = add(build, { kind: "opaque", ...place, reason: "it holds what has changed", operands: [now] }, node);
  return addVersion(build, { kind: "after", ...place, object: holder, call, argument: underMany }, holder, node);
}

/** Whether a version of a holder was told already what an object is that it holds. */
function isTold(build: Build, holder: ValueId, root: ValueId, now: ValueId): boolean {
  let version = holder;
  for (let looked = 0; looked < versionsLookedAt; looked += 1) {
    const node = item(build.values, version);
    if (node.kind === "after") {
      const call = item(build.values, node.call);
      const held = call.kind === "opaque" && node.argument === underMany ? call.operands[0] : undefined;
      if (held !== undefined && build.roots[held] === root) return held === now;
      version = node.object;
    } else if (node.kind === "write") version = node.object;
    else return false;
  }
  return false;
}

/** @returns one of some values, of which nothing tells which. */
function joined(build: Build, values: readonly ValueId[], { node }: Content): ValueId {
  const [only, ...others] = values;
  if (only !== undefined && others.length === 0) return only;
  const place = { in: build.fn.id, start: startOf(build, node), end: node.end, depends: 0 };
  return add(build, { kind: "join", ...place, sides: values.map((value) => ({ value, guard: always })) }, node);
}

/** Whether a member that was written holds an older version of an object than the current one. */
function isOneOf(build: Build, written: ValueId, root: ValueId, now: ValueId): boolean {
  if (written === now) return false;
  if (build.roots[written] === root) return true;
  const node = item(build.values, written);
  if (node.kind !== "join") return false;
  return node.sides.some(({ value }) => build.roots[value] === root) && !node.sides.some(({ value }) => value === now);
}

/** Whether two objects are as one call has left them, which was given both. */
function isOfSameCall(build: Build, holder: ValueId, content: ValueId): boolean {
  const left = item(build.values, holder);
  const right = item(build.values, content);
  return left.kind === "after" && right.kind === "after" && left.call === right.call;
}

/** What is known of a member of an object since some version of it. */
export interface Found {
  /** Nobody has put another one there; or another one was put there; or somebody may have. */
  readonly held: "same" | "other" | "unknown";
  /** What was put there; or the version from which on it is not known. */
  readonly stop: ValueId;
}

/** @returns what was written to a member since some version of its object. */
export function findHeld(build: Build, object: ValueId, key: Key, since: ValueId): Found {
  let version = object;
  const first = bareOf(build.values, since);
  for (let looked = 0; looked < versionsLookedAt; looked += 1) {
    // A name of it is no other version.
    if (version === since || version === first) return { held: "same", stop: version };
    const value = item(build.values, version);
    switch (value.kind) {
      case "write":
        if (value.key === key && typeof key === "string" && value.value !== undefined)
          return { held: "other", stop: value.value };
        if (typeof value.key === "number" || typeof key === "number" || value.key === key)
          return { held: "unknown", stop: version };
        version = value.object;
        break;
      case "refined":
      case "typed":
      case "named":
        version = value.value;
        break;
      default:
        return { held: "unknown", stop: version };
    }
  }
  return { held: "unknown", stop: version };
}
