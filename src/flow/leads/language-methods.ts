/** Methods of lists, maps, promises and the like: they return what the receiver holds, or pass it to a callback. */
export const collectionMethods: ReadonlySet<string> = new Set(
  [Array, Map, Set, Promise, WeakMap, Object]
    .flatMap(({ prototype }) => Object.getOwnPropertyNames(prototype))
    .filter((name) => name !== "constructor"),
);

/** Methods of the language's own values that no client has. */
export const languageMethods: ReadonlySet<string> = new Set(
  [Array, String, Number, Date, RegExp]
    .flatMap(({ prototype }) => Object.getOwnPropertyNames(prototype))
    .filter((name) => name !== "constructor" && name !== "link" && name !== "search"),
);
