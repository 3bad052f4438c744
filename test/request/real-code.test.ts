import ts from "typescript";
import { describe, expect, it } from "vitest";
import { analyseCode } from "../../src/analysis/code";
import { createCodebase } from "../../src/analysis/codebase";
import { builtinContract } from "../../src/contract/builtin";
import { noFacts } from "../../src/contract/configuration/configuration";
import type { Sources } from "../../src/project/sources";
import { declaredIn } from "../harness/declared-files";
import { describeRequest } from "../../src/request/derived/describe";

/** @returns the requests of the first file, each as `METHOD path`. */
function requestsOf(files: Readonly<Record<string, string>>): readonly string[] {
  const trees = new Map(
    Object.entries(files).map(([name, text]) => [name, ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)]),
  );
  const sources: Sources = {
    find: (_, specifier) => (trees.has(`${specifier.slice(2)}.ts`) ? `${specifier.slice(2)}.ts` : undefined),
    file: (name) => trees.get(name),
    ...declaredIn(files),
  };
  const [sourceFile] = trees.values();
  if (!sourceFile) throw new Error("no file");
  const codebase = createCodebase(ts, sources, noFacts);
  const { requests } = analyseCode({ ts, sourceFile, codebase, contract: builtinContract, facts: noFacts });
  return requests.map((request) => {
    const { method, path } = describeRequest(request, builtinContract, noFacts);
    return `${method ?? "?"} ${path ?? "?"}`;
  });
}

const only = (text: string): readonly string[] => requestsOf({ "a.ts": text });

describe("promises of nothing", () => {
  it.each([
    ["then of a promise that holds nothing", 'Promise.resolve().then(() => fetch("/one"));', ["GET /one"]],
    ["then of a function that gives nothing", 'async function f() {}\nf().then(() => fetch("/one"));', ["GET /one"]],
    [
      "catch, and what follows it",
      'async function f() {}\nf().catch(() => {});\nfetch("/one", { method: "PATCH" });',
      ["PATCH /one"],
    ],
    [
      "finally, and what follows it",
      'async function f() {}\nf().finally(() => fetch("/one"));\nfetch("/two");',
      ["GET /one", "GET /two"],
    ],
    [
      "a test of the promise itself",
      'async function f() {}\nif (f()) fetch("/one");\nelse fetch("/no");',
      ["GET /one"],
    ],
    [
      "a test of what it holds",
      'async function f() {}\nif (await f()) fetch("/no");\nelse fetch("/one");',
      ["GET /one"],
    ],
  ])("runs %s", (_, text, expected) => {
    expect(only(text)).toEqual(expected);
  });
});

describe("methods that are in no table", () => {
  const methods = ["entries", "keys", "values", "fill", "copyWithin", "findLast", "findLastIndex", "lastIndexOf"];
  const newer = ["toSorted", "toReversed", "toSpliced", "with", "toLocaleString"];
  it.each([...methods, ...newer])("an array's %s is unknown, never absent", (method) => {
    expect(only(`const list = [1, 2];\nlist.${method}(0, 1);\nfetch("/after");`)).toEqual(["GET /after"]);
  });

  it.each(Object.getOwnPropertyNames(Array.prototype).filter((name) => /^[a-z]/u.test(name) && name !== "constructor"))(
    "what calls an array's %s goes on",
    (method) => {
      expect(only(`const list = [1, 2];\nlist.${method};\nfetch("/after");`)).toEqual(["GET /after"]);
    },
  );

  it.each(Object.getOwnPropertyNames(String.prototype).filter((name) => name !== "constructor" && name !== "length"))(
    "what calls a string's %s goes on",
    (method) => {
      expect(only(`const text = "ab";\ntext.${method}?.("a", "b");\nfetch("/after");`)).toEqual(["GET /after"]);
    },
  );
});

