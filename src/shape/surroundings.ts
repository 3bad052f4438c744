import type { Member, Value } from "../value/value";
import type { Path } from "./mismatch";
import { getPath, type Position } from "./position";
import { getScalarText, isScalar } from "./scalar";
import type { FieldShape, ObjectShape } from "./shape";

/** Finds where a member belongs that slipped into an object inside of its own, or out of one. */

/** An object around a value, with its members by their keys. */
export interface Surrounding {
  readonly shape: ObjectShape;
  readonly members: ReadonlyMap<string, Member>;
  readonly place: Position;
}

/**
 * Looks for an object that has a field of a name, and in which it is not set: the nearest around, else the only one inside.
 *
 * @param around the objects around the member, the innermost last.
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

/** Words of one part are the keys of many a map: `name`, `replicas`. */
const severalWords = /^[a-z]+[A-Z][A-Za-z]+$/;

/**
 * Whether a key of a map of texts is the name of a number or flag of an object around it. The map may hold it, so that nothing else tells that it
 * slipped in there.
 *
 * @param fields of an object around the map.
 */
export function isNameOfField(key: string, fields: ReadonlyMap<string, FieldShape> | undefined): boolean {
  if (fields === undefined || !severalWords.test(key)) return false;
  const shape = fields.get(key)?.shape;
  return shape !== undefined && isScalar(shape) && shape.type !== "string";
}

/** @returns where a member of a map of texts belongs; `undefined` where it may be data. */
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
