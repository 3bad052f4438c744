import { hasJsonMembers, type ArrayValue, type ObjectValue, type Value } from "../../value/value";
import { getScalarText } from "../scalar";
import type { Shape } from "../shape";
import { fillDefaults, getMemberShape, isDropped } from "./as-stored";
import { markOpen, setPlain, unknown, type Plain } from "./plain";

/** Deeper values are not read, as in `checkShape`. */
const greatestDepth = 400;

/**
 * Converts located values to plain ones in the form that the server checks: without unknown members, without dropped nulls, and with defaults. Each value is
 * read once per shape.
 */
export class PlainReader {
  readonly #read = new Map<object, Map<Shape, Plain>>();

  read(value: Value, shape: Shape, depth = 0): Plain {
    if (depth > greatestDepth) return unknown;
    switch (value.kind) {
      case "null":
        return null;
      case "boolean":
      case "number":
        return value.older === undefined ? value.value : unknown;
      case "string":
        return (value.older === undefined ? getScalarText(value) : undefined) ?? unknown;
      case "object":
        return hasJsonMembers(value)
          ? this.#once(value.members, shape, () => this.#object(value, shape, depth))
          : unknown;
      case "array":
        return this.#once(value.elements, shape, () => this.#array(value, shape, depth));
      default:
        return unknown;
    }
  }

  #once(part: object, shape: Shape, make: () => Plain): Plain {
    let byShape = this.#read.get(part);
    if (byShape === undefined) this.#read.set(part, (byShape = new Map<Shape, Plain>()));
    let plain = byShape.get(shape);
    // A value counts as unknown inside of itself: aliases can form cycles.
    if (plain === undefined) {
      byShape.set(shape, unknown);
      byShape.set(shape, (plain = make()));
    }
    return plain;
  }

  #object(object: ObjectValue, shape: Shape, depth: number): Plain {
    const plain: Record<string, Plain> = {};
    for (const { key, value, presence } of object.members) {
      const inner = getMemberShape(shape, key);
      if (presence === "maybe" || inner === undefined || value.kind === "undefined") continue;
      if (value.kind === "null" && isDropped(inner)) continue;
      setPlain(plain, key, this.read(value, inner, depth + 1));
    }
    if (object.open || object.members.some(({ presence }) => presence === "maybe")) markOpen(plain);
    fillDefaults(plain, shape);
    return plain;
  }

  #array(array: ArrayValue, shape: Shape, depth: number): Plain {
    const elements = shape.type === "array" ? shape.elements : ({ type: "any" } as const);
    const plain = array.elements
      .filter(({ presence }) => presence === "always")
      .map(({ value }) => this.read(value, elements, depth + 1));
    if (array.open || plain.length < array.elements.length) markOpen(plain);
    return plain;
  }
}
