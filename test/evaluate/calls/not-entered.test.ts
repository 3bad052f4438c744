import { describe, expect, it } from "vitest";
import { requestsOf } from "../../harness/project-requests";

/** More code than an entry point follows that leads to no request. */
const long = Array.from({ length: 80 }, (_, index) => `if (text.at(${index}) === "x") { count(text, ${index}); }`).join(
  "\n",
);

const api = (more: string): string => `export class Api {
  constructor() { this.base = "/v1"; this.mode = "a"; }
  check(texts) { this.parse(texts[0]); this.parse(texts[1]); return this.later(texts[2]); }
  parse(text) { ${long} ${more} }
  later(text) { this.mode = text; }
  one() { return fetch(this.base + "/one", { method: this.mode }); }
}`;

describe("a method that is beyond the bounds of those who call it", () => {
  it("leaves the fields that the class sets once", () => {
    expect(requestsOf({ "a.js": api("") })).toEqual(["? /v1/one"]);
  });

  it.each([
    ["hub.add(this);"],
    ["const self = this; self.base = text;"],
    ["this[text] = text;"],
    ["this.base = text;"],
  ])("may change all that it could: %s", (more) => {
    const found = requestsOf({ "a.js": api(more) });
    expect(found).toHaveLength(1);
    expect(found).not.toContain("? /v1/one");
  });
});

describe("a test", () => {
  const store = (more: string): string =>
    `export class Store { save(text) { ${more} return this.send(text); } send(text) { return fetch("/items/" + text); } }`;
  const use = `import { Store } from "./store"; it("saves", async () => { await fetch("/own"); await new Store().save("1"); });`;

  it("is not followed as far into other files as other code is, for they are looked at by themselves", () => {
    const far = { "store.js": store(long + long) };
    expect(requestsOf({ "use.js": use, ...far })).toEqual(["GET /own", "GET /items/1"]);
    expect(requestsOf({ "use.test.js": use, ...far })).toEqual(["GET /own"]);
  });

  it("is followed into what is near", () => {
    expect(requestsOf({ "use.spec.js": use, "store.js": store("") })).toEqual(["GET /own", "GET /items/1"]);
  });
});

it("has requests that come after more calls than are followed of functions that send nothing", () => {
  const names = Array.from({ length: 12 }, (_, index) => `count${index}`);
  const text = `const send = (path) => fetch(path);
    ${names.map((name) => `const ${name} = (text) => { ${long} };`).join("\n")}
    export const f = (text) => { ${names.map((name) => `${name}(text);`).join(" ")} return send("/x"); };`;
  expect(requestsOf({ "a.js": text })).toContain("GET /x");
});

describe("a function larger than all that an entry point may visit in its calls", () => {
  const huge = Array.from({ length: 1200 }, (_, index) => `count(text, "a step of many", ${index});`).join("\n");

  it("is looked at by itself alone, and what its callers send is found", () => {
    const text = `function all(text) { ${huge} return fetch("/items/" + text); }
      export const one = () => { void all("1"); return fetch("/one", { method: "DELETE" }); };`;
    expect(requestsOf({ "a.js": text })).toEqual(["GET /items/{text}", "DELETE /one"]);
  });

  it("is part of the code around it where it is called in place", () => {
    const text = `(function (text) { ${huge} return fetch("/items/" + text); })("1");`;
    expect(requestsOf({ "a.js": text })).toEqual(["GET /items/1"]);
  });
});

describe("a callback within callbacks of functions that run already", () => {
  it.each([
    ["one of two functions", "const run = pick ? (f) => f(1) : (f) => f(2);"],
    [
      "one of two methods",
      "class A { run(f) { return f(1); } } class B { run(f) { return f(2); } } const { run } = pick ? new A() : new B();",
    ],
  ])("is run by itself: %s", (_, declared) => {
    const text = `${declared}\n export function go() { run(() => { run(() => { run(() => { fetch("/inner"); }); }); }); }`;
    expect(new Set(requestsOf({ "a.js": text }))).toEqual(new Set(["GET /inner"]));
  });
});
