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
    if (name === "" || ",/()".includes(name) || /\s/.test(name) || (name.includes("*") && name !== "*")) refuse();
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
 * @throws InvalidSelection where an unknown field is selected.
 */
export function project(resource: JsonObject, selection: ReadonlyMap<string, Selection>, optional: ReadonlySet<string>): JsonObject {
  let result: JsonObject = {};
  for (const [name, below] of selection) {
    if (name === "*") {
      result = mergeObjects(result, projectChildren(resource, below));
      continue;
    }
    const value = memberOf(resource, name);
    if (value === undefined) {
      if (optional.has(name)) continue;
      throw new InvalidSelection(`Invalid field selection ${name}`);
    }
    const part = projectValue(value, below, name);
    if (part !== undefined) result = mergeObjects(result, { [name]: part });
  }
  return result;
}

function projectValue(value: Json, below: Selection, name: string): Json | undefined {
  if (below === "all") return value;
  if (Array.isArray(value)) return projectElements(value as readonly Json[], below, name);
  if (isJsonObject(value)) return project(value, below, new Set());
  throw new InvalidSelection(`Invalid field selection ${name}/${[...below.keys()].join(",")}`);
}

/** Of each element the selected portion. A field that only some elements have is no unknown one. */
function projectElements(elements: readonly Json[], below: Map<string, Selection>, name: string): Json {
  const objects = elements.filter(isJsonObject);
  if (objects.length < elements.length) throw new InvalidSelection(`Invalid field selection ${name}/${[...below.keys()].join(",")}`);
  const known = new Set(objects.flatMap((object) => Object.keys(object)));
  if (objects.length > 0) {
    for (const key of below.keys()) if (key !== "*" && !known.has(key)) throw new InvalidSelection(`Invalid field selection ${name}/${key}`);
  }
  return objects.map((object) => project(object, below, known));
}

/** `*`: all child objects at its position, arrays of objects among them; scalars are no child objects. */
function projectChildren(resource: JsonObject, below: Selection): JsonObject {
  let result: JsonObject = {};
  let found = false;
  let failure: InvalidSelection | undefined;
  for (const [key, child] of Object.entries(resource)) {
    if (!isJsonObject(child) && !(Array.isArray(child) && child.some(isJsonObject))) continue;
    try {
      const part = projectValue(child, below, key);
      if (part !== undefined) result = withMember(result, key, part);
      found = true;
    } catch (error) {
      if (!(error instanceof InvalidSelection)) throw error;
      failure = error;
    }
  }
  if (!found && failure) throw failure;
  return result;
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
