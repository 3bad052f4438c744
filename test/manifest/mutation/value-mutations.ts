/** What is done to one value of a manifest, by what people and programs get wrong. */

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** @returns a number below a bound. */
export type Draw = (bound: number) => number;

/** @returns another value; `undefined` where there is nothing to change. */
type ChangeValue = (value: Json, draw: Draw, others: readonly Json[]) => Json | undefined;

const isObject = (value: Json): value is Record<string, Json> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function entriesIn(value: Json): readonly [string, Json][] {
  return isObject(value) ? Object.entries(value) : [];
}

/** @returns the object with one of its keys written otherwise. */
function renamed(value: Json, draw: Draw, rename: (key: string) => string): Json | undefined {
  const entries = entriesIn(value);
  const at = draw(entries.length);
  const key = entries[at]?.[0];
  if (key === undefined || rename(key) === key || rename(key) === "") return undefined;
  return Object.fromEntries(entries.map(([name, member], index) => [index === at ? rename(name) : name, member]));
}

export const valueMutations = {
  null: () => null,
  "misspelt key": (value, draw) => renamed(value, draw, (key) => key.slice(0, -1)),
  "key in another case": (value, draw) =>
    renamed(value, draw, (key) => (key === key.toLowerCase() ? key.toUpperCase() : key.toLowerCase())),
  "swapped members": (value, draw) => {
    const entries = entriesIn(value);
    if (entries.length < 2) return undefined;
    const at = draw(entries.length - 1);
    const [one, other] = [entries[at], entries[at + 1]];
    if (!one || !other) return undefined;
    return { ...Object.fromEntries(entries), [one[0]]: other[1], [other[0]]: one[1] };
  },
  "in an object": (value) => ({ value }),
  "in a list": (value) => [value],
  "out of a list": (value) => (Array.isArray(value) ? value[0] : undefined),
  "out of an object": (value) => entriesIn(value)[0]?.[1],
  emptied: (value) => (typeof value === "string" ? "" : Array.isArray(value) ? [] : isObject(value) ? {} : undefined),
  "in quotes": (value) => (typeof value === "number" || typeof value === "boolean" ? String(value) : undefined),
  "a word for a truth": (value) => (typeof value === "boolean" ? (value ? "yes" : "no") : undefined),
  negated: (value) => (typeof value === "number" && value !== 0 ? -value : undefined),
  "with a fraction": (value) => (typeof value === "number" ? value + 0.5 : undefined),
  "beyond 64 bits": (value) => (typeof value === "number" ? 1e20 : undefined),
  "an element twice": (value) =>
    Array.isArray(value) && value.length > 0 ? [...value, structuredClone(value[0] ?? null)] : undefined,
  "elements turned round": (value) => (Array.isArray(value) && value.length > 1 ? [...value].reverse() : undefined),
  "with a space": (value, draw) =>
    typeof value === "string" ? (draw(2) === 0 ? `${value} ` : ` ${value}`) : undefined,
  "a value from elsewhere": (_, draw, others) => structuredClone(others[draw(others.length)]),
} satisfies Readonly<Record<string, ChangeValue>>;

export type ValueMutation = keyof typeof valueMutations;

/** @returns another value by one of the mutations. */
export function changeValue(
  mutation: ValueMutation,
  value: Json,
  draw: Draw,
  others: readonly Json[],
): Json | undefined {
  const change: ChangeValue = valueMutations[mutation];
  return change(value, draw, others);
}

/** @returns whether it is one of these. */
export function isValueMutation(name: string): name is ValueMutation {
  return Object.hasOwn(valueMutations, name);
}
