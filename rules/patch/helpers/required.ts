import type { FieldShape, Shape } from "../../../src/shape/shape";
import { isServerSet } from "./server-set";

/** Whether a field may be changed but not deleted, because the resource requires it. */
export function isUndeletable(field: FieldShape, isSent = (each: FieldShape): boolean => !isServerSet(each)): boolean {
  return field.required && isSent(field) && !takesNull(field);
}

/** Whether the field at a path below a resource's shape may be changed but not deleted. */
export function isUndeletableAt(shape: Shape | undefined, path: readonly string[]): boolean {
  let current = shape;
  let field: FieldShape | undefined;
  for (const name of path) {
    field = current?.type === "object" ? current.fields.get(name) : undefined;
    current = field?.shape;
  }
  return field !== undefined && isUndeletable(field);
}

/** Whether `null` may be a value of the field, rather than its absence. */
function takesNull({ shape }: FieldShape): boolean {
  const options = shape.type === "union" ? shape.options : [shape];
  return options.some(
    (option) => option.type === "any" || option.type === "union" || ("nullable" in option && option.nullable),
  );
}
