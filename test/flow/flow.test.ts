import { describe, expect, it } from "vitest";
import { callsOf, type Files, follow, functionNamed, written } from "./project";

/** @returns the callers of a function, by the file in which they stand. */
function callersOf(files: Files, file: string, name: string): readonly string[] {
  const { flow, file: fileOf } = follow(files);
  return flow.callersOf(functionNamed(fileOf(file), name)).map((each) => `${each.file.name}: ${written(each)}`);
}

/** @returns the names of a file's functions that lead to a request. */
function leading(files: Files, name = Object.keys(files)[0] ?? ""): readonly string[] {
  const { flow, file } = follow(files);
  const own = file(name);
  return own.code.functions.flatMap((each, id) =>
    each.name !== undefined && flow.sitesIn({ file: own, function: id }).length > 0 ? each.name : [],
  );
}

describe("what is not of interest", () => {
  it("a method of a class that extends a class of a package that has a client, too", () => {
    const text = `import { Modal, requestUrl } from "obsidian";
class Dialog extends Modal { show() { this.open(); } }
new Dialog().open();
requestUrl("/a");`;
    expect(callsOf({ "a.ts": text })).toEqual(['requestUrl("/a")']);
  });

  it("the key of a hook", () => {
    const files = {
      "a.ts": `import useSWR from "swr"; import { load } from "./load";
export const SETTINGS = "SETTINGS";
export const useSettings = () => useSWR(SETTINGS, load);
export const other = (key: string) => key.toLowerCase();
other(SETTINGS);`,
      "load.ts": "export const load = () => fetch('/settings');",
    };
    expect(callsOf(files)).not.toContain("other(SETTINGS)");
  });

  it("methods of any object that have the name of one that sends", () => {
    const files = {
      "a.ts": `import { api } from "./api"; import { cache } from "./cache";
const map = new Map<string, string>();
map.get("x"); cache.get("y"); api.get("/z");
export const f = (any) => any.get("w");`,
      "api.ts": "export const api = { get: (key: string) => fetch(key) };",
      "cache.ts": "const kept = {}; export const cache = { get: (key: string) => kept[key] };",
    };
    const { flow, file, asked } = follow(files);
    expect(flow.candidateCalls(file("a.ts")).map(written)).toEqual(['api.get("/z")']);
    // One for `fetch`: what an import names is known without an evaluation.
    expect(asked()).toBeLessThanOrEqual(2);
  });

  const shop = `import { Api } from "./api";
export interface Shop { api: Api; label: (text: string) => string; list(): string[] }
const shop: Shop = { api: new Api(), label: (text) => text, list: () => [] };
export default shop;`;
  const api = "export class Api { get(path: string) { return fetch(path); } }";

  it("other methods of something that holds a client: nobody asks which they are", () => {
    const text = `import type { Shop } from "./shop";
export const show = (shop: Shop) => shop.label("a") + shop.list() + shop.label("b");
export const load = (shop: Shop) => shop.api.get("/z");`;
    const { flow, file, asked } = follow({ "a.ts": text, "shop.ts": shop, "api.ts": api });
    expect(flow.candidateCalls(file("a.ts")).map(written)).toEqual(['shop.api.get("/z")']);
    expect(asked()).toBeLessThanOrEqual(4);
  });

  it("what is of the type of another member", () => {
    const text = `import type { Shop } from "./shop";
export const show = (label: Shop["label"]) => label("a");
export const load = (api: Shop["api"]) => api.get("/z");`;
    const { flow, file } = follow({ "a.ts": text, "shop.ts": shop, "api.ts": api });
    expect(flow.candidateCalls(file("a.ts")).map(written)).toEqual(['api.get("/z")']);
  });

  it("code of a file that nothing of interest reaches: it is not even parsed", () => {
    const files = {
      "a.ts": 'import { load } from "./load"; load("/a");',
      "load.ts": "export const load = (path) => fetch(path);",
      "b.ts": "export const b = (load) => load();",
      "c.ts": 'import { b } from "./b"; b(1);',
    };
    const { flow, file, parsed } = follow(files);
    expect(flow.candidateCalls(file("load.ts")).map(written)).toEqual(["fetch(path)"]);
    expect([...parsed()].sort()).toEqual(["a.ts", "load.ts"]);
  });
});

