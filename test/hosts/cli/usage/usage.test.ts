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

  it("lists a function's own request where nobody is seen to call it, and its calls where they are", () => {
    const caller = callerOf(usageOf(makeClient(filesOf(["src/api.ts"]))), "GET");
    expect(caller).toMatchObject({ file: "src/api.ts", line: 2, function: "getWidget", reads: { whole: true } });
  });

  it("prints the same for people", () => {
    const { stdout, status } = runProgram(makeClient(), ["usage", "--unused"]);
    expect(status).toBe(0);
    expect(stdout).toContain(`POST /widgets
    src/page.ts:8:26  Page.make  through src/api.ts:7:17
        body      {name, kind: "big", color?}
        reads     id
`);
    expect(stdout).toContain("        reads     owner/name\n");
    expect(stdout).toContain("not in the contract\n    src/other.ts:3:24  all  GET /gadgets\n");
    expect(stdout).toContain("nobody calls\n    GET /widgets\n");
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
