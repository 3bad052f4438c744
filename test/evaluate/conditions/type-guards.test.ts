import { describe, expect, it } from "vitest";
import { asText, optionsOf } from "../../../src/request/drafts/known";
import { type Draft, evaluateText } from "../../harness/evaluating";
import { requestsOf } from "../../harness/project-requests";

const declarations = `
  class A { } class B extends A { } class Errs extends TypeError { } class Maps extends Map { } class Other { }
  class Any { static [Symbol.hasInstance]() { return true; } }
  class Tagged { get [Symbol.toStringTag]() { return "Tagged"; } }
  function Old() { } function Odd() { return new B(); }
  const mixin = (Base) => class extends Base { };
  const M = mixin(A), N = mixin(Map);
`;
const values = [
  ...["'a'", "``", "1", "2n", "true", "null", "undefined", "Symbol('a')", "NaN", "/x/", "() => 1", "class { }"],
  ...[
    "{}",
    "{ a: 1 }",
    "[]",
    "[1]",
    "{ ...new A() }",
    "Object.create(null)",
    "Object.create(A.prototype)",
    "[].concat(1)",
  ],
  ...[
    "{ [Symbol.toStringTag]: 'Map' }",
    "JSON.parse('{}')",
    "structuredClone({ a: 1 })",
    "new Tagged()",
    "A.prototype",
  ],
  ...[
    "new A()",
    "new B()",
    "new Errs('x')",
    "new Maps()",
    "new Old()",
    "new Odd()",
    "new M()",
    "new N()",
    "new (class extends B { })()",
  ],
  ...[
    "new Map()",
    "new Set()",
    "new URLSearchParams('a=1')",
    "new URL('http://h')",
    "new Headers()",
    "new FormData()",
    "new Date()",
  ],
  ...[
    "new Error('x')",
    "new TypeError('x')",
    "new Blob([])",
    "new File([], 'a')",
    "new Response()",
    "new Uint8Array(1)",
    "new ArrayBuffer(1)",
  ],
  ...[
    "Promise.resolve('a')",
    "(async () => [])()",
    "new Proxy({}, {})",
    "new Proxy([], {})",
    "new Proxy(() => 1, {})",
    "new Function()",
  ],
  ...[
    "A",
    "Map",
    "fetch",
    "JSON",
    "Object(1)",
    "new String('a')",
    "new Array(1)",
    "Array.from('ab')",
    "new AbortController()",
  ],
  ...[
    "globalThis",
    "Math",
    "Symbol",
    "parseInt",
    "A.name",
    "[1].length",
    "new WeakMap()",
    "Promise",
    "Promise.all([])",
  ],
];
const owners = [
  ...[
    "Object",
    "Function",
    "Array",
    "Error",
    "TypeError",
    "Map",
    "Set",
    "URLSearchParams",
    "URL",
    "Headers",
    "FormData",
  ],
  ...["Blob", "File", "Date", "RegExp", "Promise", "Uint8Array", "ArrayBuffer", "String", "A", "B", "Errs", "Maps"],
  ...["Any", "Tagged", "Old", "Odd", "M", "N", "Other", "(class { })"],
];
const types = ["string", "number", "bigint", "boolean", "undefined", "object", "function", "symbol"];
const tags = [
  "Object",
  "Array",
  "String",
  "Number",
  "Null",
  "Undefined",
  "Map",
  "FormData",
  "Promise",
  "Tagged",
  "Date",
];
const guards = [
  ...owners.map((owner) => `x instanceof ${owner}`),
  ...types.flatMap((name) => [`typeof x === "${name}"`, `"${name}" != typeof x`]),
  ...tags.map((tag) => `Object.prototype.toString.call(x) === "[object ${tag}]"`),
  "Array.isArray(x)",
];

/** What each guard says of each value, by the engine: absent where that is not known. */
function known(): ReadonlyMap<string, boolean> {
  const found = new Map<string, boolean>();
  for (const [index, value] of values.entries()) {
    const sends = guards.map((guard, at) => `if (${guard}) { send("${at}:yes"); } else { send("${at}:no"); }`);
    const { sent } = evaluateText(`${declarations} const x = ${value}; ${sends.join("\n")}`);
    const seen = new Set(sent.map(({ draft }) => asText((draft as Draft).arguments[0])));
    for (const at of guards.keys()) {
      const [yes, no] = [seen.has(`${at}:yes`), seen.has(`${at}:no`)];
      if (yes !== no) found.set(`${index}/${at}`, yes);
      else expect(yes).toBe(true);
    }
  }
  return found;
}

describe("a condition on the kind of a value", () => {
  it("holds where it really does", { tags: ["long"] }, () => {
    const found = known();
    const wrong: string[] = [];
    for (const [index, value] of values.entries()) {
      // The programs are our own.
      // eslint-disable-next-line @typescript-eslint/no-implied-eval -- see above
      const run = new Function(`${declarations} const x = ${value}; return [${guards.join(", ")}];`) as () => boolean[];
      for (const [at, truth] of run().entries()) {
        const claimed = found.get(`${index}/${at}`);
        if (claimed !== undefined && claimed !== truth) wrong.push(`${value}: ${guards[at] ?? ""} is ${truth}`);
      }
    }
    expect(wrong).toEqual([]);
    // Enough is known that the comparison says something.
    expect(found.size).toBeGreaterThan(0.5 * values.length * guards.length);
  });

  it.each([
    ["typeof x === 'string'", "'/text'", "{ url: '/object' }", "x", "x.url"],
    ["typeof x !== 'object'", "'/text'", "{ url: '/object' }", "x", "x.url"],
    ["Array.isArray(x)", "['/list']", "{ url: '/object' }", "x[0]", "x.url"],
    ["x instanceof URL", "new URL('http://h/url')", "'/text'", "x.pathname", "x"],
    ["x && x instanceof URL", "new URL('http://h/url')", "'/text'", "x.pathname", "x"],
    ["!(x instanceof URL)", "'/text'", "new URL('http://h/url')", "x", "x.pathname"],
  ])("leaves the alternatives for which it may hold: %s", (guard, one, other, yes, no) => {
    const { sent } = evaluateText(
      `export function load(c) { const x = c ? ${one} : ${other}; send(${guard} ? ${yes} : ${no}); }`,
    );
    const [first] = sent.map(({ draft }) => (draft as Draft).arguments[0]);
    const texts = first ? optionsOf(first).map(asText) : [];
    expect(texts).toHaveLength(2);
    expect(texts).not.toContain(undefined);
  });

  it("decides what a wrapper sends", () => {
    const text = `class Api { go(path, data) {
        let body;
        if (data instanceof FormData || typeof data === "string") body = data;
        else if (typeof data === "object" && Object.prototype.toString.call(data) === "[object Object]") body = JSON.stringify(data);
        return fetch(path, { method: "POST", body });
      } }
      const api = new Api();
      export const both = (id) => { api.go("/items", { id }); api.go("/text", "a"); };`;
    expect(requestsOf({ "a.ts": text }).filter((each) => !each.includes("?"))).toEqual([
      "POST /items json {id}",
      "POST /text text string",
    ]);
  });
});