describe("which functions lead to a request", () => {
  it("does not follow a common name to another object", () => {
    const files = {
      "a.ts": `import { api } from "./api";
const cache = new Map<string, string>();
export function cached(key: string) { return cache.get(key); }
export function loaded(key: string) { return api.get(key); }`,
      "api.ts": "export const api = { get: (key: string) => fetch(key) };",
    };
    expect(leading(files)).toEqual(["loaded"]);
  });

  it("follows an object to the parameter that takes it, and not to others of the name", () => {
    const files = {
      "a.ts": `import { HttpApi } from "./api";
function run(api, path) { return api.load(path); }
function other(api: { load(path: string): void }, path) { api.load(path); }
export function start(path) { run(new HttpApi(), path); other({ load() {} }, path); }`,
      "api.ts": "export class HttpApi { load(path) { return fetch(path); } }",
    };
    expect(leading(files)).toEqual(["run", "start"]);
  });

  it("follows an interface to the literals and classes that are given its type, whatever the member is called", () => {
    const files = {
      "a.ts": `import type { Api } from "./types";
export const read = (api: Api) => api.get("/x");`,
      "types.ts": "export interface Api { get(path: string): unknown }",
      "made.ts": `import type { Api } from "./types";
const api: Api = { get: (path) => fetch(path) };
export default api;`,
    };
    expect(leading(files)).toEqual(["read"]);
    const withClass = {
      ...files,
      "made.ts": `import type { Api } from "./types";
export class HttpApi implements Api { get(path: string) { return fetch(path); } }`,
    };
    expect(leading(withClass)).toEqual(["read"]);
    const returned = {
      ...files,
      "made.ts": `import type { Api } from "./types";
export const make = (base: string): Api => ({ get: (path) => fetch(base + path) });`,
    };
    expect(leading(returned)).toEqual(["read"]);
  });

  it("follows functions that are given to others", () => {
    const files = {
      "a.ts": `import { retry } from "./retry";
const save = (path) => fetch(path);
export const again = () => retry(save);
export const all = (ids) => ids.map((id) => fetch(id));
export const none = () => retry(() => 1);`,
      "retry.ts": "export const retry = (f: () => unknown) => f();",
    };
    expect(leading(files)).toEqual(["save", "again", "all"]);
    expect(leading(files, "retry.ts")).toEqual(["retry"]);
  });

  it("stops where callers supply nothing", () => {
    const files = {
      "a.ts": `export const load = (path) => fetch(path);
export const login = () => load("/login");
export const start = () => login();`,
    };
    const { flow, file } = follow(files);
    expect(flow.candidateCalls(file("a.ts")).map((each) => `${written(each)} ${each.verdict}`)).toEqual([
      "fetch(path) sends",
      'load("/login") leads',
    ]);
  });
});

describe("who calls a function", () => {
  it("finds them in all files, by whatever name they call it", () => {
    const files = {
      "load.ts": "export function load(path) { return fetch(path); } export default load; load('/own');",
      "a.ts": 'import own, { load as other } from "./load"; own("/a"); other("/b");',
      "b.ts": 'import * as all from "./load"; all.load("/c"); const { load } = all; load("/d");',
      "c.ts": 'export * from "./load";',
      "d.ts": 'import { load } from "./c"; load("/e"); function load2() { const load = (x) => x; load("/f"); }',
    };
    expect([...callersOf(files, "load.ts", "load")].sort()).toEqual([
      'a.ts: other("/b")',
      'a.ts: own("/a")',
      'b.ts: all.load("/c")',
      'b.ts: load("/d")',
      'd.ts: load("/e")',
      "load.ts: load('/own')",
    ]);
  });

  it("finds those of a function that does not lead to a request", () => {
    const files = {
      "a.ts": 'import { join } from "./join"; join("/a", "b");',
      "join.ts": "export function join(base, path) { return base + path; }",
    };
    expect(callersOf(files, "join.ts", "join")).toEqual(['a.ts: join("/a", "b")']);
  });

  it("finds calls of methods on what a function makes, and pages that show a component", () => {
    const files = {
      "client.ts": `export function createClient(base) { return { update: (id) => send(base + id) }; }
function send(path) { return fetch(path); }`,
      "a.tsx": `import { createClient } from "./client";
const client = createClient("/a");
export function Page({ id }) { return <button onClick={() => client.update(id)} />; }
export const App = () => <Page id="1" />;`,
    };
    expect(callersOf(files, "client.ts", "update")).toEqual(["a.tsx: client.update(id)"]);
    expect(callersOf(files, "a.tsx", "Page")).toEqual(['a.tsx: <Page id="1" />']);
  });

  it("finds calls that are given it and call it back", () => {
    const files = { "a.ts": "function load(id) { return fetch(id); }\nexport const all = (ids) => ids.map(load);" };
    expect(callersOf(files, "a.ts", "load")).toEqual(["a.ts: ids.map(load)"]);
  });
});

