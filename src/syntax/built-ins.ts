/** Functions of the language and the platform, by their names alone. */

/** A method of `Array.prototype`. */
export interface ArrayMethod {
  /** Whether it changes the array. */
  readonly changes?: true;
  /**
   * The part of the array in its result: one element, elements (in an array or an iterator), the removed elements, or
   * pairs of index and element. Absent: none.
   */
  readonly returns?: "element" | "elements" | "removed" | "pairs";
  /** The parameters of its callback that receive elements. Absent: it takes no callback. */
  readonly elementsTo?: readonly number[];
  /** The index of the first argument that it inserts, into the array or into the copy that it returns. */
  readonly inserts?: number;
}

const first = { elementsTo: [0] } as const;

const arrayMethods = new Map<string, ArrayMethod>(
  Object.entries({
    at: { returns: "element" },
    concat: { returns: "elements", inserts: 0 },
    copyWithin: { changes: true, returns: "elements" },
    entries: { returns: "pairs" },
    every: first,
    fill: { changes: true, returns: "elements", inserts: 0 },
    filter: { ...first, returns: "elements" },
    find: { ...first, returns: "element" },
    findIndex: first,
    findLast: { ...first, returns: "element" },
    findLastIndex: first,
    flat: { returns: "elements" },
    // Its result contains the results of the callback.
    flatMap: first,
    forEach: first,
    includes: {},
    indexOf: {},
    join: {},
    keys: {},
    lastIndexOf: {},
    map: first,
    pop: { changes: true, returns: "element" },
    push: { changes: true, inserts: 0 },
    reduce: { elementsTo: [1] },
    reduceRight: { elementsTo: [1] },
    reverse: { changes: true, returns: "elements" },
    shift: { changes: true, returns: "element" },
    slice: { returns: "elements" },
    some: first,
    sort: { changes: true, returns: "elements", elementsTo: [0, 1] },
    splice: { changes: true, returns: "removed", inserts: 2 },
    toReversed: { returns: "elements" },
    toSorted: { returns: "elements", elementsTo: [0, 1] },
    toSpliced: { returns: "elements", inserts: 2 },
    unshift: { changes: true, inserts: 0 },
    values: { returns: "elements" },
    with: { returns: "elements", inserts: 1 },
  } satisfies Record<string, ArrayMethod>),
);

/** @returns the method of arrays with this name. */
export function arrayMethodOf(name: string): ArrayMethod | undefined {
  return arrayMethods.get(name);
}

/** The names of the array methods that change the array. */
export const changingArrayMethods: readonly string[] = [...arrayMethods]
  .filter(([, { changes }]) => changes)
  .map(([name]) => name);

/** Whether a method of arrays calls a function for each element, and changes nothing itself. */
export function isIterating(name: string): boolean {
  const method = arrayMethods.get(name);
  return method?.elementsTo !== undefined && !method.changes;
}

/** Methods of strings. Excludes names with another meaning elsewhere (`link`), and names that arrays have, too. */
const ofStrings =
  "charAt charCodeAt codePointAt endsWith isWellFormed localeCompare match matchAll normalize padEnd padStart repeat replace replaceAll search split startsWith substr substring toLocaleLowerCase toLocaleUpperCase toLowerCase toUpperCase toWellFormed trim trimEnd trimLeft trimRight trimStart";
const ofNumbersAndDates =
  "getDate getDay getFullYear getHours getMilliseconds getMinutes getMonth getSeconds getTime getTimezoneOffset getUTCDate getUTCDay getUTCFullYear getUTCHours getUTCMilliseconds getUTCMinutes getUTCMonth getUTCSeconds toDateString toExponential toFixed toISOString toJSON toLocaleDateString toLocaleTimeString toPrecision toTimeString toUTCString";
const ofObjects = "hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString toString valueOf";
/** Methods of `RegExp`, `Headers`, `URLSearchParams`, `FormData`, `Map` and `Set`. */
const ofCollections = "get getAll getSetCookie has test";

