import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { projectWithPackage } from "../../../harness/hosts/installed";
import { makeFolder, runProgram } from "../program";

const files = {
  "restraint.config.yaml": 'service: { baseUrls: ["https://api.example.com"] }\n',
  "api.ts":
    'export const patch = (path: string, body: object) => fetch(`https://api.example.com${path}`, { method: "PATCH", body: JSON.stringify(body) });\n',
  "use.ts":
    'import { patch } from "./api";\nexport const rename = (org: string) => patch(`/orgs/${org}`, { name: "x" });\nvoid fetch("https://other.example.com/x");\n',
  "tsconfig.json": '{ "compilerOptions": { "module": "nodenext", "strict": true, "types": [], "lib": ["es2022"] } }\n',
};

describe("restraint requests", () => {
  it("lists what is understood and why the rest is not, with the figure last", () => {
    const { status, stdout, stderr } = runProgram(makeFolder(files), ["requests"]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout.split("\n").slice(0, -1)).toEqual([
      "api.ts:1:54  PATCH ?  (fetch)",
      "    body      json unknown",
      "    not known path: what follows https://api.example.com is not known",
      "    not known query: there may be more parameters",
      "    not known body: parameter `body`",
      "use.ts:2:40  PATCH /orgs/{org}  (fetch)",
      "    endpoint  PATCH /orgs/{org}",
      "    body      json {name}",
      "use.ts:3:6  GET /x  (fetch)",
      "    not the service's: https://other.example.com",
      "hosts seen: https://api.example.com, https://other.example.com",
      "3 call sites, 2 fully known",
    ]);
  });

  it("says that a client which is handed in may have header fields of its own", () => {
    const folder = makeFolder({
      "a.ts":
        'import type { AxiosInstance } from "axios";\nexport const load = (http: AxiosInstance) => http.get("/a", { headers: { Accept: "text/plain" } });\n',
    });
    const { stdout } = runProgram(folder, ["requests", "--no-types"]);
    expect(stdout.split("\n").slice(0, 2)).toEqual([
      "a.ts:2:46  GET /a  (axios)",
      "    headers   Accept, what is set elsewhere",
    ]);
  });

  it("lists a request once that is opened by one call and sent by another", () => {
    const folder = makeFolder({
      "a.ts": `export const post = (path: string, body: string, isPut: boolean) => new Promise((resolve) => {
  const request = new XMLHttpRequest();
  if (isPut) request.open("PUT", "/orders/" + path);
  else request.open("POST", "/orders/" + path);
  request.onload = resolve;
  request.send(body);
});
`,
    });
    const { stdout } = runProgram(folder, ["requests", "--no-types"]);
    expect(stdout.split("\n").filter((line) => line.startsWith("a.ts"))).toEqual([
      "a.ts:6:3  POST | PUT /orders/{path}  (XMLHttpRequest)",
    ]);
  });

  it("finds what is handed in as an interface, also where it was asked for one file that imports nothing of it", () => {
    const folder = makeFolder({
      "data.ts":
        'import type { Hass } from "./hass";\nexport const reload = (hass: Hass) => hass.callApi("POST", "addons/reload");\n',
      "hass.ts": "export interface Hass { callApi(method: string, path: string): Promise<unknown> }\n",
      "provide.ts":
        'import type { Hass } from "./hass";\nexport const provide = (url: string) => [1].map((): Hass => ({ callApi: (method, path) => fetch(`${url}/api/${path}`, { method }) }));\n',
    });
    const { status, stdout } = runProgram(folder, ["requests", "--no-types", "data.ts"]);
    expect({ status, lines: stdout.split("\n") }).toEqual({
      status: 0,
      lines: ["data.ts:2:39  POST /api/addons/reload  (fetch)", "1 call site, 1 fully known", ""],
    });
  });

  it("goes on after a file that it cannot look at, and says what it leaves out", () => {
    const deep = `export const x = ${"[\n".repeat(5000)}${"]\n".repeat(5000)}; void fetch("https://api.example.com/deep");\n`;
    const folder = makeFolder({ ...files, "a.ts": deep, "b.min.js": 'fetch("/b");\n' });
    for (const more of [[], ["--no-types"]]) {
      const { status, stdout, stderr } = runProgram(folder, ["requests", ...more]);
      expect({ status, stderr: stderr.split("\n") }).toEqual({
        status: 2,
        stderr: [
          "a.ts: error: is nested too deeply to be looked at",
          "note: 1 file of generated or minified code was left out.",
          "",
        ],
      });
      expect(stdout).toContain("3 call sites, 2 fully known");
    }
  });

  it("prints the same as JSON", () => {
    const printed = JSON.parse(runProgram(makeFolder(files), ["requests", "--format", "json"]).stdout) as {
      requests: { method: string; path?: string; service: string }[];
      summary: object;
    };
    expect(printed.requests.map(({ method, path, service }) => [method, path, service])).toEqual([
      ["PATCH", undefined, "yes"],
      ["PATCH", "/orgs/{org}", "yes"],
      ["GET", "/x", "no"],
    ]);
    const work = { files: 2, nodes: expect.any(Number) as number, visited: expect.any(Number) as number };
    expect(printed.summary).toEqual({ callSites: 3, fullyKnown: 2, unseen: 0, work });
  });

  it("counts call sites by place, whatever ways lead there", () => {
    const text =
      'const send = (path: string) => fetch(path);\nexport const both = (x: boolean) => (x ? ["/a"] : ["/b", "/c"]).map((each) => send(each));\n';
    const { stdout } = runProgram(makeFolder({ "a.ts": text }), ["requests"]);
    const [first = "", second = ""] = text.split("\n");
    const places = [`a.ts:1:${first.indexOf("fetch") + 1}`, `a.ts:2:${second.indexOf("send") + 1}`];
    expect([...new Set(stdout.match(/^a\.ts:\d+:\d+/gmu))].sort()).toEqual(places);
    expect(stdout).toContain("2 call sites, ");
  });

  const chain = {
    "tsconfig.json": files["tsconfig.json"],
    "http.ts":
      "export const send = (method: string, path: string, body?: object) =>\n  fetch(`https://api.example.com${path}`, { method, body: JSON.stringify(body) });\n",
    "api.ts":
      'import { send } from "./http";\nexport const change = (id: string, body: object) => send("PATCH", `/widgets/${id}`, body);\nexport const rename = (id: string) => change(id, { name: "x" });\n',
    "one.ts": 'import { rename } from "./api";\nexport const one = (id: string) => [rename(id), rename(id)];\n',
    "two.ts":
      'import { send } from "./http";\nimport { one } from "./one";\nexport const two = (id: string) => (one(id), send("GET", "/gadgets"));\n',
  };
  const listed = (...options: readonly string[]): string =>
    runProgram(makeFolder(chain), ["requests", ...options]).stdout;

  it.each([
    ["with types", []],
    ["without", ["--no-types"]],
  ])("lists callers up the chain under their request, %s", (_, options) => {
    expect(
      listed(...options)
        .split("\n")
        .slice(0, -1),
    ).toEqual([
      "api.ts:2:53  PATCH /widgets/{id}  (fetch)",
      "    body      json unknown",
      "    not known body: parameter `body`",
      "    from      api.ts:3:39 json {name}",
      "http.ts:2:3  ? ?  (fetch)",
      "    body      json unknown",
      "    not known method: parameter `method`",
      "    not known path: what follows https://api.example.com{path} is not known",
      "    not known query: there may be more parameters",
      "    not known body: parameter `body`",
      "two.ts:3:46  GET /gadgets  (fetch)",
      "hosts seen: https://api.example.com",
      "3 call sites, 1 fully known",
    ]);
  });

  it("tells in JSON what each caller sends", () => {
    const { requests, summary } = JSON.parse(listed("--format", "json")) as {
      requests: { callers?: { file: string; line: number; body: string; gaps: unknown[] }[] }[];
      summary: object;
    };
    expect(
      requests.map(({ callers }) => callers?.map(({ file, line, body, gaps }) => [file, line, body, gaps])),
    ).toEqual([[["api.ts", 3, "json {name}", []]], undefined, undefined]);
    expect(summary).toMatchObject({ callSites: 3, fullyKnown: 1 });
  });

  it("lists a caller whose request is in no file that is looked at", () => {
    expect(listed("two.ts")).toContain("two.ts:3:46  GET /gadgets");
  });

  const unseen = {
    "a.ts":
      'export const f = (x) => { x.$ajax.get("/a"); x.$ajax.get(`/b/${x}`); x.$ajax.put("/c", {}); x.run("POST", "/d", x); fetch("/e"); };\n',
  };

  it("tells how many calls look like requests and were not understood, by name", () => {
    const { stdout } = runProgram(makeFolder(unseen), ["requests"]);
    expect(stdout.slice(stdout.indexOf("1 call site"))).toBe(
      "1 call site, 1 fully known\n4 calls look like requests and were not understood; --suggest prints `clients:` for them:\n" +
        "    x.$ajax.get  2  (a.ts:1:27)\n    x.$ajax.put  1  (a.ts:1:70)\n    x.run  1  (a.ts:1:93)\n",
    );
    const { unseen: callees } = JSON.parse(runProgram(makeFolder(unseen), ["requests", "--format", "json"]).stdout) as {
      unseen: unknown;
    };
    expect(callees).toContainEqual({ callee: "x.$ajax.get", count: 2, example: { file: "a.ts", line: 1, column: 27 } });
  });

  it("suggests clients that make them understood", () => {
    const { stdout } = runProgram(makeFolder(unseen), ["requests", "--suggest"]);
    expect(stdout.split("\n").slice(1, -1)).toEqual([
      "clients:",
      "  - call: x.$ajax.get",
      "    method: GET",
      "    path: 0",
      "  - call: x.$ajax.put",
      "    method: PUT",
      "    path: 0",
      "    body: 1",
      "  - call: x.run",
      "    method: 0",
      "    path: 1",
      "    body: 2",
    ]);
    const known = runProgram(makeFolder({ ...unseen, "restraint.config.yaml": stdout }), ["requests"]).stdout;
    expect(known).toContain("5 call sites, ");
    expect(known).toContain("POST /d  (x.run)");
    expect(known).not.toContain("not understood");
  });

  it("has nothing to suggest where all is understood", () => {
    expect(runProgram(makeFolder({ "a.ts": 'void fetch("/a");\n' }), ["requests", "--suggest"]).stdout).toBe(
      "# Every call that looks like a request was understood.\n",
    );
  });

  it("prints what is read, and the smallest selector for it, of calls without `fields`", () => {
    const folder = makeFolder({
      ...files,
      "files.ts": `interface Page { items: { id: string; name: string; size: number }[]; nextPageToken?: string; etag: string }
export async function names(token: string) {
  const response = await fetch(\`https://api.example.com/files?pageToken=\${token}\`);
  const page = (await response.json()) as Page;
  return [page.items.map((item) => item.name.trim()).join(), page.nextPageToken, page.etag];
}
export async function all() {
  const response = await fetch("https://api.example.com/files");
  return response.json();
}
export async function some() {
  const response = await fetch("https://api.example.com/files?fields=items/id");
  const page = (await response.json()) as Page;
  return page.items.map((item) => item.id.trim()).join();
}
`,
    });
    const text = runProgram(folder, ["requests", "files.ts"]).stdout.split("\n").slice(0, -2);
    expect(text).toEqual([
      "files.ts:3:26  GET /files  (fetch)",
      "    query     pageToken",
      "    reads     items/name,nextPageToken,etag",
      "files.ts:8:26  GET /files  (fetch)",
      "files.ts:12:26  GET /files  (fetch)",
      "    query     fields",
      "    reads     items/id",
      "hosts seen: https://api.example.com",
    ]);
    const { requests } = JSON.parse(runProgram(folder, ["requests", "files.ts", "--format", "json"]).stdout) as {
      requests: { line: number; selector?: string }[];
    };
    expect(requests.map(({ line, selector }) => [line, selector])).toEqual([
      [3, "items/name,nextPageToken,etag"],
      [8, undefined],
      [12, "items/id"],
    ]);
  });

  it("exits with 2 for what it cannot read, and lists the rest", () => {
    const { status, stdout, stderr } = runProgram(makeFolder(files), ["requests", "use.ts", "missing.ts"]);
    expect(status).toBe(2);
    expect(stderr).toContain("missing.ts: error: does not exist");
    expect(stdout).toContain("2 call sites, 2 fully known");
  });

  it("names the file that is not looked at to its end, and lists what it saw of it", () => {
    const deep = `void fetch("/seen");\nconst deep = ${"[".repeat(600)}fetch("/missed")${"]".repeat(600)};\n`;
    const { status, stdout, stderr } = runProgram(makeFolder({ "deep.ts": deep }), ["requests", "deep.ts"]);
    expect(status).toBe(0);
    expect(stderr).toMatch(
      /^deep\.ts:1:1: note: this code is too long, too deeply nested or too entangled to be looked at to its end/u,
    );
    expect(stdout).toContain("GET /seen");
    expect(stdout).not.toContain("/missed");
  });

  it("names the syntax error that may have kept it from seeing requests", () => {
    const { status, stderr } = runProgram(makeFolder({ "broken.ts": 'void fetch("/a");\nconst = 1;\n' }), [
      "requests",
      "broken.ts",
    ]);
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: "broken.ts:2:7: error: syntax error: Variable declaration expected.\n",
    });
  });

  it("names the file on which the analysis crashes, and lists the rest", () => {
    const crashing =
      'exports.mayConcernUs = (text) => { if (text.includes("rename")) throw new Error("no such luck"); return true; }; exports.mayDeclareResources = () => false;';
    const folder = projectWithPackage(files, { "dist/src/analysis/relevance.js": crashing });
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ["node_modules/eslint-plugin-restraint/dist/src/hosts/cli/main.js", "requests", "api.ts", "use.ts"],
      { cwd: folder, encoding: "utf8" },
    );
    expect({ status, stderr }).toEqual({ status: 2, stderr: "use.ts: error: the analysis crashed: no such luck\n" });
    expect(stdout).toContain("1 call site, 0 fully known");
  });
});
