import type TS from "typescript";
import { always, type ValueId } from "../graph";
import { bareOf } from "../bare";
import { underMany, type Key, type ValueNode } from "../values";
import { versionOf } from "./environment";
import { add, addVersion, startOf, type Build } from "./state";
import { put } from "./environment";
import { item } from "../item";

/** A mutable object that another object holds by reference, so that it can change on its own: `const init = { headers }`. */
export interface Content {
  readonly key: Key;
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly root: ValueId;
  /** The version that the literal or assignment stored. */
  readonly version: ValueId;
  /** The first version of the holder that contains it. */
  readonly since: ValueId;
  /** Stored under more keys than are tracked: the entry covers all of them. */
  readonly isMany?: true;
  readonly node: TS.Node;
}

/** Bound on the versions searched backwards for a write to a member. */
const versionsLookedAt = 16;

/** Bound on the tracked contents of one object. */
const mostContents = 32;

/** Bound on the keys under which one object holds another. Beyond it, one entry covers all keys. */
const mostKeys = 4;

/** Records that an object holds another one by reference. */
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

/** Whether a value may be an object whose changes are tracked. */
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

/** @returns the current version of a held object. A current version that only lost refinements counts as unchanged: the stored one is returned. */
function versionNow(build: Build, { root, version }: Content): ValueId {
  const current = refreshed(build, versionOf(build, root));
  return isWithLess(build, current, version) ? version : current;
}

/** Whether `other` is the value with refinements. Joins drop refinements, which changes nothing in the object. */
function isWithLess({ values }: Build, value: ValueId, other: ValueId): boolean {
  for (let id = other; ;) {
    if (id === value) return true;
    const node = item(values, id);
    if (node.kind !== "refined") return false;
    id = node.value;
  }
}

/** @returns the holder after a change of an object that it holds under many keys; any of these may have the new version. */
function withMany(build: Build, holder: ValueId, { root, version, node }: Content, now: ValueId): ValueId {
  if (now === version || isRecorded(build, holder, root, now)) return holder;
  const place = { in: build.fn.id, start: startOf(build, node), end: node.end, depends: 0 };
  const call = add(build, { kind: "opaque", ...place, reason: "it holds what has changed", operands: [now] }, node);
  return addVersion(build, { kind: "after", ...place, object: holder, call, argument: underMany }, holder, node);
}

/** Whether a version of a holder already records the current version of an object that it holds. */
function isRecorded(build: Build, holder: ValueId, root: ValueId, now: ValueId): boolean {
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

/** @returns a join of the values that no condition decides. */
function joined(build: Build, values: readonly ValueId[], { node }: Content): ValueId {
  const [only, ...others] = values;
  if (only !== undefined && others.length === 0) return only;
  const place = { in: build.fn.id, start: startOf(build, node), end: node.end, depends: 0 };
  return add(build, { kind: "join", ...place, sides: values.map((value) => ({ value, guard: always })) }, node);
}

/** Whether a member holds an outdated version of an object, or a join with one. */
function isOneOf(build: Build, written: ValueId, root: ValueId, now: ValueId): boolean {
  if (written === now) return false;
  if (build.roots[written] === root) return true;
  const node = item(build.values, written);
  if (node.kind !== "join") return false;
  return node.sides.some(({ value }) => build.roots[value] === root) && !node.sides.some(({ value }) => value === now);
}

/** Whether both versions are results of one call, which received both objects. */
function isOfSameCall(build: Build, holder: ValueId, content: ValueId): boolean {
  const left = item(build.values, holder);
  const right = item(build.values, content);
  return left.kind === "after" && right.kind === "after" && left.call === right.call;
}

/** What is known about a member since a version of its object. */
export interface Found {
  /** `same`: not written since; `other`: a known value was written; `unknown`: something may have been written. */
  readonly held: "same" | "other" | "unknown";
  /** The written value, or the version at which the search ended. */
  readonly stop: ValueId;
}

/** @returns what was written to a member since a version of its object. */
export function findHeld(build: Build, object: ValueId, key: Key, since: ValueId): Found {
  let version = object;
  const first = bareOf(build.values, since);
  for (let looked = 0; looked < versionsLookedAt; looked += 1) {
    // A name or type of the start version is the same version.
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
