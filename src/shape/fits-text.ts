import { PlainYaml } from "../value/plain-yaml";
import { doubt } from "../value/yaml-cursor";
import { getOlderKey, hasSubstitution, readPlainScalar } from "../value/yaml-scalars";
import { fitScalar } from "./scalar";
import type { FieldShape, ObjectShape, Shape } from "./shape";

/** Objects with more members are left to the full check. */
const greatestMembers = 24;

/** Whether the presence of a field that only some versions have is no problem. */
type IsReleased = (since: string) => boolean;

/**
 * A quick look at a document's text, which keeps nothing: whether its value surely fits a shape.
 *
 * @param start where the document begins, its marker included.
 * @param end where it ends.
 * @returns true only if the document can be read and `checkShape` finds nothing in it; false means that it is not known.
 */
export function textSurelyFits(
  text: string,
  start: number,
  end: number,
  shape: ObjectShape,
  isReleased: IsReleased,
): boolean {
  if (hasSubstitution(text.slice(start, end))) return false;
  try {
    return new Fit(text, start, end, isReleased).fits(shape);
  } catch (error) {
    if (error === doubt || error instanceof RangeError) return false;
    throw error;
  }
}

/** A collection that is being read. */
interface Open {
  /** Of a mapping: its keys so far. */
  readonly keys: string[];
  readonly fields: ReadonlyMap<string, FieldShape> | undefined;
  /** The shape of members that are no fields, or of elements; absent: there may be none. */
  readonly others: Shape | undefined;
  /** Keys are data, of which versions of YAML may have different views. */
  readonly isMap: boolean;
  /** Required fields that have not come yet. */
  missing: number;
}

const any: Shape = { type: "any" };

/** Throws `doubt` at the first thing that may not fit. */
class Fit extends PlainYaml<Shape, undefined, Open> {
  readonly #isReleased: IsReleased;

  constructor(text: string, start: number, end: number, isReleased: IsReleased) {
    super(text, start, end, undefined);
    this.#isReleased = isReleased;
  }

  fits(shape: ObjectShape): boolean {
    return this.readDocument(shape) === undefined;
  }

  protected quoted(start: number, end: number, shape: Shape): undefined {
    if (shape.type === "any") return;
    if (shape.type !== "string") throw doubt;
    if (shape.values !== undefined) this.#oneOf(shape.values, this.text.slice(start + 1, end - 1));
  }

  protected plain(start: number, end: number, shape: Shape): undefined {
    if (shape.type === "any") return;
    const value = readPlainScalar(this.text.slice(start, end), { start, end }, true);
    if ((value.kind !== "string" && value.kind !== "number" && value.kind !== "boolean") || value.older !== undefined)
      throw doubt;
    if (
      shape.type === "object" ||
      shape.type === "map" ||
      shape.type === "array" ||
      shape.type === "union" ||
      fitScalar(value, shape) !== "fits"
    )
      throw doubt;
  }

  protected literal(content: string, _start: number, _end: number, shape: Shape): undefined {
    if (shape.type === "any") return;
    if (shape.type !== "string") throw doubt;
    if (shape.values !== undefined) this.#oneOf(shape.values, content);
  }

  protected nothing(_end: number, shape: Shape): undefined {
    if (shape.type !== "any") throw doubt;
  }

  protected openMapping(_start: number, shape: Shape): Open {
    if (shape.type === "object")
      return {
        keys: [],
        fields: shape.fields,
        others: shape.open ? any : undefined,
        isMap: false,
        missing: getRequired(shape),
      };
    if (shape.type === "map")
      return { keys: [], fields: undefined, others: shape.values, isMap: shape.values.type !== "any", missing: 0 };
    if (shape.type !== "any") throw doubt;
    return { keys: [], fields: undefined, others: shape, isMap: false, missing: 0 };
  }

  protected key(mapping: Open, start: number, end: number, isQuoted: boolean): Shape {
    const { keys } = mapping;
    const key = isQuoted ? this.text.slice(start + 1, end - 1) : this.text.slice(start, end);
    if (keys.length === greatestMembers || keys.includes(key)) throw doubt;
    keys.push(key);
    const field = mapping.fields?.get(key);
    if (field !== undefined) {
      if (field.since !== undefined && !this.#isReleased(field.since)) throw doubt;
      if (field.required) mapping.missing--;
      return field.shape;
    }
    if (mapping.others === undefined || (mapping.isMap && !isQuoted && getOlderKey(key) !== undefined)) throw doubt;
    return mapping.others;
  }

  protected member(): void {
    // Checked when it was read.
  }

  protected closeMapping({ missing }: Open): undefined {
    if (missing > 0) throw doubt;
  }

  protected openSequence(_start: number, shape: Shape): Open {
    if (shape.type !== "array" && shape.type !== "any") throw doubt;
    return {
      keys: [],
      fields: undefined,
      others: shape.type === "array" ? shape.elements : shape,
      isMap: false,
      missing: 0,
    };
  }

  protected next({ others }: Open): Shape {
    return others ?? any;
  }

  protected element(): void {
    // Checked when it was read.
  }

  protected closeSequence(): undefined {
    return undefined;
  }

  #oneOf(allowed: readonly unknown[], text: string): void {
    if (!allowed.some((each) => String(each) === text)) throw doubt;
  }
}

const required = new WeakMap<ObjectShape, number>();

function getRequired(shape: ObjectShape): number {
  let count = required.get(shape);
  if (count === undefined) {
    count = [...shape.fields.values()].filter((field) => field.required).length;
    required.set(shape, count);
  }
  return count;
}
