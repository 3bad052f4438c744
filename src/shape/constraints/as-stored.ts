import type { FieldShape, Shape } from "../shape";
import { isPlainArray, isPlainObject, setPlain, isOpen, type Plain } from "./plain";

/** Normalizes objects as the server does before it checks constraints. */

const anyShape: Shape = { type: "any" };

/** @returns the shape of an object's member; `undefined` if the server drops it. */
export function getMemberShape(shape: Shape, key: string): Shape | undefined {
  if (shape.type === "map") return shape.values;
  if (shape.type !== "object") return anyShape;
  const field = shape.fields.get(key);
  if (field === undefined) return shape.open ? anyShape : undefined;
  return field.subresource === true ? undefined : field.shape;
}

/** @returns whether a `null` under this shape means that the member is absent. */
export function isDropped(shape: Shape): boolean {
  if (shape.type === "any") return shape.dropsNull === true;
  return shape.type === "union" ? shape.options.every(isDropped) : shape.nullable !== true;
}

const withDefaults = new WeakMap<Shape, readonly FieldShape[]>();

/** Adds the server's defaults to an object. */
export function fillDefaults(object: Record<string, Plain>, shape: Shape): void {
  if (shape.type !== "object") return;
  let fields = withDefaults.get(shape);
  if (fields === undefined) {
    fields = [...shape.fields.values()].filter((field) => field.default !== undefined);
    withDefaults.set(shape, fields);
  }
  if (fields.length === 0 || isOpen(object)) return;
  for (const field of fields) if (!Object.hasOwn(object, field.name)) setPlain(object, field.name, getDefault(field));
}

const defaults = new WeakMap<FieldShape, Plain>();

/** @returns the completed default of a field: a default such as `{}` gets the defaults of its own members. */
function getDefault(field: FieldShape): Plain {
  let value = defaults.get(field);
  if (value === undefined) defaults.set(field, (value = complete(field.default ?? null, field.shape)));
  return value;
}

function complete(value: Plain, shape: Shape): Plain {
  if (isPlainArray(value)) return shape.type === "array" ? value.map((each) => complete(each, shape.elements)) : value;
  if (!isPlainObject(value)) return value;
  const completed: Record<string, Plain> = {};
  for (const [key, member] of Object.entries(value)) {
    const inner = getMemberShape(shape, key);
    if (inner !== undefined) setPlain(completed, key, complete(member, inner));
  }
  fillDefaults(completed, shape);
  return completed;
}
