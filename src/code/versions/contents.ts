import type TS from "typescript";
import type { ValueId } from "../graph";
import type { Key, ValueNode } from "../values";
import { versionOf } from "./environment";
import { addVersion, startOf, type Build } from "./state";
import { set } from "./environment";
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
  readonly node: TS.Node;
}

/** How far versions are followed back to find out whether a member is still the same. */
const versionsLookedAt = 16;

/** More members of one object than this are not watched. */
const mostContents = 32;

/** Notes that an object holds another one by reference. */
export function noteContent(build: Build, holder: ValueId, content: Content): void {
  const value = item(build.values, item(build.roots, content.root));
  if (!isChangeable(value)) return;
  const root = item(build.roots, holder);
  const known = build.contents.get(root);
  if (!known) build.contents.set(root, [content]);
  else if (known.length < mostContents) known.push(content);
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
  if (version !== object) set(build, build.base + root, version);
  return version;
}

function withContent(build: Build, holder: ValueId, content: Content): ValueId {
  if (build.slots[build.base + content.root] === content.version && !build.contents.has(content.root)) return holder;
  const now = refreshed(build, versionOf(build, content.root));
  if (now === content.version && holder === content.since) return holder;
  const held = findHeld(build, holder, content.key, content.since);
  if (held !== "same" && (typeof held === "string" || build.roots[held] !== content.root || held === now))
    return holder;
  if (held === "same" && now === content.version) return holder;
  const { key, keyStart, keyEnd, node } = content;
  const place = { in: build.fn.id, start: startOf(build, node), end: node.end, depends: 0 };
  const about = { object: holder, key, keyStart, keyEnd, value: now, guard: build.guard };
  return addVersion(build, { kind: "write", ...place, ...about }, holder, node);
}

/**
 * @returns the value that was written to a member since some version of its object; `same` if nobody has written to it, `unknown` if somebody
 * may have.
 */
export function findHeld(build: Build, object: ValueId, key: Key, since: ValueId): ValueId | "same" | "unknown" {
  let version = object;
  for (let looked = 0; looked < versionsLookedAt; looked += 1) {
    if (version === since) return "same";
    const value = item(build.values, version);
    switch (value.kind) {
      case "write":
        if (value.key === key) return value.value ?? "unknown";
        if (typeof value.key === "number") return "unknown";
        version = value.object;
        break;
      case "refined":
      case "typed":
        version = value.value;
        break;
      default:
        return "unknown";
    }
  }
  return "unknown";
}
