/** Adds a value to the list of a key, which begins with the first one. */
export function addTo<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** @returns the values of a list by a key, in its order. */
export function groupBy<K, V>(list: Iterable<V>, keyOf: (value: V) => K): Map<K, V[]> {
  const groups = new Map<K, V[]>();
  for (const each of list) addTo(groups, keyOf(each), each);
  return groups;
}

/** Adds a value to the set of a key, which begins with the first one. */
export function addToSet<K, V>(sets: Map<K, Set<V>>, key: K, value: V): void {
  const set = sets.get(key);
  if (set) set.add(value);
  else sets.set(key, new Set([value]));
}
