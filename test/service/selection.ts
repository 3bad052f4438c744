import { isJsonObject, memberOf, withMember, type Json, type JsonObject } from "./json";

/** What a `fields` value selects below one point: everything, or some children. `*` is a child name of its own. */
type Selection = "all" | Map<string, Selection>;

/** Why a `fields` value is refused (conventions 7). */
export class InvalidSelection extends Error {}

/**
 * Reads a `fields` value (conventions 4.2.4).
 *
 * @param text percent-decoded.
 * @throws InvalidSelection where it is malformed.
 */
export function parseSelection(text: string): Map<string, Selection> {
  const tokens = text.match(/[,/()]|[^,/()]+/g) ?? [];
  let at = 0;
  const refuse = (): never => {
    throw new InvalidSelection(`Invalid field selection ${text}`);
  };

  const list = (into: Map<string, Selection>): void => {
    for (;;) {
      selector(into);
      if (tokens[at] !== ",") return;
      at++;
    }
  };

  const selector = (into: Map<string, Selection>): void => {
    const name = tokens[at++]?.trim() ?? "";
    if (name === "" || ",/()".includes(name) || (name.includes("*") && name !== "*")) refuse();
    const next = tokens[at];
    if (next === "/") {
      at++;
      selector(childrenOf(into, name));
    } else if (next === "(") {
      at++;
      list(childrenOf(into, name));
      if (tokens[at++] !== ")") refuse();
      while (tokens[at]?.trim() === "") at++;
    } else {
      into.set(name, "all");
    }
  };

  const root = new Map<string, Selection>();
  list(root);
  if (at < tokens.length) refuse();
  return root;
}

/** The selection below a name, made if it is not there. A field that is selected whole stays so: its children go nowhere. */
function childrenOf(into: Map<string, Selection>, name: string): Map<string, Selection> {
  const found = into.get(name);
  if (found === "all") return new Map();
  const children = found ?? new Map<string, Selection>();
  into.set(name, children);
  return children;
}

/**
 * Narrows an answer to what is selected (conventions 4.2.5 to 4.2.8).
 *
 * @param optional names of fields that the resource may have and does not have now.
 * @param model other states of the resource: a field that one of them has is no unknown one.
 * @throws InvalidSelection where an unknown field is selected.
 */
export function project(
  resource: JsonObject,
  selection: ReadonlyMap<string, Selection>,
  optional: ReadonlySet<string>,
  model: readonly JsonObject[] = [],
): JsonObject {
  checkKnown([resource, ...model], selection, optional);
  return projectObject(resource, selection);
}

/**
 * Refuses fields that none of the objects at one position has: what only some elements of an array have is no unknown field.
 *
 * @param objects all objects at that position. Of an empty array nothing is known.
 */
function checkKnown(
  objects: readonly JsonObject[],
  selection: ReadonlyMap<string, Selection>,
  optional: ReadonlySet<string>,
): void {
  if (objects.length === 0) return;
  for (const [name, below] of selection) {
    const found =
      name === "*" ? objects.flatMap(childObjects) : objects.flatMap((object) => memberOf(object, name) ?? []);
    const has = objects.some((object) => memberOf(object, name) !== undefined);
    if (name !== "*" && !has && !optional.has(name)) throw new InvalidSelection(`Invalid field selection ${name}`);
    if (below === "all") continue;
    const inner = found.filter(isJsonObject);
    if (inner.length < found.length)
      throw new InvalidSelection(`Invalid field selection ${name}/${[...below.keys()].join(",")}`);
    checkKnown(inner, below, new Set());
  }
}

/** Objects directly below one, those in arrays among them; scalars are no child objects. */
function childObjects(object: JsonObject): readonly JsonObject[] {
  return Object.values(object)
    .flatMap((child: Json) => (Array.isArray(child) ? (child as readonly Json[]) : [child]))
    .filter(isJsonObject);
}

function projectObject(object: JsonObject, selection: ReadonlyMap<string, Selection>): JsonObject {
  let result: JsonObject = {};
  for (const [name, below] of selection) {
    for (const [key, value] of Object.entries(object)) {
      const isChildObject = isJsonObject(value) || (Array.isArray(value) && value.some(isJsonObject));
      if (name === "*" ? !isChildObject : name !== key) continue;
      const part = projectValue(value, below);
      if (part !== undefined) result = mergeObjects(result, { [key]: part });
    }
  }
  return result;
}

/** A parent comes with what is selected in it, and not without: `undefined` where nothing is. */
function projectValue(value: Json, below: Selection): Json | undefined {
  if (below === "all") return value;
  if (Array.isArray(value)) {
    const parts = (value as readonly Json[]).map((element) => projectValue(element, below));
    return value.length > 0 && parts.every((part) => part === undefined) ? undefined : parts.map((part) => part ?? {});
  }
  if (!isJsonObject(value)) return value;
  const part = projectObject(value, below);
  return Object.keys(part).length === 0 ? undefined : part;
}

/** Two selections of one parent give one parent: `a/b,a/c`, or `*` beside a name. */
function mergeObjects(one: JsonObject, other: JsonObject): JsonObject {
  let merged = one;
  for (const [key, value] of Object.entries(other)) {
    const current = memberOf(merged, key);
    merged = withMember(merged, key, current === undefined ? value : mergeValues(current, value));
  }
  return merged;
}

function mergeValues(one: Json, other: Json): Json {
  if (isJsonObject(one) && isJsonObject(other)) return mergeObjects(one, other);
  if (Array.isArray(one) && Array.isArray(other)) {
    const others = other as readonly Json[];
    return (one as readonly Json[]).map((element, index) => {
      const counterpart = others[index];
      return counterpart === undefined ? element : mergeValues(element, counterpart);
    });
  }
  return other;
}
