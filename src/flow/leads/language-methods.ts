/** Methods of lists, maps, promises and the like: they give what they hold, or give it to functions. */
export const collectionMethods: ReadonlySet<string> = new Set(
  [Array, Map, Set, Promise, WeakMap, Object]
    .flatMap(({ prototype }) => Object.getOwnPropertyNames(prototype))
    .filter((name) => name !== "constructor"),
);

/** Methods of lists and texts that no client has. */
export const languageMethods: ReadonlySet<string> = new Set(
  [Array, String, Number, Date, RegExp]
    .flatMap(({ prototype }) => Object.getOwnPropertyNames(prototype))
    .filter((name) => name !== "constructor" && name !== "link" && name !== "search"),
);
