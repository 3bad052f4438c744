import { isJsonObject, memberOf, withMember, withoutMember, type Json, type JsonObject } from "./json";
import { mergePatch } from "./merge";

/** A resource as a case seeds it. */
export interface ResourceSeed {
  readonly value: JsonObject;
  /** Whether it carries an entity tag; by default it does. */
  readonly tags?: boolean;
  /** Paths of required fields. With `optional`, all fields that it may have: others are refused. Absent: any field is taken. */
  readonly required?: readonly string[];
  readonly optional?: readonly string[];
  /** Set by the server: values sent in a PUT are ignored. */
  readonly serverSet?: readonly string[];
  /** The values that a field may have, where it may not have any. */
  readonly values?: Readonly<Record<string, readonly Json[]>>;
  /** What somebody else changes right after the first read, as a merge patch. */
  readonly meanwhile?: JsonObject;
}

/** What the service holds for one case. */
export interface Seed {
  readonly resources: Readonly<Record<string, ResourceSeed>>;
  /** Whether requests need no token: the service also has public resources. */
  readonly public?: boolean;
  /** Whether answers come wrapped in `data`. */
  readonly wrapped?: boolean;
  /** What the application is granted: `repository.issues` -> `write`. Absent: everything. */
  readonly granted?: Readonly<Record<string, string>>;
  /** Whether endpoints that are marked are open to a listed category only: what their documentation says is then that. */
  readonly marked?: "listed";
  /** Whether every path is a resource: for cases that are about permissions alone. */
  readonly anything?: true;
}

interface Held {
  readonly seed: ResourceSeed;
  value: JsonObject;
  version: number;
  readBefore: boolean;
}

/** The resources of one case, and what became of them. */
export class World {
  readonly #held = new Map<string, Held>();

  constructor(readonly seed: Seed) {
    for (const [path, resource] of Object.entries(seed.resources)) {
      this.#held.set(path, { seed: resource, value: resource.value, version: 1, readBefore: false });
    }
  }

  has(path: string): boolean {
    return this.#held.has(path);
  }

  /** Paths of the resources directly below a collection's path. */
  childrenOf(path: string): readonly string[] {
    return [...this.#held.keys()].filter(
      (each) => each.startsWith(`${path}/`) && !each.slice(path.length + 1).includes("/"),
    );
  }

  seedOf(path: string): ResourceSeed | undefined {
    return this.#held.get(path)?.seed;
  }

  /** The current tag, or `undefined` for a resource without one. */
  tagOf(path: string): string | undefined {
    const held = this.#held.get(path);
    return held && held.seed.tags !== false ? `"${path.replace(/\W+/g, "-")}-${held.version}"` : undefined;
  }

  /** The full representation, with the tag as its field `etag`. */
  read(path: string): JsonObject | undefined {
    const held = this.#held.get(path);
    if (!held) return undefined;
    const tag = this.tagOf(path);
    return tag === undefined ? held.value : { ...held.value, etag: tag };
  }

  /** Lets somebody else change the resource, once, after its first read. */
  afterRead(path: string): void {
    const held = this.#held.get(path);
    if (!held || held.readBefore) return;
    held.readBefore = true;
    if (held.seed.meanwhile) this.write(path, mergePatch(held.value, held.seed.meanwhile));
  }

  /** Stores a new state under a new tag (conventions 4.3.11). */
  write(path: string, value: JsonObject): void {
    const held = this.#held.get(path);
    if (!held) return;
    held.value = withoutMember(value, "etag");
    held.version++;
  }

  delete(path: string): void {
    this.#held.delete(path);
  }
}

/**
 * Says what makes a state of a resource invalid (conventions 7), or `undefined` for a valid one.
 *
 * Types are those of the seeded value: no table of fields is shown for the resources of the conventions.
 */
export function findInvalid(seed: ResourceSeed, state: JsonObject): string | undefined {
  for (const path of seed.required ?? []) if (isMissing(state, path.split("/"))) return `${path} is required`;
  if (seed.optional) {
    const known = new Set([...(seed.required ?? []), ...seed.optional, ...(seed.serverSet ?? []), "etag"]);
    const unknown = Object.keys(state).find((name) => !known.has(name));
    if (unknown !== undefined) return `there is no field ${unknown}`;
  }
  for (const [name, allowed] of Object.entries(seed.values ?? {})) {
    const value = memberOf(state, name);
    if (value !== undefined && !allowed.includes(value)) return `${name} must be a value of ${JSON.stringify(allowed)}`;
  }
  return seed.required || seed.optional ? findWrongType(seed.value, state, "") : undefined;
}

/** A field inside an object that is not there is not missing. */
function isMissing(state: JsonObject, [name = "", ...below]: readonly string[]): boolean {
  const value = memberOf(state, name);
  if (below.length === 0) return value === undefined;
  return value !== undefined && isJsonObject(value) && isMissing(value, below);
}

function findWrongType(model: Json, value: Json, path: string): string | undefined {
  if (model === null) return undefined;
  if (typeOf(model) !== typeOf(value)) return `${path} must be a ${typeOf(model)}`;
  if (!isJsonObject(model) || !isJsonObject(value)) return undefined;
  for (const [key, child] of Object.entries(value)) {
    const expected = memberOf(model, key);
    const wrong =
      expected === undefined ? undefined : findWrongType(expected, child, path === "" ? key : `${path}/${key}`);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

function typeOf(value: Json): string {
  return Array.isArray(value) ? "list" : typeof value;
}

/**
 * The state that a PUT leaves (conventions 4.4): what the body carries, with the server-set fields as they are.
 */
export function replaceState(seed: ResourceSeed, current: JsonObject, body: JsonObject): JsonObject {
  let state = body;
  for (const name of seed.serverSet ?? []) {
    const kept = memberOf(current, name);
    state = kept === undefined ? withoutMember(state, name) : withMember(state, name, kept);
  }
  return state;
}
