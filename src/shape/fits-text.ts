import { PlainYaml } from "../value/plain-yaml";
import { doubt } from "../value/yaml-cursor";
import { getOlderKey, isNullWord, needsFullReading, readPlainScalar, type ScalarValue } from "../value/yaml-scalars";
import { findBrokenRules } from "./broken-rules";
import { fillDefaults } from "./constraints/as-stored";
import { examineConstraints } from "./constraints/examine";
import { unknown, type Plain } from "./constraints/plain";
import { fitScalar, getScalarText } from "./scalar";
import { isNameOfField } from "./surroundings";
import type { AnyShape, FieldShape, ObjectShape, Shape } from "./shape";

/** Larger objects are left to the full check. */
const greatestMembers = 24;

/** Whether a field that only some versions have may be used. */
type IsReleased = (since: string) => boolean;

/**
 * A fast check on the text of a document, without building values: whether it certainly fits a shape.
 *
 * @param start the start of the document, including its marker.
 * @param end the end of the document.
 * @returns true only if the document is readable and `checkShape` would find nothing; false is inconclusive.
 */
export function textSurelyFits(
  text: string,
  start: number,
  end: number,
  shape: ObjectShape,
  isReleased: IsReleased,
): boolean {
  if (needsFullReading(text.slice(start, end))) return false;
  try {
    return new Fit(text, start, end, isReleased).fits(shape);
  } catch (error) {
    if (error === doubt || error instanceof RangeError) return false;
    throw error;
  }
}

/** A collection that is being read. */
interface Open {
  readonly shape: Shape;
  /** For a mapping: the keys so far. */
  readonly keys: string[];
  readonly fields: ReadonlyMap<string, FieldShape> | undefined;
  /** The shape of other members or of elements; absent: none are allowed. */
  readonly others: Shape | undefined;
  /** Whether keys are data. Versions of YAML may read such keys differently. */
  readonly isMap: boolean;
  /** The number of required fields not seen yet. */
  missing: number;
  /** The members of a mapping, if it or an enclosing collection has constraints. */
  readonly members: Record<string, Plain> | undefined;
  /** The elements of a sequence, in the same case. */
  readonly elements: Plain[] | undefined;
}

const any: Shape = { type: "any" };

/** Throws `doubt` at the first part that may not fit. Returns values where constraints need them. */
class Fit extends PlainYaml<Shape, Plain, Open> {
  readonly #isReleased: IsReleased;
  /** The fields of the enclosing objects. */
  readonly #around: ReadonlyMap<string, FieldShape>[] = [];
  /** The number of open collections with constraints. Values inside of them are kept. */
  #keeping = 0;

  constructor(text: string, start: number, end: number, isReleased: IsReleased) {
    super(text, start, end, undefined);
    this.#isReleased = isReleased;
  }

  fits(shape: ObjectShape): boolean {
    const result = this.readDocument(shape);
    return result !== "empty" && result !== "none";
  }

  protected quoted(start: number, end: number, shape: Shape): Plain {
    return this.#string(this.text.slice(start + 1, end - 1), shape);
  }

  protected literal(content: string, _start: number, _end: number, shape: Shape): Plain {
    return this.#string(content, shape);
  }

