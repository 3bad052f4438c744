import { describe, expect, test } from "vitest";
import { requestsIn } from "../../harness/project-requests";
import { templateOf } from "../../../src/request/derived/describe";
import { renderRequest } from "../render";

/** What one file sets up, and another sends by. A file that is imported for its effects alone changes what all others see. */

type Files = Readonly<Record<string, string>>;

const requestsOf = (files: Files): readonly string[] =>
  requestsIn(files).map((request) => {
    const { origin } = request.target;
    return `${renderRequest(request)} at ${origin ? templateOf(origin) : "?"}`;
  });

const send = `import axios from "axios"; import "./setup"; axios.put("https://h/a", { x: 1 });`;
const byInstance = `import { api } from "./client"; import "./setup"; api.put("/a", { x: 1 });`;
const instance = `import axios from "axios"; export const api = axios.create({ baseURL: "https://h" });`;

describe("a client", () => {
  test.each<[name: string, files: Files, expected: string]>([
    [
      "by the base of all",
      {
        "a.ts": send.replace("https://h", ""),
        "setup.ts": `import axios from "axios"; axios.defaults.baseURL = "https://h/p";`,
      },
      "PUT /p/a []+ {x: 1} at https://h",
    ],
    [
      "by defaults that are assigned at once",
      {
        "a.ts": send.replace("https://h", ""),
        "setup.ts": `import axios from "axios"; Object.assign(axios.defaults, { baseURL: "https://h/p", headers: { common: { "If-Match": "1" } } });`,
      },
      "PUT /p/a [if-match?=…|1]+ {x: 1} at https://h",
    ],
    [
      "by an interceptor of all",
      {
        "a.ts": send,
        "setup.ts": `import client from "axios"; client.interceptors.request.use((c) => { c.url = "https://h/b"; return c; });`,
      },
      "PUT ? [] {x: 1} at https://h",
    ],
    [
      "by the base of an instance",
      {
        "a.ts": byInstance,
        "client.ts": instance,
        "setup.ts": `import { api } from "./client"; api.defaults.baseURL = "https://h/p";`,
      },
      "PUT /p/a []+ {x: 1} at https://h",
    ],
    [
      "by a function that gets an instance",
      {
        "a.ts": byInstance,
        "client.ts": instance,
        "setup.ts": `import { api } from "./client"; import { install } from "./install"; install(api);`,
        "install.ts": `export function install(to) { to.defaults.baseURL = "https://h/p"; }`,
      },
      "PUT /p/a []+ {x: 1} at https://h",
    ],
    [
      "that is a default export without a name",
      {
        "a.ts": byInstance.replace("{ api }", "api"),
        "client.ts": instance.replace("const api =", "default").replace("export default", "export default"),
        "setup.ts": `import client from "./client"; client.defaults.baseURL = "https://h/p";`,
      },
      "PUT /p/a []+ {x: 1} at https://h",
    ],
  ])("is set up %s", (_, files, expected) => {
    expect(requestsOf(files)).toEqual([expected]);
  });

  test("stays known where others only use it", () => {
    const files = {
      "a.ts": byInstance,
      "client.ts": instance,
      "setup.ts": `import { api } from "./client"; import { list } from "./list"; export const first = () => api.get("/b"); list(api);`,
      "list.ts": `export const list = (client) => client.get("/c");`,
    };
    expect(requestsOf(files)).toEqual(["PUT /a [] {x: 1} at https://h"]);
  });

  test("of a package stays known where nobody sets it up", () => {
    const setup = `import axios from "axios"; export const first = () => axios.get("https://h/b").then(console.log);`;
    expect(requestsOf({ "a.ts": send, "setup.ts": setup })).toEqual(["PUT /a [] {x: 1} at https://h"]);
  });
});

const put = `await fetch(config.base + "/a", { method: "PUT", headers: config.headers });`;
const config = `export const config = { base: "https://h", headers: {} };`;