describe("where a class is instantiated", () => {
  it("finds `new` of it and of its subclasses, and `super` in them, under whatever names", () => {
    const files = {
      "api.ts": "export default class Api { constructor(base) {} }",
      "sub.ts": `import Base from "./api";
export class Plain extends Base {}
export class Own extends Base { constructor() { super("/own"); } }`,
      "a.ts": `import Renamed from "./api"; import { Plain, Own } from "./sub";
new Renamed("/a"); new Plain("/b"); new Own();
{ class Api {} new Api(); }`,
    };
    const { flow, file } = follow(files);
    const api = file("api.ts");
    expect(flow.instancesOf(api, 0).map((each) => `${each.file.name}: ${written(each)}`)).toEqual([
      'sub.ts: super("/own")',
      'a.ts: new Renamed("/a")',
      'a.ts: new Plain("/b")',
    ]);
  });
});

describe("a host that looks at one file", () => {
  const files = {
    "a.ts":
      'import { load } from "./load"; import type { Api } from "./types"; load("/a"); export const f = (api: Api) => api.get("/b");',
    "load.ts": 'import { log } from "./log"; export const load = (path) => fetch(path);',
    "log.ts": "export const log = (text) => console.info(text);",
    "types.ts": "export interface Api { get(path: string): unknown }",
    "made.ts":
      'import type { Api } from "./types"; export class HttpApi implements Api { get(path) { return fetch(path); } }',
    "other.ts": 'import { load } from "./load"; load("/c");',
  };

  it("finds what its imports send, and what is handed to it", () => {
    const { flow, file, parsed } = follow(files, { looked: ["a.ts"] });
    expect(flow.candidateCalls(file("a.ts")).map((each) => `${written(each)} ${each.verdict}`)).toEqual([
      'load("/a") leads',
      'api.get("/b") leads',
    ]);
    expect(parsed()).not.toContain("other.ts");
    expect(parsed()).not.toContain("log.ts");
  });
});

describe("what is known by a name alone", () => {
  const files = {
    "a.ts": "export const list = (orders, path) => orders.loadOrders(path);",
    "orders.ts": "export class Orders { loadOrders(path: string) { return fetch(path); } }",
  };

  it("is possible, and leads nowhere", () => {
    const { flow, file } = follow(files);
    expect(flow.candidateCalls(file("a.ts")).map(({ verdict }) => verdict)).toEqual(["possible"]);
    expect(flow.sitesIn(functionNamed(file("a.ts"), "list"))).toEqual([]);
  });

  it("is nothing where many have the name", () => {
    const many = Object.fromEntries(
      [1, 2, 3, 4, 5].map((each) => [`${each}.ts`, files["orders.ts"].replace("Orders", `Orders${each}`)]),
    );
    const { flow, file } = follow({ "a.ts": files["a.ts"], ...many });
    expect(flow.candidateCalls(file("a.ts"))).toEqual([]);
  });
});

it("asks callers what a call calls only where they supply what that depends on", () => {
  const asked = (noted: string): number => {
    const callers = ["a", "b", "c"].map((path) => `load(fetch, console, "/${path}");`).join("\n");
    const {
      flow,
      file,
      asked: count,
    } = follow({
      "a.ts": `function load(send: any, log: any, path: string) { ${noted} return send.call(null, path); }\n${callers}`,
    });
    flow.candidateCalls(file("a.ts"));
    return count();
  };
  expect([asked("log.note(send);") - asked(""), asked("send.note(log);") - asked("")]).toEqual([1, 1 + 3]);
});
