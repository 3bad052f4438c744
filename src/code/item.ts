/** @returns an element that is there: numbers of values, slots and guards are always those of their lists. */
export function item<T>(list: ArrayLike<T>, index: number): T {
  return list[index] as T;
}
