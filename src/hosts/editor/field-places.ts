import type { FieldShape, Shape } from "../../shape/shape";
import { type Range, touches } from "../../text/range";
import type { Member, Value } from "../../value/value";
import { fieldsOf, shapesBelow } from "./shape-steps";

/** A field written in a file, with the range of its key. */
export interface FoundField {
  readonly field: FieldShape;
  readonly range: Range;
}

/**
 * @param shapes the possible shapes of the value.
 * @returns the field at a position, by the shape of the object around it.
 */
export function findField(value: Value, shapes: readonly Shape[], position: number): FoundField | undefined {
  if (value.anchor !== undefined || value.elsewhere) return undefined;
  if (value.kind === "array") {
    for (const { value: element } of value.elements) {
      if (!touches(element.range, position)) continue;
      return findField(element, shapesBelow(shapes, 0), position);
    }
    return undefined;
  }
  if (value.kind !== "object") return undefined;
  for (const member of value.members) {
    if (member.inherited) continue;
    if (touches(member.keyRange, position)) return fieldOf(member, shapes);
    const found =
      touches(member.value.range, position) && findField(member.value, shapesBelow(shapes, member.key), position);
    if (found) return found;
  }
  return undefined;
}

function fieldOf({ key, keyRange }: Member, shapes: readonly Shape[]): FoundField | undefined {
  const field = fieldsOf(shapes).find(({ name }) => name === key);
  return field && { field, range: keyRange };
}
