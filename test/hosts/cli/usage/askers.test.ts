import { describe, expect, it } from "vitest";
import { describeReads } from "../../../../src/usage/words";
import type { Usage } from "../../../../src/usage/usage";
import { makeFolder, runProgram } from "../program";

const setting = "service: { baseUrls: [https://api.example.com] }\n";

/** @returns each call of an inventory: where it is, in which function, by how many others it sends, and what it reads. */
function callsOf(files: Readonly<Record<string, string>>, ...args: readonly string[]): readonly string[] {
  const folder = makeFolder({ "restraint.config.yaml": setting, ...files });
  const { stdout, stderr } = runProgram(folder, ["usage", "--format", "json", ...args]);
  expect(stderr.replace(/note: .*tests.*\n/u, "")).not.toContain("error");
  const { endpoints, unclear, unlisted, unknown } = JSON.parse(stdout) as Usage;
  return [...endpoints.flatMap(({ callers }) => callers), ...unclear, ...unlisted, ...unknown].map(
    ({ file, line, function: around = "", through = [], reads }) =>
      `${file}:${line} ${around} ${through.length} ${reads ? describeReads(reads) : "not known"}`,
  );
}

const api = `export async function get(id: string) {
  return (await fetch("https://api.example.com/widgets/" + id)).json();
}
export async function list() {
  return (await fetch("https://api.example.com/widgets")).json();
}
export async function remove(id: string) {
  await fetch("https://api.example.com/widgets/" + id, { method: "DELETE" });
}
`;

