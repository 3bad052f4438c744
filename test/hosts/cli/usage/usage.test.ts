import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Call, Usage } from "../../../../src/usage/usage";
import { root } from "../../../harness/fixtures";
import { makeFolder, runProgram } from "../program";

/** A client of two endpoints by way of functions of its own, with the contract that has one more. */
const project = join(root, "fixtures/projects/usage");

function filesOf(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(project, name), "utf8")]));
}

const sources = readdirSync(join(project, "src")).map((name) => `src/${name}`);

function makeClient(files: Readonly<Record<string, string>> = filesOf(sources)): string {
  return makeFolder({ ...files, ...filesOf(["package.json", "contract.yaml", "restraint.config.yaml"]) });
}

function usageOf(folder: string, ...args: readonly string[]): Usage {
  const { stdout, status } = runProgram(folder, ["usage", "--format", "json", ...args]);
  expect(status).toBe(0);
  return JSON.parse(stdout) as Usage;
}

function callerOf({ endpoints }: Usage, method: string): Call | undefined {
  const found = endpoints.find((endpoint) => endpoint.method === method);
  expect(found?.callers).toHaveLength(1);
  return found?.callers[0];
}

describe("restraint usage", () => {
  it("tells the caller, what it sends and what it reads", () => {
    const usage = usageOf(makeClient());
    expect(usage.endpoints.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "POST /widgets",
      "GET /widgets/{id}",
    ]);
    expect(callerOf(usage, "GET")).toMatchObject({
      client: "shop",
      file: "src/page.ts",
      line: 4,
      function: "Page.show",
      through: [{ file: "src/api.ts", line: 2 }],
      query: { fields: { limit: { presence: "always", types: ["string"], values: ["5"] } } },
      reads: { fields: { owner: { fields: { name: { at: { line: 5, column: 25 } } } } } },
      unknown: [],
    });
    expect(callerOf(usage, "POST")).toMatchObject({
      file: "src/page.ts",
      line: 8,
      function: "Page.make",
      body: {
        presence: "always",
        encoding: "json",
        types: ["object"],
        fields: {
          name: { presence: "always", types: ["string"] },
          kind: { presence: "always", values: ["big"] },
          color: { presence: "maybe" },
        },
      },
    });
    expect(usage.unused).toEqual(["GET /widgets"]);
  });

  it("names what is sent or read that the description marks as deprecated", () => {
    const usage = usageOf(makeClient());
    expect(callerOf(usage, "POST")?.deprecated).toEqual(["body kind"]);
    expect(callerOf(usage, "GET")?.deprecated).toBeUndefined();
  });

  it("reads a contract in which everything is deprecated", () => {
    const old = { deprecated: true, schema: { type: "string", deprecated: true } };
    const parameters = [
      { name: "q", in: "query", ...old },
      { name: "X-Mode", in: "header", ...old },
    ];
    const get = { deprecated: true, parameters, responses: { 200: { description: "All" } } };
    const description = {
      openapi: "3.0.3",
      info: {},
      servers: [{ url: "https://api.example.com" }],
      paths: { "/things": { get } },
    };
    const folder = makeFolder({
      "things.json": JSON.stringify(description),
      "restraint.config.yaml": "contract: [contract.yaml]\n",
      "a.js": 'fetch("https://api.example.com/things?q=1", { headers: { "x-mode": "a" } });\n',
    });
    expect(runProgram(folder, ["import", "openapi", "things.json", "-o", "contract.yaml"]).status).toBe(0);
    const { endpoints } = usageOf(folder);
    expect(endpoints[0]).toMatchObject({ deprecated: true, callers: [{ deprecated: ["query q", "header x-mode"] }] });
  });

  it("keeps secrets to itself, and names the fields that hold them", () => {
    const caller = callerOf(usageOf(makeClient()), "GET");
    expect(caller?.headers.fields?.["X-Trace"]?.values).toEqual(["a"]);
    expect(caller?.headers.fields?.Authorization).toEqual({ presence: "always", types: ["string"] });
  });

  it("tells calls apart whose path is not known, and those that the contract does not list", () => {
    const { unknown, unclear, unlisted, endpoints } = usageOf(makeClient());
    expect(unlisted.map(({ file, line, path }) => `${file}:${line} ${path ?? ""}`)).toEqual([
      "src/other.ts:3 /gadgets",
    ]);
    expect(endpoints.flatMap(({ callers }) => callers).filter(({ file }) => file === "src/other.ts")).toEqual([]);
    expect(unclear.map(({ line, candidates }) => [line, candidates])).toEqual([[2, ["GET /widgets"]]]);
    expect(unknown.map(({ file, line, path }) => [file, line, path])).toEqual([["src/other.ts", 4, undefined]]);
  });

  it("lists what no description mentions, such as HEAD and GraphQL, as not in the contract", () => {
    const beside = `const base = "https://api.example.com";
export const asked = () => fetch(base + "/graphql", { method: "POST", body: JSON.stringify({ query: "{ a }" }) });
export const there = () => fetch(base + "/gadgets", { method: "HEAD" });
`;
    const { unclear, unlisted } = usageOf(makeClient({ ...filesOf(["src/api.ts"]), "src/beside.ts": beside }));
    expect(unclear).toEqual([]);
    expect(unlisted.map(({ method = "", path = "" }) => `${method} ${path}`)).toEqual([
      "POST /graphql",
      "HEAD /gadgets",
    ]);
  });

  it("lists a function's own request where nobody is seen to call it, and its calls where they are", () => {
    const caller = callerOf(usageOf(makeClient(filesOf(["src/api.ts"]))), "GET");
    expect(caller).toMatchObject({ file: "src/api.ts", line: 2, function: "getWidget", reads: { whole: true } });
  });

  it("prints the same for people", () => {
    const { stdout, status } = runProgram(makeClient(), ["usage", "--unused"]);
    expect(status).toBe(0);
    expect(stdout).toContain(`POST /widgets
    src/page.ts:8:26  Page.make  through src/api.ts:7:17
        body       {name, kind: "big", color?}
        reads      id
        deprecated body kind
`);
    expect(stdout).toContain("        reads      owner/name\n");
    expect(stdout).toContain("not in the contract\n    src/other.ts:3:24  all  GET /gadgets\n");
    expect(stdout).toContain("nobody calls\n    GET /widgets\n");
  });

  it("makes one page of it, in which nothing of the code is markup", () => {
    const odd =
      'fetch("https://api.example.com/widgets", { method: "POST", body: JSON.stringify({ kind: "<b>" }) });\n';
    const { stdout, status } = runProgram(makeClient({ ...filesOf(sources), "odd.js": odd }), [
      "usage",
      "--format",
      "html",
    ]);
    expect(status).toBe(0);
    expect(stdout).toContain("src/page.ts:4:26  Page.show  through src/api.ts:2:24");
    expect(stdout).toContain("<dt>reads</dt><dd><code>owner/name</code></dd>");
    expect(stdout).toContain("{kind: &quot;&lt;b&gt;&quot;}");
    expect(stdout).not.toContain("<b>");
    for (const title of ["Not in the contract", "Not known where they go", "Endpoints that nobody calls"])
      expect(stdout).toContain(`<summary>${title}`);
  });

  it("puts the inventories of several clients together", () => {
    const [one, other] = [makeClient(), makeClient({ "list.js": 'fetch("https://api.example.com/widgets");\n' })];
    const inventories = [usageOf(one), usageOf(other, "--name", "list")];
    const folder = makeFolder({ "a.json": JSON.stringify(inventories[0]), "b.json": JSON.stringify(inventories[1]) });
    const merged = usageOf(folder, "--merge", "a.json", "b.json", "a.json");
    expect(merged.clients).toEqual(["shop", "list"]);
    expect(merged.unused).toEqual([]);
    expect(merged.endpoints.map(({ path, callers }) => [path, callers.map(({ client }) => client)])).toEqual([
      ["/widgets", ["list"]],
      ["/widgets", ["shop"]],
      ["/widgets/{id}", ["shop"]],
    ]);
    expect(runProgram(folder, ["usage", "--merge", "a.json", "b.json"]).stdout).toContain("list: list.js:1:1");
  });

  it("refuses what is no inventory", () => {
    const folder = makeFolder({ "a.json": '{ "version": 2 }', "b.json": "" });
    for (const file of ["a.json", "b.json", "c.json"]) {
      const { status, stdout, stderr } = runProgram(folder, ["usage", "--merge", file]);
      expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
      expect(stderr).toContain(file);
    }
  });
});
