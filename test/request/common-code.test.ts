import { describe, expect, it } from "vitest";
import { requestsOf } from "../harness/project-requests";

describe("modules of TypeScript's older form", () => {
  const agent = "class Agent { get(path: string) { return fetch(path); } }\nexport = Agent;";

  it("are what they export as a whole", () => {
    const file = 'import Agent = require("./agent");\nnew Agent().get("/one");';
    expect(requestsOf({ "a.ts": file, "agent.ts": agent })).toEqual(["GET /one"]);
  });

  it("are so where they import something themselves", () => {
    const file = 'import Agent = require("./agent");\nnew Agent().get("/one");';
    const importing = `import settings = require("./settings");\n${agent}`;
    expect(requestsOf({ "a.ts": file, "agent.ts": importing, "settings.ts": "export = {};" })).toEqual(["GET /one"]);
  });
});

describe("requests of another file's top level", () => {
  it("are not those of the files that import it", () => {
    const imported = 'export const settings = fetch("/settings");';
    const file = 'import { settings } from "./b";\nexport const held = settings;\nfetch("/own");';
    expect(requestsOf({ "a.ts": file, "b.ts": imported })).toEqual(["GET /own"]);
    expect(requestsOf({ "b.ts": imported })).toEqual(["GET /settings"]);
  });

  it("are not those of the files that load it where they first use it", () => {
    const api = `import { createApi, fetchBaseQuery } from "@reduxjs/toolkit/query/react";
export const api = createApi({
  baseQuery: fetchBaseQuery({ baseUrl: "/api" }),
  endpoints: (builder) => ({ read: builder.query({ query: (id) => \`/widgets/\${id}\` }) }),
});`;
    const file = 'import { api } from "./b";\nexport const use = () => api.useReadQuery("1");\nfetch("/own");';
    expect(requestsOf({ "a.ts": file, "b.ts": api })).toEqual(["GET /own"]);
    expect(requestsOf({ "b.ts": api })).toEqual(["GET /api/widgets/{id}"]);
  });
});

describe("hooks of TanStack Query that the project hands on", () => {
  const hooks = `import { useMutation, useQuery } from "@tanstack/react-query";
export const useApi = () => ({ useMutation, useQuery });
export function useRemoval(path: string) {
  const { useMutation } = useApi();
  return { ...useMutation<unknown>({ mutationFn: () => fetch(path, { method: "DELETE" }) }) };
}
export function useSaving(path: string) {
  const { useMutation } = useApi();
  return useMutation({ mutationFn: (data: object) => fetch(path, { method: "PUT", body: JSON.stringify(data) }) });
}
export const useReading = (path: string, options?: object) =>
  useApi().useQuery({ queryKey: [path], queryFn: () => fetch(path), ...options });`;

  it("run what they are given for the caller of the project's own hook", () => {
    const file = `import { useReading, useRemoval } from "./hooks";
export const One = () => useRemoval("/one");
export const Two = () => useReading("/two", { enabled: true });`;
    expect(requestsOf({ "a.ts": file, "hooks.ts": hooks })).toEqual(["DELETE /one", "GET /two"]);
  });

  it("run nothing more for a hook that gives only what it was given", () => {
    const file = `import useSWR from "swr";
const load = (url: string) => fetch(url);
export const useThing = (key: string) => useSWR(key, load);
export const One = () => useThing("/one");`;
    expect(requestsOf({ "a.ts": file })).toEqual(["GET ?", "GET /one"]);
  });

  it("run a mutation with what it is called with", () => {
    const file = `import { useSaving } from "./hooks";
export function Form() {
  const { mutateAsync } = useSaving("/one");
  return async (name: string) => { await mutateAsync({ name }); };
}`;
    expect(requestsOf({ "a.ts": file, "hooks.ts": hooks })).toEqual(["PUT /one json unknown", "PUT /one json {name}"]);
  });
});

const only = (text: string): readonly string[] => requestsOf({ "a.ts": text });