const readingMethods: ReadonlySet<string> = new Set(
  [ofStrings, ofNumbersAndDates, ofObjects, ofCollections, "includes indexOf join lastIndexOf"].join(" ").split(" "),
);

/**
 * Whether a method of this name changes nothing and returns no part of an object or array, in every class that has it.
 */
export function isReadingMethod(name: string): boolean {
  return readingMethods.has(name);
}

const promiseMethods: ReadonlySet<string> = new Set(["then", "catch", "finally"]);

/** Whether a name is that of a promise's method: `then`, `catch`, `finally`. None changes the promise. */
export function isPromiseMethod(name: string): boolean {
  return promiseMethods.has(name);
}

const readingFunctions: ReadonlySet<string> = new Set(
  "Boolean Number String Symbol BigInt structuredClone encodeURI encodeURIComponent decodeURI decodeURIComponent escape unescape parseInt parseFloat isNaN isFinite btoa atob clearTimeout clearInterval".split(
    " ",
  ),
);

/** Whether a global function only reads its arguments and returns no part of them. */
export function isReadingFunction(name: string): boolean {
  return readingFunctions.has(name);
}

/** Classes with instances that keep no reference to constructor arguments. */
const copyingClasses: ReadonlySet<string> = new Set(
  "Error AggregateError DOMException EvalError RangeError ReferenceError SyntaxError TypeError URIError Date RegExp URL URLSearchParams Blob File FormData TextDecoder TextEncoder AbortController".split(
    " ",
  ),
);

/** Whether an instance of a global class keeps no reference to constructor arguments. */
export function isCopyingClass(name: string): boolean {
  return copyingClasses.has(name);
}

/** Classes with instances that keep the constructor arguments, or their elements or members. */
const keepingClasses: ReadonlySet<string> = new Set("Array Boolean Headers Map Number Object Set String".split(" "));
const namespaces: ReadonlySet<string> = new Set(
  "BigInt console Date JSON Math Number Object String Symbol URL".split(" "),
);

/** Functions of classes and namespaces that change their first argument. */
const changingStatics: ReadonlySet<string> = new Set(
  "Object.assign Object.defineProperties Object.defineProperty Object.setPrototypeOf".split(" "),
);

/** Whether a function of a global object changes its first argument: `Object.assign`. */
export function changesFirst(owner: string, method: string): boolean {
  return changingStatics.has(`${owner}.${method}`);
}

/**
 * Whether a function of a global object only reads its arguments: `Math.max`. The result may alias an argument or a
 * part of it.
 */
export function isReadingStatic(owner: string, method: string): boolean {
  return namespaces.has(owner) && !changesFirst(owner, method);
}

/** Functions of classes and namespaces that call their second argument. */
const callingStatics: ReadonlySet<string> = new Set(
  "Array.from Array.fromAsync JSON.parse JSON.stringify Map.groupBy Object.groupBy".split(" "),
);

/** Whether a function of a global object may call this argument: `Array.from(list, convert)`. */
export function mayCall(owner: string, method: string | undefined, argument: number): boolean {
  return argument === 1 && (method === undefined || callingStatics.has(`${owner}.${method}`));
}

/**
 * Whether calls of a global, its functions and its constructor run no code of the program, except callbacks. Methods
 * that convert an argument (`toString`) are not considered.
 */
export function runsOnlyCallbacks(name: string): boolean {
  return namespaces.has(name) || readingFunctions.has(name) || copyingClasses.has(name) || keepingClasses.has(name);
}

const globalObjects: ReadonlySet<string> = new Set(["global", "globalThis", "self", "window"]);

/** The names of the global object: `window.fetch` is the global function. */
export const namesOfGlobalObject: readonly string[] = [...globalObjects];

/** @returns whether a global name is one of the global object itself. */
export function isGlobalObjectName(name: string): boolean {
  return globalObjects.has(name);
}
