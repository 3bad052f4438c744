import type { Entry, Place, Unknown } from "./domain";

/** Unknown values whose members the code has assigned, or that other code may have changed. What they are stays unknown. */

const numbers = new Map<string, number>();
let last = 0;

/** @returns a number that is the same for the same key. */
function numberOf(key: string): number {
  const known = numbers.get(key);
  if (known !== undefined) return known;
  last -= 1;
  numbers.set(key, last);
  return last;
}

/** @returns whether code can change it: texts and numbers have no members that could be. */
export function canBeChanged({ is }: Unknown): boolean {
  return is === undefined || is === "object" || is === "array";
}

/** @returns an unknown value with a member that was assigned. */
export function withAssigned(value: Unknown, key: string, made: Entry): Unknown {
  const { version = 0, members = new Map<string, Entry>() } = value.changed ?? {};
  return { ...value, changed: { version, members: new Map(members).set(key, made) } };
}

/** @returns an unknown value any member of which may be another one from here on. */
export function withOtherMembers(value: Unknown, { file, start, end, context }: Place): Unknown {
  const version = numberOf(`${value.changed?.version ?? 0}:${file.name}:${start}:${end}:${context?.id ?? ""}`);
  return { ...value, changed: { version, members: new Map() } };
}

/** Reading a member of one unknown value twice gives one value, as far as anybody can tell. */
export function memberIdentity({ identity, changed }: Unknown, key: string): number {
  return numberOf(`${identity}@${changed?.version ?? 0}.${key}`);
}
