/**
 * Texts, lists and tables as they are written. Each value appears once, after all values inside it, and is referred to
 * by its index: most groups of a repository share the files of its packages.
 */
export type Packed = readonly (string | readonly number[])[];

/** The first number of a list or table. The keys and values of a table alternate. */
const [list, table] = [0, 1];

/** @param data texts, and lists and tables of such. Entries that are `undefined` are left out. */
export function packData(data: object): Packed {
  const packed: (string | readonly number[])[] = [];
  const places = new Map<string, number>();
  const placeOf = (each: string | readonly number[]): number => {
    const key = typeof each === "string" ? each : `\0${each.join()}`;
    const known = places.get(key);
    if (known !== undefined) return known;
    places.set(key, packed.length);
    return packed.push(each) - 1;
  };
  const pack = (each: unknown): number => {
    if (typeof each === "string") return placeOf(each);
    if (Array.isArray(each)) return placeOf([list, ...each.map(pack)]);
    const entries = Object.entries(each as object).filter(([, value]) => value !== undefined);
    return placeOf([table, ...entries.flat().map(pack)]);
  };
  pack(data);
  return packed;
}

/** @returns the data, or `undefined` for input that {@link packData} does not write. */
export function unpackData(packed: unknown): unknown {
  if (!Array.isArray(packed)) return undefined;
  const values: unknown[] = [];
  for (const each of packed as readonly unknown[]) {
    if (typeof each === "string") values.push(each);
    else if (!Array.isArray(each) || !each.every((place) => Number.isSafeInteger(place))) return undefined;
    else {
      const [kind, ...places] = each as readonly number[];
      // Only earlier values can be referred to, so no value contains itself.
      const held = places.map((place) => values[place]);
      if (held.includes(undefined)) return undefined;
      if (kind === list) values.push(held);
      else if (kind === table && held.length % 2 === 0) values.push(tableOf(held));
      else return undefined;
    }
  }
  return values.at(-1);
}

function tableOf(held: readonly unknown[]): unknown {
  return Object.fromEntries(
    held.flatMap((key, index) => (index % 2 === 0 && typeof key === "string" ? [[key, held[index + 1]] as const] : [])),
  );
}
