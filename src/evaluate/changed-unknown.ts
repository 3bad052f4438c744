import type { Abstract, Entry, Place, Unknown } from "./domain";
import { lazyEntry, unknown } from "./make";

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

type Changes = NonNullable<Unknown["changed"]>;

const none: Changes = { version: 0, members: new Map() };

/**
 * @param join joins what the code has assigned to one member on two ways.
 * @returns the changes of an unknown value that has been changed in two ways: a member that one of them assigns may be that, or what it was.
 */
export function joinChanges(
  left: Changes = none,
  right: Changes = none,
  place: Place,
  join: (values: readonly Abstract[]) => Abstract,
): Changes {
  const version = left.version === right.version ? left.version : numberOf(`${left.version}|${right.version}`);
  const members = new Map<string, Entry>();
  for (const key of new Set([...left.members.keys(), ...right.members.keys()])) {
    const found = [left, right].flatMap((side) => side.members.get(key) ?? []);
    const [one, other] = found;
    if (one) members.set(key, one === other ? one : lazyEntry(() => join(valuesOf(found, place)), one.keyPlace));
  }
  return { version, members };
}

function valuesOf(found: readonly Entry[], place: Place): readonly Abstract[] {
  const known = found.map(({ value }) => value);
  const isSure = found.length === 2 && found.every(({ presence }) => presence === "always");
  return isSure ? known : [...known, unknown("it is assigned on some ways only", place, { missing: true })];
}
