/** One use of a member of the language or the platform: what stands before it, and the expression itself. */
export interface Use {
  /** How the member is called, for messages and for the list of exceptions: `Array.prototype.at`. */
  readonly member: string;
  /** Makes `r`, the receiver; empty for static members. */
  readonly before: string;
  readonly expression: string;
}

/** Known receivers by class, as source. A class that is not listed has no receiver that is made in one expression. */
const receivers: Readonly<Record<string, readonly string[]>> = {
  AbortController: ["new AbortController()"],
  AbortSignal: ["AbortSignal.abort()"],
  Array: ['["b", 1, "a"]', '[["a", 1], ["b", { c: 2 }]]', "[]"],
  ArrayBuffer: ["new ArrayBuffer(4)"],
  BigInt: ["12n"],
  Blob: ['new Blob(["text"])'],
  Boolean: ["true"],
  DataView: ["new DataView(new ArrayBuffer(8))"],
  Date: ["new Date(86400000)"],
  Error: ['new Error("message")'],
  Event: ['new Event("kind")'],
  EventTarget: ["new EventTarget()"],
  FormData: ["new FormData()"],
  Function: ["(function named(x) { return x; })"],
  Headers: ['new Headers({ a: "1", "X-B": "two" })'],
  Map: ['new Map([["a", 1], [1, "b"]])'],
  Number: ["12", "1.5"],
  Object: ['{ b: 1, a: "x" }', "{}"],
  Promise: ["Promise.resolve({ a: 1 })"],
  RegExp: ["/a(b)?/g", "/x/i"],
  Request: ['new Request("http://host/path?q=1", { method: "PUT", headers: { a: "1" }, body: "text" })'],
  Response: ['new Response(JSON.stringify({ a: 1 }), { status: 201, headers: { a: "1" } })'],
  Set: ['new Set(["a", 1])'],
  String: ['"a/b c"', '"xyz"', '""'],
  Symbol: ['Symbol("s")'],
  TextDecoder: ["new TextDecoder()"],
  TextEncoder: ["new TextEncoder()"],
  URL: ['new URL("https://user:pw@host:8080/a/b?x=1&y=2#hash")'],
  URLSearchParams: ['new URLSearchParams("a=1&b=2&a=3")'],
  Uint8Array: ["new Uint8Array([3, 1, 2])"],
  Float64Array: ["new Float64Array([0.5, 2])"],
  WeakMap: ["new WeakMap()"],
  WeakRef: ["new WeakRef({ a: 1 })"],
  WeakSet: ["new WeakSet()"],
  "Intl.Collator": ["new Intl.Collator()"],
  "Intl.DateTimeFormat": ['new Intl.DateTimeFormat("en", { timeZone: "UTC" })'],
  "Intl.ListFormat": ['new Intl.ListFormat("en")'],
  "Intl.Locale": ['new Intl.Locale("en")'],
  "Intl.NumberFormat": ['new Intl.NumberFormat("en")'],
  "Intl.PluralRules": ['new Intl.PluralRules("en")'],
  "Intl.RelativeTimeFormat": ['new Intl.RelativeTimeFormat("en")'],
  "Intl.Segmenter": ['new Intl.Segmenter("en")'],
};

/** Objects that are no classes, and functions of the global scope. */
const namespaces = ["Atomics", "Intl", "JSON", "Math", "Reflect"] as const;
const functions = [
  "atob",
  "btoa",
  "decodeURI",
  "decodeURIComponent",
  "encodeURI",
  "encodeURIComponent",
  "escape",
  "isFinite",
  "isNaN",
  "parseFloat",
  "parseInt",
  "structuredClone",
  "unescape",
] as const;

/** Members that block, end the process, or answer otherwise on each run. */
const leftOut =
  /^(?:Atomics\.(?:wait|waitAsync)|AbortSignal\.timeout|Blob\.prototype\.slice|Math\.random|Date\.now|Function|.*\.prototype\.constructor|.*\.__proto__)$/u;

/** What each member is called with. */
const givenArguments: readonly string[] = [
  "",
  '"a"',
  "1",
  "-1, 1",
  "(x) => x",
  '["a", "b"]',
  '{ a: 1, toString() { return "t"; } }',
  '"a", "b"',
  '"a", (x) => `<${x}>`',
  "/a/g, undefined",
  "null",
  '[["a", 1], ["c", { d: 2 }]], 0',
  "{ a: 1 }, ...[1, 2]",
];

/** @returns uses of all members that this Node gives to the classes, objects and functions above. */
export function* builtinUses(): Generator<Use> {
  for (const name of functions) yield* calls(name, "", name);
  for (const name of namespaces) yield* membersOf(name, globalNamed(name), "", name);
  for (const [name, made] of Object.entries(receivers)) {
    const value = globalNamed(name) as { readonly prototype: object };
    yield* calls(name, "", `new ${name}`);
    yield* calls(name, "", name);
    yield* membersOf(name, value, "", name);
    for (const receiver of made)
      for (const prototype of chainOf(value.prototype))
        yield* membersOf(`${name}.prototype`, prototype, `const r = ${receiver};`, "r");
  }
}

function globalNamed(name: string): object {
  return name.split(".").reduce<object>((value, part) => Reflect.get(value, part) as object, globalThis);
}

/** A prototype, and those behind it that are no general one. */
function* chainOf(prototype: object): Generator<object> {
  for (let each: object | null = prototype; each; each = Object.getPrototypeOf(each) as object | null) {
    if (each === Object.prototype && each !== prototype) return;
    yield each;
  }
}

function* membersOf(owner: string, holder: object, before: string, target: string): Generator<Use> {
  for (const key of Reflect.ownKeys(holder)) {
    const symbol = typeof key === "symbol" ? key.description : undefined;
    if (typeof key === "symbol" && !/^Symbol\.\w+$/u.test(symbol ?? "")) continue;
    const member = `${owner}.${symbol ?? String(key)}`;
    if (leftOut.test(member)) continue;
    const access =
      symbol === undefined && /^[\w$]+$/u.test(String(key))
        ? `${target}.${String(key)}`
        : `${target}[${symbol ?? JSON.stringify(key)}]`;
    const described = Object.getOwnPropertyDescriptor(holder, key);
    yield { member, before, expression: access };
    if (typeof described?.value === "function") yield* calls(member, before, access);
  }
}

function* calls(member: string, before: string, callee: string): Generator<Use> {
  if (leftOut.test(member)) return;
  for (const given of givenArguments) yield { member, before, expression: `${callee}(${given})` };
}
