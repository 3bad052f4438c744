import { findNear } from "../text/near";
import type { Member } from "../value/value";
import type { FieldShape, ObjectShape } from "./shape";

/** The fields that an unknown key may be meant for. */
export interface Meant {
  /** Fields that are absent and have a similar name; one alone where its underlying name was written. */
  readonly near: readonly FieldShape[];
  /** The key is the underlying name of a field. */
  readonly underlying: boolean;
  /** The field that is there already under its own name. */
  readonly present: FieldShape | undefined;
}

/** @returns the fields of `owner` that someone who wrote `key` may have meant. */
export function findMeant(key: string, owner: ObjectShape, members: ReadonlyMap<string, Member>): Meant {
  const absent = [...owner.fields.values()].filter((field) => !members.has(field.name));
  const exact = absent.find((field) => field.underlyingName === key);
  if (exact !== undefined) return { near: [exact], underlying: true, present: undefined };
  const names = findNear(
    key,
    absent.map((field) => field.name),
  );
  const near = names.flatMap((name) => owner.fields.get(name) ?? []);
  return { near, underlying: false, present: near.length > 0 ? undefined : findPresent(key, owner, members) };
}

function findPresent(key: string, owner: ObjectShape, members: ReadonlyMap<string, Member>): FieldShape | undefined {
  const present = [...owner.fields.values()].filter((field) => members.has(field.name));
  const exact = present.find((field) => field.underlyingName === key);
  if (exact !== undefined) return exact;
  const plain = key.toLowerCase().replace(/[-_]/g, "");
  return present.find((field) => field.name.toLowerCase() === plain);
}