  #string(content: string, shape: Shape): Plain {
    if (shape.type === "string") {
      if (shape.values?.every((each) => String(each) !== content) === true) throw doubt;
    } else if (shape.type === "union") {
      if (!shape.options.some(({ type, constraints }) => type === "string" && constraints === undefined)) throw doubt;
    } else if (shape.type !== "any") throw doubt;
    return this.#keep(content, shape);
  }

  protected plain(start: number, end: number, shape: Shape): Plain {
    if (shape.type === "any" && shape.constraints === undefined && shape.dropsNull !== true && this.#keeping === 0)
      return null;
    const value = readPlainScalar(this.text.slice(start, end), { start, end }, { isFinal: true });
    if (shape.type === "any") return this.#keepAny(value, shape);
    if (value.kind !== "string" && value.kind !== "number" && value.kind !== "boolean") throw doubt;
    if (value.older !== undefined) throw doubt;
    const fits =
      shape.type === "union"
        ? shape.options.some((option) => option.constraints === undefined && isFitting(value, option))
        : isFitting(value, shape);
    if (!fits) throw doubt;
    return this.#keep(toPlain(value), shape);
  }

  protected nothing(_end: number, shape: Shape): Plain {
    if (shape.type !== "any" || shape.dropsNull === true) throw doubt;
    return this.#keep(null, shape);
  }

  #keepAny(value: ScalarValue, shape: AnyShape): Plain {
    if (value.kind === "null" && shape.dropsNull === true) throw doubt;
    return this.#keep(toPlain(value), shape);
  }

  /**
   * Checks the constraints of a value.
   *
   * @returns the value, for enclosing constraints.
   */
  #keep(value: Plain, shape: Shape): Plain {
    const { constraints } = shape;
    if (constraints === undefined) return value;
    if (examineConstraints(value, constraints, [], undefined) === "fails") throw doubt;
    if (findBrokenRules(value, shape).length > 0) throw doubt;
    return value;
  }

  #open(shape: Shape, open: Pick<Open, "fields" | "others" | "isMap" | "missing">, kind: "mapping" | "sequence"): Open {
    if (shape.constraints !== undefined) this.#keeping++;
    const isKept = this.#keeping > 0;
    return {
      shape,
      keys: [],
      fields: open.fields,
      others: open.others,
      isMap: open.isMap,
      missing: open.missing,
      members: isKept && kind === "mapping" ? {} : undefined,
      elements: isKept && kind === "sequence" ? [] : undefined,
    };
  }

  #close({ shape, members, elements }: Open): Plain {
    if (members !== undefined) fillDefaults(members, shape);
    if (shape.constraints !== undefined) this.#keeping--;
    return this.#keep(members ?? elements ?? null, shape);
  }

  protected openMapping(_start: number, shape: Shape): Open {
    if (shape.type === "object") {
      const others = shape.open ? any : undefined;
      this.#around.push(shape.fields);
      return this.#open(shape, { fields: shape.fields, others, isMap: false, missing: getRequired(shape) }, "mapping");
    }
    if (shape.type === "map") {
      const isMap = shape.values.type !== "any";
      return this.#open(shape, { fields: undefined, others: shape.values, isMap, missing: 0 }, "mapping");
    }
    if (shape.type !== "any") throw doubt;
    return this.#open(shape, { fields: undefined, others: any, isMap: false, missing: 0 }, "mapping");
  }

  protected key(mapping: Open, start: number, end: number, isQuoted: boolean): Shape {
    const { keys } = mapping;
    const key = isQuoted ? this.text.slice(start + 1, end - 1) : this.text.slice(start, end);
    if (keys.length === greatestMembers || keys.includes(key) || mayMeanMore(key, isQuoted)) throw doubt;
    keys.push(key);
    const field = mapping.fields?.get(key);
    if (field !== undefined) {
      if (!isQuoted && getOlderKey(key) !== undefined) throw doubt;
      if (field.since !== undefined && !this.#isReleased(field.since)) throw doubt;
      if (field.required) mapping.missing--;
      return field.shape;
    }
    if (mapping.others === undefined || (mapping.isMap && this.#mayBeOther(key, isQuoted))) throw doubt;
    return mapping.others;
  }

  /** Whether a map's key is read differently by other versions of YAML, or is the name of a field of an enclosing object. */
  #mayBeOther(key: string, isQuoted: boolean): boolean {
    if (!isQuoted && getOlderKey(key) !== undefined) return true;
    return this.#around.some((fields) => isNameOfField(key, fields));
  }

  protected member({ members, keys, fields }: Open, value: Plain): void {
    const key = keys.at(-1);
    if (members === undefined || key === undefined || fields?.get(key)?.subresource === true) return;
    members[key] = value;
  }

  protected closeMapping(mapping: Open): Plain {
    if (mapping.missing > 0) throw doubt;
    if (mapping.fields !== undefined) this.#around.pop();
    return this.#close(mapping);
  }

  protected openSequence(_start: number, shape: Shape): Open {
    if (shape.type !== "array" && shape.type !== "any") throw doubt;
    const others = shape.type === "array" ? shape.elements : any;
    return this.#open(shape, { fields: undefined, others, isMap: false, missing: 0 }, "sequence");
  }

  protected next({ others }: Open): Shape {
    return others ?? any;
  }

  protected element({ elements }: Open, value: Plain): void {
    elements?.push(value);
  }

  protected closeSequence(sequence: Open): Plain {
    return this.#close(sequence);
  }
}

/** Whether a key is null, or `__proto__`. */
function mayMeanMore(key: string, isQuoted: boolean): boolean {
  return key === "__proto__" || (!isQuoted && isNullWord(key));
}

function isFitting(value: ScalarValue, shape: Shape): boolean {
  if (shape.type === "object" || shape.type === "map" || shape.type === "array" || shape.type === "union") return false;
  return shape.type === "any" || fitScalar(value, shape) === "fits";
}

function toPlain(value: ScalarValue): Plain {
  switch (value.kind) {
    case "null":
      return null;
    case "unknown":
      return unknown;
    case "string":
      return (value.older === undefined ? getScalarText(value) : undefined) ?? unknown;
    case "number":
    case "boolean":
      return value.older === undefined ? value.value : unknown;
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
