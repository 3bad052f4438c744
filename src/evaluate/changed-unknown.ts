import type { Abstract, Entry, Place, Unknown } from "./domain";
import { lazyEntry, unknown } from "./make";

/** Unknown values whose members the program has assigned, or that other code may have changed. The value itself stays unknown. */

const numbers = new Map<string, number>();
let last = 0;

/** @returns a number for a key, always the same one. */
function numberOf(key: string): number {
  const known = numbers.get(key);
  if (known !== undefined) return known;
  last -= 1;
  numbers.set(key, last);
  return last;
}

/** @returns whether code can change the members of the value: primitives and nullish values have none. */
export function canBeChanged({ is, nullish }: Unknown): boolean {
  return nullish !== true && (is === undefined || is === "object" || is === "array");
}

/** @returns the unknown value after an assignment to a member. */
export function withAssigned(value: Unknown, key: string, made: Entry): Unknown {
  const { version = 0, members = new Map<string, Entry>() } = value.changed ?? {};
  return { ...value, changed: { version, members: new Map(members).set(key, made) } };
}

/** @returns the unknown value after code that may have changed any member. */
export function withOtherMembers(value: Unknown, { file, start, end, context }: Place): Unknown {
  const version = numberOf(`${value.changed?.version ?? 0}:${file.name}:${start}:${end}:${context?.id ?? ""}`);
  return { ...value, changed: { version, members: new Map() } };
}

/** Two reads of one member of an unknown value have one identity, if no code between them may have changed it. */
export function memberIdentity({ identity, changed }: Unknown, key: string): number {
  return numberOf(`${identity}@${changed?.version ?? 0}.${key}`);
}

type Changes = NonNullable<Unknown["changed"]>;

const none: Changes = { version: 0, members: new Map() };

/**
 * @param join joins the values that both sides assigned to one member.
 * @returns the joined changes of an unknown value. A member that only one side assigns is that value or the unknown one from before.
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
