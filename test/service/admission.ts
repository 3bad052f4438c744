import { kinds } from "../../src/contract/kinds/kinds";
import type { FieldShape, ObjectShape, Shape } from "../../src/shape/shape";
import { isJsonObject, memberOf, type Json, type JsonObject } from "./json";

const apiVersion = /^[^/]+\/v1alpha1$/;

/**
 * Why the service does not admit an object of one of the kinds, or `undefined` where it does. The rules of its hooks are not shown; this
 * one takes what the field tables say: required fields, no other fields, types.
 *
 * @param outer what the items of a list inherit.
 */
export function findProblem(
  document: JsonObject,
  outer?: { readonly apiVersion: Json; readonly kind: string },
): string | undefined {
  const version = memberOf(document, "apiVersion") ?? outer?.apiVersion;
  const name = memberOf(document, "kind") ?? outer?.kind;
  if (typeof version !== "string" || !apiVersion.test(version)) return "apiVersion is missing, or of another version";
  if (typeof name !== "string") return "kind is missing";
  const list = kinds.find((kind) => `${kind.name}List` === name);
  if (list) return findProblemOfItems(document, { apiVersion: version, kind: list.name });
  const kind = kinds.find((each) => each.name === name);
  return kind
    ? findProblemIn({ apiVersion: version, kind: name, ...document }, kind.shape, name)
    : `there is no kind ${name}`;
}

function findProblemOfItems(
  list: JsonObject,
  outer: { readonly apiVersion: Json; readonly kind: string },
): string | undefined {
  const other = Object.keys(list).find((name) => !["apiVersion", "kind", "metadata", "items"].includes(name));
  const items = memberOf(list, "items") ?? [];
  if (other !== undefined) return `a list has no field ${other}`;
  if (!Array.isArray(items)) return "items must be a list";
  for (const item of items as readonly Json[]) {
    const problem = isJsonObject(item) ? findProblem(item, outer) : "an item must be an object";
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function findProblemIn(value: Json, shape: Shape, path: string): string | undefined {
  switch (shape.type) {
    case "array":
      return Array.isArray(value)
        ? findFirst(value as readonly Json[], (element) => findProblemIn(element, shape.elements, path))
        : `${path} must be a list`;
    case "map":
      return isJsonObject(value)
        ? findFirst(Object.values(value), (each) => findProblemIn(each, shape.values, path))
        : `${path} must be an object`;
    case "union":
      return shape.options.some((option) => findProblemIn(value, option, path) === undefined)
        ? undefined
        : `${path} is of no type that it may have`;
    case "object":
      return isJsonObject(value) ? findProblemInObject(value, shape, path) : `${path} must be an object`;
    default:
      return findProblemOfScalar(value, shape.type, path);
  }
}

function findProblemOfScalar(
  value: Json,
  type: "any" | "string" | "boolean" | "number" | "int64",
  path: string,
): string | undefined {
  if (type === "any") return undefined;
  if (type !== "int64") return typeof value === type ? undefined : `${path} must be a ${type}`;
  const isWhole = typeof value === "number" && Number.isInteger(value) && Math.abs(value) < 2 ** 63;
  return isWhole ? undefined : `${path} must be a whole number of 64 bits`;
}

function findProblemInObject(value: JsonObject, shape: ObjectShape, path: string): string | undefined {
  const problem = findFirst([...shape.fields.values()], (field) => findProblemOfField(value, field, path));
  if (problem !== undefined || shape.open) return problem;
  const unknown = Object.keys(value).find((name) => !shape.fields.has(name));
  return unknown === undefined ? undefined : `${path} has no field ${unknown}`;
}

/** `null` says the same as leaving the field out. */
function findProblemOfField(owner: JsonObject, field: FieldShape, path: string): string | undefined {
  const value = memberOf(owner, field.name) ?? null;
  if (value === null) return field.required ? `${path} needs ${field.name}` : undefined;
  return findProblemIn(value, field.shape, `${path}.${field.name}`);
}

function findFirst<Item>(items: readonly Item[], find: (item: Item) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
