/** @returns an element that exists: ids of values, slots and guards always index their own lists. */
export function item<T>(list: ArrayLike<T>, index: number): T {
  return list[index] as T;
}
