import type { Member, Value } from "../value/value";
import type { Path } from "./mismatch";
import { getPath, type Position } from "./position";
import { getScalarText, isScalar } from "./scalar";
import type { FieldShape, ObjectShape } from "./shape";

/** Finds the right place for a member that was written one object too deep or too high. */

/** An enclosing object, with its members by key. */
export interface Surrounding {
  readonly shape: ObjectShape;
  readonly members: ReadonlyMap<string, Member>;
  readonly place: Position;
}

/**
 * Looks for an object that has a field with this name but does not set it: the nearest enclosing one, otherwise the only nested one.
 *
 * @param around the objects that enclose the member, innermost last.
 */
export function findHome(key: string, around: readonly Surrounding[]): Path | undefined {
  const outer = around.slice(0, -1).findLast((each) => lacks(each, key));
  if (outer !== undefined) return [...getPath(outer.place), key];
  const inmost = around.at(-1);
  if (inmost === undefined) return undefined;
  const inner = [...inmost.shape.fields.values()].filter(({ name, shape }) => {
    return shape.type === "object" && shape.fields.has(key) && !sets(inmost.members.get(name), key);
  });
  const [only] = inner;
  return only === undefined || inner.length > 1 ? undefined : [...getPath(inmost.place), only.name, key];
}

function lacks({ shape, members }: Surrounding, key: string): boolean {
  return shape.fields.has(key) && !members.has(key);
}

function sets(member: Member | undefined, key: string): boolean {
  return member?.value.kind === "object" && member.value.members.some((each) => each.key === key);
}

/** Keys of a single word, such as `name` and `replicas`, are common in maps. */
const severalWords = /^[a-z]+[A-Z][A-Za-z]+$/;

/**
 * Whether a key in a map of texts names a number or flag of an enclosing object. The map accepts any key, so nothing else shows that the member is misplaced.
 *
 * @param fields the fields of the enclosing object.
 */
export function isNameOfField(key: string, fields: ReadonlyMap<string, FieldShape> | undefined): boolean {
  if (fields === undefined || !severalWords.test(key)) return false;
  const shape = fields.get(key)?.shape;
  return shape !== undefined && isScalar(shape) && shape.type !== "string";
}

/** @returns the right place for a member of a map of texts; `undefined` if it may be data. */
export function findOrigin({ key, value }: Member, around: readonly Surrounding[]): Path | undefined {
  const owner = around.findLast((each) => lacks(each, key) && isNameOfField(key, each.shape.fields));
  const shape = owner?.shape.fields.get(key)?.shape;
  if (owner === undefined || shape === undefined) return undefined;
  return holdsValue(value, shape.type === "boolean") ? [...getPath(owner.place), key] : undefined;
}

function holdsValue(value: Value, isFlag: boolean): boolean {
  if (value.kind !== "string") return value.kind === (isFlag ? "boolean" : "number");
  return (isFlag ? /^(?:true|false)$/ : /^-?\d+(?:\.\d+)?$/).test(getScalarText(value) ?? "");
}
