import type { FieldShape, Shape } from "../shape";
import { isPlainArray, isPlainObject, setPlain, isOpen, type Plain } from "./plain";

/** What becomes of an object's members before the server checks constraints. */

const anyShape: Shape = { type: "any" };

/** @returns the shape of an object's member; `undefined` for one that the server drops. */
export function getMemberShape(shape: Shape, key: string): Shape | undefined {
  if (shape.type === "map") return shape.values;
  if (shape.type !== "object") return anyShape;
  const field = shape.fields.get(key);
  if (field === undefined) return shape.open ? anyShape : undefined;
  return field.subresource === true ? undefined : field.shape;
}

/** @returns whether a `null` under the shape says that the member is absent. */
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

/** A default is filled in before its own members are: `{}` gets theirs. */
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
