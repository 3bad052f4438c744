/** Adds a value to the list of a key, creating the list if needed. */
export function addTo<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** @returns the values of a list by key, in the order of the list. */
export function groupBy<K, V>(list: Iterable<V>, keyOf: (value: V) => K): Map<K, V[]> {
  const groups = new Map<K, V[]>();
  for (const each of list) addTo(groups, keyOf(each), each);
  return groups;
}

/** Adds a value to the set of a key, creating the set if needed. */
export function addToSet<K, V>(sets: Map<K, Set<V>>, key: K, value: V): void {
  const set = sets.get(key);
  if (set) set.add(value);
  else sets.set(key, new Set([value]));
}