describe("defaults", () => {
  const url = 'const url = (id: number = null) => (id !== null ? `/one/${id}` : "/one");';
  it.each([
    ["a declared number", "(id: number) => fetch(url(id))", "/one/{id}"],
    ["what was tested", "(id) => { if (id) return fetch(url(id)); }", "/one/{id}"],
    ["a number that may be left out", "(id?: number) => fetch(url(id))", "/one/{id} | /one"],
    ["anything", "(id) => fetch(url(id))", "/one/{id} | /one"],
  ])("do not take the place of %s", (_, sender, path) => {
    expect(only(`${url}\nexport const send = ${sender};`)).toEqual([`GET ${path}`]);
  });

  it("leave all members of a long query in place", () => {
    const names = "a b c d e f g h i j k l".split(" ");
    const text = `const q = { ${names.map((name) => `${name}: o.${name}`).join(", ")}, ...more };
const p = new URLSearchParams();
Object.entries(q).forEach(([k, v]) => { if (v !== undefined) p.append(k, v); });
fetch(\`/one?\${p}\`);`;
    expect(only(text)).toEqual([`GET /one ?${names.map((name) => `${name}?`).join("&")}+`]);
  });
});

describe("bodies that are JSON in several ways", () => {
  it("are the members of all of them", () => {
    const text = `let body = "{}";
if (a) body = JSON.stringify({ a });
fetch("/one", { method: "POST", body });`;
    expect(only(text)).toEqual(["POST /one json {a} | {}"]);
  });

  it("are not where a text is no JSON", () => {
    const text = `let body = "none";
if (a) body = JSON.stringify({ a });
fetch("/one", { method: "POST", body });`;
    expect(only(text)).toEqual(["POST /one unknown opaque | string"]);
  });
});

describe("tests of the first character", () => {
  const rooted = (test: string): string => `const rooted = (path) => { if (${test}) path = "/" + path; return path; };`;
  it.each(['path[0] !== "/"', 'path.charAt(0) !== "/"'])("narrow a text: %s", (test) => {
    const text = `${rooted(test)}\nexport const one = (id) => fetch("/api" + rooted(id ? \`/one/\${id}\` : "two"));`;
    expect(only(text)).toEqual(["GET /api/two | /api/one/{id}"]);
  });

  it("know the character where they hold", () => {
    const text = 'export const one = (path) => path[0] === "/" ? fetch(`/api${path}`) : fetch(`/other/${path}`);';
    expect(only(text)).toEqual(["GET /api/{path}", "GET /other/{path}"]);
  });
});

describe("addresses with several meanings", () => {
  const url = `function url(id = null, action = null) {
  let url = "http://localhost/api/documents/";
  if (id !== null) url += \`\${id}/\`;
  if (action) url += \`\${action}/\`;
  return url;
}`;
  it("keep their paths in a URL", () => {
    const text = `${url}\nexport const one = (id) => fetch(new URL(url(id, "meta")).toString());`;
    expect(only(text)).toEqual(["GET http://localhost/api/documents/{id}/meta/ | /api/documents/meta/"]);
  });

  it("are one URL where the hosts alone differ", () => {
    const text = `const base = a ? "https://" + name + ".example" : "http://localhost";
const u = new URL(base + "/api/one");
u.searchParams.set("a", "1");
fetch(u);`;
    expect(only(text)).toEqual(["GET {https://{name}.example | http://localhost}/api/one ?a"]);
  });

  it("keep their paths below a base that is not known", () => {
    const text = `const base = d ? window.base : window.other;
const send = (path) => fetch(\`\${base}\${path}\`);
export const one = (a, b, c) => send(\`/one/\${a ? "x" : "y"}/\${b ? "x" : "y"}/\${c ? "x" : "y"}\`);`;
    expect(only(text)[1]?.split(" | ")).toHaveLength(8);
  });

  it("keep their paths where a query is added to one of many", () => {
    const text = `const base = window.base;
export function one(kind, after = "", unit = "h") {
  let url = kind === 1 ? "/one" : kind === 2 ? "/two" : "/three";
  if (after !== "") url += \`?after=\${after}&unit=\${unit}\`;
  return fetch(\`\${base}\${url}\`);
}`;
    expect(only(text)).toEqual(["GET {base}/one | /two | /three ?after?&unit?"]);
  });

  it("have no base that is undefined", () => {
    const text = `class Agent {
  base: string | undefined;
  constructor(base?: string) { this.base = base; }
  setBase(base?: string) { this.base = base; }
  get(path) { return fetch(this.base ? \`\${this.base}\${path}\` : path); }
}
class Api {
  agent: Agent;
  constructor(options = {}) { this.agent = new Agent(options.base); }
  one(id) { return this.agent.get(id ? \`/one/\${id}\` : "/two"); }
}`;
    expect(only(text).at(-1)).not.toContain("undefined");
  });
});