describe("who is named as a caller", () => {
  it("is who gets the answer, though he decides nothing of the request", () => {
    const page =
      'import { list } from "./api";\nexport async function show() {\n  return (await list()).name.length;\n}\n';
    expect(callsOf({ "api.ts": api.slice(api.indexOf("export async function list")), "page.ts": page })).toEqual([
      "api.ts:5 remove 0 nothing",
      "page.ts:3 show 1 name",
    ]);
  });

  it("is who hands in what is sent, where nothing is read of the answer", () => {
    const page = 'import { remove } from "./api";\nexport const drop = (id: string) => { remove(id); };\n';
    expect(callsOf({ "api.ts": api.slice(api.indexOf("export async function remove")), "page.ts": page })).toEqual([
      "page.ts:2 drop 1 nothing",
    ]);
  });

  it("is behind functions that only pass on, and not who calls him", () => {
    const files = {
      "api.ts": api.slice(0, api.indexOf("export async function list")),
      "store.ts": 'import { get } from "./api";\nexport const load = (id: string) => get(id);\n',
      "page.ts": `import { load } from "./store";
export async function title(id: string) {
  const widget = await load(id);
  return widget.title.length;
}
export async function main(id: string) {
  return title(id);
}
`,
    };
    expect(callsOf(files)).toEqual(["page.ts:3 title 2 title"]);
  });

  it("is each of them: who decides something, and who only passes on", () => {
    const files = {
      "api.ts": api.slice(0, api.indexOf("export async function list")),
      "a.ts": 'import { get } from "./api";\nexport const first = async () => (await get("1")).color.length;\n',
      "b.ts": 'import { get } from "./api";\nexport const any = async (id: string) => (await get(id)).size + 1;\n',
    };
    expect(callsOf(files)).toEqual(["a.ts:2 first 1 color", "b.ts:2 any 1 size"]);
  });

  it("is also who passes on to a function that reads, where another one decides something", () => {
    const files = {
      "api.ts": `export async function size(kind: string) {
  const answer = await fetch("https://api.example.com/widgets?kind=" + kind);
  return (await answer.json()).size.length;
}
`,
      "a.ts": 'import { size } from "./api";\nexport const old = () => size("old");\n',
      "b.ts": 'import { size } from "./api";\nexport const any = (kind: string) => size(kind);\n',
    };
    expect(callsOf(files)).toEqual(["a.ts:2 old 1 size", "b.ts:2 any 1 size"]);
  });

  it("is the call in a callback, with what is read of what the callback gives", () => {
    const files = {
      "api.ts": api.slice(0, api.indexOf("export async function list")),
      "page.ts": `import { get } from "./api";
export async function names(ids: string[]) {
  const all = await Promise.all(ids.map((id) => get(id)));
  return all.map(({ name }) => name.length);
}
`,
    };
    expect(callsOf(files)).toEqual(["page.ts:3 names 1 name"]);
  });

  it("is the function itself where nobody is seen to call it, or it calls itself alone", () => {
    const again = `export async function get(id: string, left: number) {
  const answer = await fetch("https://api.example.com/widgets/" + id);
  return answer.ok || left === 0 ? answer.json() : get(id, left - 1);
}
`;
    expect(callsOf({ "api.ts": again })).toEqual(["api.ts:2 get 0 all"]);
    expect(callsOf({ "api.ts": api })).toEqual([
      "api.ts:2 get 0 all",
      "api.ts:5 list 0 all",
      "api.ts:8 remove 0 nothing",
    ]);
  });

  it("is nobody of the tests, unless they are asked for", () => {
    const files = {
      "api.ts": api.slice(0, api.indexOf("export async function list")),
      "api.test.ts": 'import { get } from "./api";\nexport const check = async (id: string) => (await get(id)).name;\n',
    };
    expect(callsOf(files)).toEqual(["api.ts:2 get 0 all"]);
    expect(callsOf(files, "--tests")).toEqual(["api.test.ts:2 check 1 name"]);
  });

  it("is who reads a text, not who gets the text of him", () => {
    const answer = { type: "object", properties: { title: { type: "string" }, owner: { type: "object" } } };
    const responses = { 200: { description: "One", content: { "application/json": { schema: answer } } } };
    const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
    const servers = [{ url: "https://api.example.com" }];
    const paths = { "/widgets/{id}": { get: { parameters: [id], responses } } };
    const files = {
      "widgets.json": JSON.stringify({ openapi: "3.0.3", info: {}, servers, paths }),
      "api.ts": `async function get(id: string) {
  return (await fetch("https://api.example.com/widgets/" + id)).json();
}
export async function title(id: string) {
  return (await get(id)).title;
}
export async function owner(id: string) {
  return (await get(id)).owner;
}
`,
      "page.ts": `import { owner, title } from "./api";
export async function show(id: string) {
  return (await title(id)).length + (await owner(id)).name.length;
}
`,
    };
    const folder = makeFolder({ ...files, "restraint.config.yaml": "contract: [contract.yaml]\n" });
    expect(runProgram(folder, ["import", "openapi", "widgets.json", "-o", "contract.yaml"]).status).toBe(0);
    const [endpoint] = (JSON.parse(runProgram(folder, ["usage", "--format", "json"]).stdout) as Usage).endpoints;
    expect(endpoint?.callers.map(({ file, line, reads }) => [`${file}:${line}`, reads])).toEqual([
      ["api.ts:5", { fields: { title: { whole: true, at: { line: 5, column: 26 } } } }],
      [
        "page.ts:3",
        {
          fields: {
            owner: {
              at: { file: "api.ts", line: 8, column: 26 },
              fields: { name: { at: { line: 3, column: 55 } } },
            },
          },
        },
      ],
    ]);
  });

  it("is a method of a class, by way of another", () => {
    const files = {
      "client.ts": `export class Client {
  async #send(path: string) {
    return (await fetch("https://api.example.com" + path)).json();
  }
  widget(id: string) {
    return this.#send("/widgets/" + id);
  }
}
`,
      "page.ts": `import { Client } from "./client";
const client = new Client();
export async function show(id: string) {
  const { owner } = await client.widget(id);
  return owner.name.length;
}
`,
    };
    expect(callsOf(files)).toEqual(["page.ts:4 show 2 owner/name"]);
  });
});
