import { mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CodeLens, Hover, Location } from "vscode-languageserver/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { behind, fullCapabilities, LanguageServer } from "../../harness/hosts/language-server";
import { writeFiles } from "../../harness/hosts/installed";
import { platformTypes } from "../../harness/hosts/platform";

const api = "https://api.example.com/v1";
const first = `export async function show(id: string) {
  const widget = await (await fetch(\`${api}/widgets/\${id}?limit=5\`)).json();
  return widget.owner.name + widget.id;
}
export const make = async () => (await fetch("${api}/widgets", { method: "POST" })).ok;
`;
const second = `export const name = async (id: string) => (await (await fetch(\`${api}/widgets/\${id}\`)).json()).title;
`;
const description = `openapi: 3.0.3
info: { title: Widgets, version: "1" }
servers: [{ url: ${api} }]
paths:
  /widgets:
    post: { responses: { "201": { description: Made } } }
    get: { responses: { "200": { description: All } } }
  /widgets/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { responses: { "200": { description: One } } }
`;
const contract = `service: { servers: [${api}] }
endpoints:
  GET /widgets: {}
  POST /widgets: {}
  GET /widgets/{id}: { query: { limit: {} } }
`;
const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
spec:
  group: shop.example.dev
  names: { kind: Gadget, plural: gadgets }
  versions: []
`;
const gadget = (name: string): string => `apiVersion: shop.example.dev/v1\nkind: Gadget\nmetadata: { name: ${name} }\n`;

describe("restraint lsp, beside descriptions", () => {
  let server: LanguageServer;
  let folder: string;
  const inside = (name: string): string => join(folder, name);
  const ask = <T>(method: string, params: object): Promise<T> => server.connection.sendRequest<T>(method, params);
  const places = (found: readonly Location[]): string[] =>
    found.map(({ uri, range: { start } }) => `${uri.split("/").at(-1) ?? ""} ${start.line}:${start.character}`).sort();
  const lensesOf = async (uri: string): Promise<string[]> =>
    (await ask<CodeLens[]>("textDocument/codeLens", { textDocument: { uri } })).map(
      ({ range, command }) => `${range.start.line} ${command?.title ?? ""}`,
    );

  beforeAll(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), "restraint-lsp-")));
    writeFiles(folder, {
      "tsconfig.json": JSON.stringify({ compilerOptions: { strict: true, lib: ["es2022"], types: [] } }),
      "platform.d.ts": platformTypes,
      "restraint.config.yaml": "contract: [contract.yaml]\nbuiltin: false\n",
      "contract.yaml": contract,
      "openapi.yaml": description,
      "first.ts": first,
      "second.ts": second,
      "crds/gadget.yaml": definition,
      "deploy/all.yaml": `${gadget("a")}---\n${gadget("b")}`,
      "deploy/other.yaml": gadget("c").replace("shop.example.dev", "shop.example.com"),
    });
    server = new LanguageServer(folder);
    await server.start(folder, fullCapabilities);
  });
  afterAll(async () => {
    expect(server.log).toEqual([]);
    expect(await server.stop()).toBe(0);
  });

  it("tells above each endpoint what the code uses of it, without a file of code being open", async () => {
    const uri = server.open(inside("openapi.yaml"), description);
    expect(await lensesOf(uri)).toEqual([
      "5 1 caller, reads nothing",
      "6 no callers",
      "9 2 callers, reads owner/name,id,title, sends limit",
    ]);
  });

  it("leads from an endpoint of a description to its callers, and from one call to the others", async () => {
    const uri = server.open(inside("openapi.yaml"), description);
    const place = { textDocument: { uri }, position: { line: 9, character: 6 } };
    expect(places(await ask("textDocument/references", place))).toEqual(["first.ts 1:30", "second.ts 0:56"]);
    const elsewhere = { textDocument: { uri }, position: { line: 0, character: 3 } };
    expect(await ask("textDocument/references", elsewhere)).toEqual([]);
    const code = server.open(inside("second.ts"), second);
    const call = { textDocument: { uri: code }, position: behind(second, "/wid") };
    expect(places(await ask("textDocument/references", call))).toEqual(["first.ts 1:30", "second.ts 0:56"]);
  });

  it("tells at a path what the project uses of its endpoint", async () => {
    const uri = server.open(inside("second.ts"), second);
    const place = { textDocument: { uri }, position: behind(second, "/wid") };
    const hover = async (): Promise<string> => JSON.stringify(await ask<Hover | null>("textDocument/hover", place));
    // A hover does not wait for all files of the project.
    await expect.poll(hover, { timeout: 50_000 }).toMatch(/Here: 2 callers, reads .*owner\/name.*sends limit/u);
  });

  it("counts the documents of a kind above its definition, and leads to them", async () => {
    const uri = server.open(inside("crds/gadget.yaml"), definition);
    expect(await lensesOf(uri)).toEqual(["4 2 documents in 1 file"]);
    const place = { textDocument: { uri }, position: { line: 4, character: 18 } };
    expect(places(await ask("textDocument/references", place))).toEqual(["all.yaml 1:6", "all.yaml 5:6"]);
    expect(await lensesOf(server.open(inside("deploy/all.yaml"), gadget("a")))).toEqual([]);
  });
});