describe("members that a framework adds to `this`", () => {
  it.each([
    [
      "a component",
      "export default { methods: { async save() { await this.$axios.$patch(`/one/${this.id}`, { a: 1 }); } } };",
    ],
    [
      "an action",
      "export const actions = { async save({ id }) { return this.$axios.patch(`/one/${id}`, { a: 1 }); } };",
    ],
  ])("are known by their name in %s", (_, text) => {
    expect(only(text)).toEqual(["PATCH {}/one/{id} json {a}"]);
  });
});

describe("a member whose value an optional parameter gives", () => {
  it.each([
    ["name?: string", "{name?}"],
    ["name: string | undefined", "{name?}"],
    ["{ name }: { name?: string }", "{name?}"],
    ["{ name }: Given", "{name?}"],
    ["{ name }: Given = {}", "{name?}"],
    ["name: string", "{name}"],
    ['name = "a"', "{name}"],
    ["{ name }: { name: string }", "{name}"],
    ['{ name = "a" }: Given', "{name}"],
  ])("may be missing or not: %s", (parameter, body) => {
    const file = `interface Given { name?: string } export const send = (${parameter}) => fetch("/x", { method: "POST", body: JSON.stringify({ name }) });`;
    expect(requestsOf({ "a.ts": file })).toEqual([`POST /x json ${body}`]);
  });

  it.each(["if (name)", "if (name != null)"])("is there once it has been looked for: %s", (looked) => {
    const file = `export const send = (name?: string) => { ${looked} return fetch("/x", { method: "POST", body: JSON.stringify({ name }) }); };`;
    expect(requestsOf({ "a.ts": file })).toEqual(["POST /x json {name}"]);
  });
});

describe("a member whose value comes from an optional chain", () => {
  const send = (rest: string): string =>
    `export const send = (on, by) => { ${rest} fetch("/x", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ on: on?.toISOString(), by: by?.name, at: by.at }) }); };`;

  it("may be missing", () => {
    expect(requestsOf({ "a.ts": send("") })).toEqual(["POST /x [Content-Type] json {on?, by?, at}"]);
  });

  it("may be missing where the chain begins with a default", () => {
    const file = `export const send = (on = null) => fetch("/x", { method: "POST", body: JSON.stringify({ on: on?.toISOString() }) });`;
    expect(requestsOf({ "a.ts": file })).toEqual(["POST /x json {on?}"]);
  });

  it("is there once it has been looked for", () => {
    const looked = `export const send = (by) => { const name = by?.name; if (name) fetch("/x", { method: "POST", body: JSON.stringify({ name }) }); };`;
    expect(requestsOf({ "a.ts": looked })).toEqual(["POST /x json {name}"]);
  });
});

describe("a function that is handed to unknown code by the one in which it is written", () => {
  it.each([
    ["in place", "const send = (path) => retry(() => fetch(path)); send('/x');"],
    ["by a name", "const send = (path) => { const task = async () => fetch(path); return retry(task); }; send('/x');"],
    [
      "as a declaration",
      "function send(path) { return retry(task); function task() { return fetch(path); } } send('/x');",
    ],
    [
      "by a method",
      "class A { send(path) { const task = () => fetch(path); return retry(task); } } new A().send('/x');",
    ],
  ])("sends for its callers: %s", (_, code) => {
    expect(requestsOf({ "a.js": `import { retry } from "somewhere"; ${code}` })).toContain("GET /x");
  });
});

describe("a function that is called where it is written", () => {
  it.each([
    ["by its callers", '(function (id) { return fetch("/x/" + id); })("1");', ["GET /x/1"]],
    ["with the variables around it", 'for (const id of ["1", "2"]) (() => fetch("/x/" + id))();', ["GET /x/1 | /x/2"]],
    [
      "also by itself where its name is given away",
      '(function f(id) { retry(f); return fetch("/x/" + id); })("1");',
      ["GET /x/1", "GET /x/{id}"],
    ],
    [
      "also by itself where it calls itself",
      '(function f(id) { return fetch("/x/" + id).then(() => f(id + 1)); })(1);',
      ["GET /x/1", "GET /x/{id}"],
    ],
  ])("is known %s", (_, code, expected) => {
    expect(requestsOf({ "a.js": `import { retry } from "somewhere"; ${code}` })).toEqual(expected);
  });
});