describe("an object that files share", () => {
  test.each<[name: string, files: Files]>([
    ["under its name", { "setup.ts": `import { config } from "./config"; config.headers["If-Match"] = "1";` }],
    ["under another name", { "setup.ts": `import { config as own } from "./config"; own.headers["If-Match"] = "1";` }],
    ["as part of its module", { "setup.ts": `import * as all from "./config"; all.config.headers["If-Match"] = "1";` }],
    [
      "by `Object.assign`",
      { "setup.ts": `import { config } from "./config"; Object.assign(config.headers, { "If-Match": "1" });` },
    ],
    [
      "through a name of a part",
      {
        "setup.ts": `import { config } from "./config"; const { headers } = config; headers["If-Match"] = "1"; config.used = true;`,
      },
    ],
    [
      "by a function of a third file",
      {
        "setup.ts": `import { config } from "./config"; import { fill } from "./fill"; fill(config);`,
        "fill.ts": `export function fill(c) { c.headers["If-Match"] = "1"; }`,
      },
    ],
    [
      "by a function that gets a part of it",
      {
        "setup.ts": `import { config } from "./config"; import { fill } from "./fill"; fill(config.headers);`,
        "fill.ts": `export function fill(h) { h["If-Match"] = "1"; }`,
      },
    ],
  ])("has what another file changes of it %s", (_, files) => {
    const whole = {
      "a.ts": `import { config } from "./config"; import "./setup"; ${put}`,
      "config.ts": config,
      ...files,
    };
    expect(requestsOf(whole)).toEqual(["PUT /a [if-match?=1] at https://h"]);
  });

  test("has what another file changes of a default export", () => {
    const files = {
      "a.ts": `import config from "./config"; import "./setup"; ${put}`,
      "config.ts": `export default { base: "https://h", headers: {} };`,
      "setup.ts": `import settings from "./config"; settings.headers["If-Match"] = "1";`,
    };
    expect(requestsOf(files)).toEqual(["PUT /a [if-match?=1] at https://h"]);
  });

  test.each([
    ["a list", `[]`, `shared.push("x");`, "JSON.stringify({ shared })", 'PUT /a [] {shared: ["x"?]} at https://h'],
    [
      "a map",
      `new Map()`,
      `shared.set("a", 1);`,
      "JSON.stringify(Object.fromEntries(shared))",
      "PUT /a [] {a?: 1} at https://h",
    ],
  ])("has what another file puts into %s", (_, made, change, body, expected) => {
    const files = {
      "a.ts": `import { shared } from "./shared"; import "./setup"; await fetch("https://h/a", { method: "PUT", body: ${body} });`,
      "shared.ts": `export const shared = ${made};`,
      "setup.ts": `import { shared } from "./shared"; ${change}`,
    };
    expect(requestsOf(files)).toEqual([expected]);
  });

  test("that a class has as a static field has what another file puts into it", () => {
    const files = {
      "a.ts": `import { Api } from "./api"; import "./setup"; await fetch("https://h/a", { method: "PUT", headers: Api.headers });`,
      "api.ts": `export class Api { static headers = {}; }`,
      "setup.ts": `import { Api } from "./api"; Api.headers["If-Match"] = "1";`,
    };
    expect(requestsOf(files)).toEqual(["PUT /a [if-match?=1] at https://h"]);
  });

  test.each([
    [
      "reads it",
      `import { config } from "./config"; export const url = (p) => config.base + p; console.log(config); new URL(config.base);`,
    ],
    [
      "gives it to a function that reads it",
      `import { config } from "./config"; import { show } from "./show"; show(config); show(config.headers);`,
    ],
    ["gives it to a package", `import { config } from "./config"; import { init } from "monitor"; init(config);`],
    ["has another of its name", `const config = { headers: {} }; config.headers["If-Match"] = "1";`],
  ])("stays known where another file %s", (_, setup) => {
    const files = {
      "a.ts": `import { config } from "./config"; import "./setup"; ${put}`,
      "config.ts": config,
      "setup.ts": setup,
      "show.ts": `export function show(what) { console.log(what.base, Object.keys(what)); }`,
    };
    expect(requestsOf(files)).toEqual(["PUT /a [] at https://h"]);
  });
});

describe("a global", () => {
  const files = {
    "a.ts": `import "./setup"; await fetch("https://h/a", { method: "PUT", body: JSON.stringify({ x: 1 }) });`,
  };

  test("that another file replaces is no longer the platform's", () => {
    const setup = `const real = globalThis.fetch; globalThis.fetch = (url, init) => real(url + "/b", init);`;
    expect(requestsOf({ ...files, "setup.ts": setup })).toEqual(["? ? ?… […]+ unknown … at ?"]);
  });

  test("that another file wraps is known, and may have more header fields", () => {
    const setup = `const real = globalThis.fetch; globalThis.fetch = (url, init) => real(url, init);`;
    expect(requestsOf({ ...files, "setup.ts": setup })).toEqual(["PUT /a []+ {x: 1} at https://h"]);
  });

  test("is the platform's where nothing imports the file that replaces it", () => {
    const setup = `globalThis.fetch = (url) => ({ ok: true });`;
    expect(requestsOf({ ...files, "a.ts": files["a.ts"].replace('import "./setup";', ""), "tests.ts": setup })).toEqual(
      ["PUT /a [] {x: 1} at https://h"],
    );
  });
});
