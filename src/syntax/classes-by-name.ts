/** Method names of the language and the platform, and other common ones: a call by such a name does not identify the class. */
const commonNames = new Set([
  ...[Array, String, Map, Set, Promise, Object, Function, Date, RegExp, Number, URL, URLSearchParams, Headers, Response]
    .map(({ prototype }) => prototype as object)
    .flatMap((prototype) => Object.getOwnPropertyNames(prototype)),
  ...[Object, Array, Promise, Number, JSON, Math, Reflect].flatMap((owner) => Object.getOwnPropertyNames(owner)),
  ...[
    "on",
    "once",
    "off",
    "emit",
    "open",
    "close",
    "start",
    "stop",
    "run",
    "send",
    "write",
    "read",
    "end",
    "log",
    "error",
  ],
  ...[
    "get",
    "post",
    "put",
    "patch",
    "del",
    "head",
    "options",
    "request",
    "fetch",
    "call",
    "execute",
    "invoke",
    "dispatch",
  ],
  ...["init", "render", "update", "create", "remove", "load", "save", "list", "find", "add", "use", "query", "next"],
]);

/** Whether the name of a method is rare enough to identify its class. */
export function tellsClass(key: string): boolean {
  return key.length >= 4 && !commonNames.has(key);
}
