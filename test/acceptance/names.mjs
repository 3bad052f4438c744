/**
 * @param {readonly string[]} names of a file's tests, in their order.
 * @returns {string[]} the same with a number behind those that tests before have too.
 */
export function uniqueNames(names) {
  const counts = new Map();
  return names.map((name) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 ? name : `${name} #${count}`;
  });
}