describe("members of clients with the names of collections' methods", () => {
  const files = {
    "b.ts": `
      const send = (method: string, path: string) => fetch("https://h.example" + path, { method });
      export const api = {
        delete: (path: string, _: unknown) => send("DELETE", path),
        set: (path: string, _: unknown) => send("PUT", path),
        push: (path: string) => send("POST", path),
        patch: (path: string) => send("PATCH", path),
      };`,
  };

  it("are called like others, in any position", () => {
    const text = `import { api } from "./b";
      export function one(id: string) { api.delete("/x/" + id, 1).then(() => {}); return api.patch("/y"); }
      export function two() { const answer = api.push("/p"); return answer; }
      export function three() { api.set("/s", 1).then((each) => each); }`;
    expect(requestsOf({ "a.ts": text, ...files })).toEqual(["DELETE /x/{id}", "PATCH /y", "POST /p", "PUT /s"]);
  });

  it("still change what is a collection", () => {
    const text = `import { add, list, go } from "./c";\nadd();\nexport const run = () => go("end");\nexport { list };`;
    const collection = `
      export const headers = new Headers({ "If-Match": "*" });
      export const list: string[] = [];
      export function add() { list.push("x"); headers.set("If-Match", "a" + list.length); }
      export function go(end: string) { return fetch("/" + end + "/" + list.join("/")); }`;
    expect(requestsOf({ "a.ts": text, "c.ts": collection })).toEqual([expect.not.stringMatching(/ \/$/u)]);
  });
});

describe("methods that a framework calls", () => {
  it("have a `this` of which the literal is a part", () => {
    const text = `import axios from "axios";
      export default {
        data() { return { id: 5 }; },
        methods: {
          async save() { this.$store.dispatch("x"); await axios.patch(\`/five/\${this.id}\`, { a: this.other }); },
          async load() { const deep = this.x.y.z; await axios.get("/z", { params: { deep } }); },
        },
      };`;
    expect(only(text)).toEqual(["PATCH /five/{id}", "GET /z"]);
  });

  it("keep the data of an object that is an object of its own", () => {
    const text = `export const api = { base: "/v1", get(id: string) { return fetch(\`\${this.base}/\${id}\`); } };`;
    expect(only(text)).toEqual(["GET /v1/{id}"]);
  });
});

describe("methods that call themselves", () => {
  it("keep what the class never assigns", () => {
    const text = `
      class Client {
        tries = 0;
        constructor(private readonly base: string) {}
        async run(path: string) {
          const response = await fetch(this.base + path + "?tries=" + this.tries);
          this.tries += 1;
          return response.ok ? response : this.run(path);
        }
      }
      void new Client("https://h.example/v1").run("/x");`;
    expect(only(text)).toEqual([expect.stringMatching(/^GET /u), "GET /v1/x"]);
  });
});

describe("callbacks of functions that are not known", () => {
  it.each([
    ["_.forEach([1], () => { method = 'PATCH'; });"],
    ["queueMicrotask(() => { method = 'PATCH'; }); await later();"],
    ["process.on('x', () => { method = 'PATCH'; });"],
  ])("change what the top level reads: %s", (code) => {
    const [request] = only(`let method = "GET";\n${code}\nfetch("/x", { method });\nexport {};`);
    expect(request).not.toBe("GET /x");
  });
});

describe("receivers of which only a method's name is known", () => {
  const client = `
    export default class StackClient {
      constructor(uri) { this.uri = uri; }
      async fetchJSON(method, path, body) { return fetch(this.uri + path, { method, body: JSON.stringify(body) }); }
    }`;
  const caller = `
    export class Jobs {
      constructor(stackClient) { this.stackClient = stackClient; }
      create(type) { return this.stackClient.fetchJSON("POST", \`/jobs/\${type}\`, { data: {} }); }
    }`;

  it("are instances of the only class that has it", () => {
    expect(requestsOf({ "a.ts": caller, "b.ts": client })).toEqual(["POST /jobs/{type}"]);
  });

  it.each([
    ["method: string", ["PATCH /keys"]],
    ["method: string, at?: Date, other = 1, ...more: string[]", ["PATCH /keys"]],
    ["method: string, at: Date | void", ["PATCH /keys"]],
    ["method: string, at: Date", []],
  ])("are none of a class whose method takes more arguments: %s", (parameters, expected) => {
    const keys = `export class Keys {\n  async renew(${parameters}) { return fetch("/keys", { method }); }\n}`;
    const label = `export class Labels {\n  constructor(m) { this.m = m; }\n  all() { return this.m.renew("PATCH"); }\n}`;
    expect(requestsOf({ "a.ts": label, "b.ts": keys })).toEqual(expected);
    // A spread may hold any number, and JavaScript leaves arguments out.
    expect(requestsOf({ "a.ts": label.replace('"PATCH"', '...["PATCH"]'), "b.ts": keys })).toEqual(["PATCH /keys"]);
    const script = keys.replaceAll(/: (?:string|Date)\b|\?| \| void|\[\]/gu, "");
    expect(requestsOf({ "a.ts": label, "b.js": script })).toEqual(["PATCH /keys"]);
  });

  it("are not known where two classes have it", () => {
    expect(requestsOf({ "a.ts": caller, "b.ts": client, "c.ts": client })).toEqual([]);
  });

  it("are not known by a name that anything may have", () => {
    const other = client.replace("fetchJSON", "get");
    expect(requestsOf({ "a.ts": caller.replace("fetchJSON", "get"), "b.ts": other })).toEqual([]);
  });
});

