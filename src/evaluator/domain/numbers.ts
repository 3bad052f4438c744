const numbers = new WeakMap<object, number>();
let count = 0;

/** @returns a number that no other object has. */
export function numberOf(object: object): number {
  let number = numbers.get(object);
  if (number === undefined) numbers.set(object, (number = count += 1));
  return number;
}