describe("a value that is said to be neither `null` nor `undefined`", () => {
  it.each([
    ["const f = (x: boolean, v: string) => { const id = x ? v : null; fetch(`/a/${id!}`); };", ["GET /a/{id}"]],
    ["const f = (x: boolean, v?: string) => { const id = x ? v : undefined; fetch(`/a/${(id!)}`); };", ["GET /a/{id}"]],
    ["const id = undefined; fetch(`/a/${id!}`);", ["GET /a/undefined"]],
  ])("%s", (text, expected) => {
    expect(only(text)).toEqual(expected);
  });
});

describe("the order of keys", () => {
  it("is not known after the assignment of one that may have been absent", () => {
    const text = (assign: string): string =>
      `const o = { ...(Math.random() > 0.5 ? { d: 1 } : {}) };\no.a = 1;\n${assign}\nfetch("/" + Object.keys(o).join(","));`;
    expect(only(text("o.d = 2;"))).toEqual(["GET /{}"]);
  });

  it("is that of the assignments where all were absent for sure", () => {
    expect(only('const o = {};\no.b = 1;\no.a = 2;\nfetch("/" + Object.keys(o).join(","));')).toEqual(["GET /b,a"]);
  });
});

describe("generators", () => {
  const pages =
    "export async function* pages(path) { let next; do { const page = await fetch(path, { method: 'POST', body: next }); yield page; next = page.next; } while (next); }";

  it.each([
    [
      "of another file",
      {
        "a.ts": 'import { pages } from "./pages";\nfor await (const page of pages("/one")) log(page);',
        "pages.ts": pages,
      },
      ["POST /one"],
    ],
    [
      "of a class",
      {
        "a.ts":
          'class Api { async *all(id) { yield* this.pages(`/one/${id}`); } async *pages(path) { yield fetch(path); } }\nnew Api().all("x");',
      },
      ["GET ?", "GET /one/{id}", "GET /one/x"],
    ],
  ])("%s are run with what their callers give", (_, files, expected) => {
    expect([...requestsOf(files)].sort()).toEqual([...expected].sort());
  });

  it("run when somebody asks for more, not at the call", () => {
    const code =
      'let path = "/one";\nfunction* later() { yield 1; path = "/two"; }\nconst made = later();\nfetch(path);\nmade.next();\nfetch(path);';
    expect(only(code)).not.toContain("GET /one");
  });
});

describe("clients with methods that collections have too", () => {
  const service = (body: string): string =>
    `import { HttpClient } from "@angular/common/http";\nclass Service { constructor(private http: HttpClient) {}\n${body}\n}`;

  it("stay known where a method calls itself by way of others", () => {
    const code = service(
      'load() { return this.http.get("/all").pipe(map(() => { this.choose("a"); })); }\nchoose(name) { if (!name) this.load().subscribe(() => {}); }\nremove() { return this.http.delete("/one").pipe(map(() => {})); }',
    );
    expect(only(code)).toEqual(expect.arrayContaining(["GET /all", "DELETE /one"]));
  });

  it("are not known where the methods assign them", () => {
    const code = service(
      'load() { return this.http.get("/all").pipe(map(() => { this.choose("a"); })); }\nchoose(name) { this.http = other(); if (!name) this.load().subscribe(() => {}); }',
    );
    expect(only(code)).toEqual([]);
  });
});
