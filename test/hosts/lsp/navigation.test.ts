import { mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { CompletionItem, Hover, InlayHint, Location, WorkspaceEdit } from "vscode-languageserver/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeFiles } from "../../harness/hosts/installed";
import { platformTypes } from "../../harness/hosts/platform";
import { behind, fullCapabilities, LanguageServer } from "../../harness/hosts/language-server";

const types = `export interface Widget { id: string; owner: { name: string } }
export const nameOf = (widget: Widget): string => widget.owner.name;
`;
const list = `import type { Widget } from "./types";
export async function list() {
  const response = await fetch("https://api.example.com/v1/widgets?fields=items(id,owner/name)");
  return (await response.json()) as { items: Widget[] };
}
export const shown = (org: string) => fetch(\`https://api.example.com/v1/orgs/\${org}/pets?li\`);
export const table = {
  apiVersion: "timestream.example.dev/v1alpha1",
  kind: "Table",
  spec: { providerRef: { name: "default" }, resource: { databaseName: "db",  } },
};
`;
const taken = `interface Item { id: string; owner: string }
async function get<T>(path: string, fields: string): Promise<T> {
  const response = await fetch("https://api.example.com/v1" + path + "?fields=" + fields);
  return ((await response.json()) as { data: T }).data;
}
export const item = get<Item>("/items/1", "data(id,owner)");
`;
const crd = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
spec:
  group: timestream.example.dev
  names: { kind: Table, plural: tables }
`;
const manifest = "apiVersion: timestream.example.dev/v1alpha1\nkind: Table\nspec: {}\n";
const description = `service: { servers: [https://api.example.com/v1], conventions: [fields] }
endpoints:
  GET /orgs/{org}/pets:
    query:
      limit: { schema: { type: integer } }
      status: { required: true, schema: { type: string, enum: [sold, free] } }
      fields: { schema: { type: string } }
  GET /widgets:
    query: { fields: { schema: { type: string } } }
`;

describe("restraint lsp, between files", () => {
  let server: LanguageServer;
  let folder: string;
  let uri: string;
  const inside = (name: string): string => join(folder, name);
  const at = (text: string, piece: string): object => ({ textDocument: { uri }, position: behind(text, piece) });
  const ask = <T>(method: string, params: object): Promise<T> => server.connection.sendRequest<T>(method, params);
  /** `file line:column`, as a reader finds them. */
  const places = (found: readonly Location[]): string[] =>
    found
      .map(({ uri: file, range: { start } }) => `${file.split("/").at(-1) ?? ""} ${start.line}:${start.character}`)
      .sort();
  beforeAll(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), "restraint-lsp-")));
    writeFiles(folder, {
      "tsconfig.json": JSON.stringify({ compilerOptions: { strict: true, lib: ["es2022"], types: [] } }),
      "platform.d.ts": platformTypes,
      "restraint.config.yaml":
        "service: { baseUrls: [https://api.example.com/v1], conventions: [all] }\ncontract: [./pets.yaml]\nbuiltin: true\ngroups: { a: { name: timestream.example.dev } }\n",
      "pets.yaml": description,
      "types.ts": types,
      "list.ts": list,
      "taken.ts": taken,
      "crds/table.yaml": crd,
      "hub/restraint.config.yaml": "builtin: true\n",
    });
    server = new LanguageServer(folder);
    const { textDocument } = fullCapabilities;
    const capabilities = { ...fullCapabilities, textDocument: { ...textDocument, rename: { prepareSupport: true } } };
    await server.start(folder, capabilities, { selectedFields: true });
    uri = server.open(inside("list.ts"), list);
  });
  afterAll(async () => {
    expect(server.log).toEqual([]);
    expect(await server.stop()).toBe(0);
  });

  it("leads from a segment to the property, and from a property to its segments", async () => {
    const defined = await ask<Location[]>("textDocument/definition", at(list, "owner/na"));
    expect(places(defined)).toEqual(["types.ts 0:47"]);
    const used = await ask<Location[]>("textDocument/references", at(list, "owner/na"));
    expect(places(used)).toEqual(["list.ts 2:89", "types.ts 0:47", "types.ts 1:63"]);
    const other = server.open(inside("types.ts"), types);
    const place = { textDocument: { uri: other }, position: behind(types, "{ na") };
    expect(places(await ask<Location[]>("textDocument/references", place))).toEqual(["list.ts 2:89"]);
    expect(await ask("textDocument/prepareRename", { ...place, position: behind(types, "nameO") })).toBeNull();
    const { changes = {} } = await ask<WorkspaceEdit>("textDocument/rename", { ...place, newName: "title" });
    expect(Object.values(changes).flat()).toHaveLength(3);
    expect(changes[uri]).toEqual([
      { range: { start: { line: 2, character: 89 }, end: { line: 2, character: 93 } }, newText: "title" },
    ]);
  });

  // Of a service with a description, selectors begin at the answer itself.
  it("completes and renames what a wrapper takes out of an answer", async () => {
    const file = server.open(inside("taken.ts"), taken);
    const place = { textDocument: { uri: file }, position: behind(taken, "(id,ow") };
    const { changes = {} } = await ask<WorkspaceEdit>("textDocument/rename", { ...place, newName: "holder" });
    expect(changes[file]?.map(({ range: { start } }) => `${start.line}:${start.character}`).sort()).toEqual([
      "0:29",
      "5:51",
    ]);
    const short = taken.replace("(id,owner)", "(id,)");
    const other = server.open(inside("shorter.ts"), short);
    const question = { textDocument: { uri: other }, position: behind(short, '"data(id,') };
    const offered = await ask<readonly CompletionItem[]>("textDocument/completion", question);
    expect(offered.map(({ label }) => label)).toEqual(["owner"]);
  });

  it("leads from a manifest's kind to its definition in the repository", async () => {
    const file = server.open(inside("table.yaml"), manifest);
    const question = { textDocument: { uri: file }, position: behind(manifest, "kind: Ta") };
    const found = await ask<Location[]>("textDocument/definition", question);
    expect(found.map((each) => each.uri)).toEqual([pathToFileURL(inside("crds/table.yaml")).href]);
    expect(found[0]?.range.start).toEqual({ line: 4, character: 17 });
  });

  it("tells what was understood of a call, and how many fields a selector has", async () => {
    const hover = await ask<Hover | null>("textDocument/hover", at(list, "org: string) => fet"));
    expect(JSON.stringify(hover?.contents)).toContain("(request) GET /orgs/{org}/pets");
    expect(JSON.stringify(hover?.contents)).not.toContain("called by");
    const range = { start: { line: 0, character: 0 }, end: { line: 5, character: 0 } };
    const hints = await ask<InlayHint[]>("textDocument/inlayHint", { textDocument: { uri }, range });
    expect(hints.map(({ label, position }) => [label, position.line])).toEqual([["2 fields", 2]]);
  });

  it("completes the query that the description has, and a kind's fields in an object", async () => {
    const labels = async (text: string, piece: string): Promise<string[]> =>
      ((await server.complete(uri, behind(text, piece))) ?? []).map(({ label }) => label);
    expect(await labels(list, "pets?li")).toEqual(["status", "limit", "fields"]);
    const written = list.replace("pets?li`", "pets?status=s`");
    server.change(uri, written);
    expect(await labels(written, "pets?status=s")).toEqual(["sold", "free"]);
    expect(await labels(written, 'databaseName: "db", ')).toContain("tableName");
    // GitHub's, where no service is configured.
    const routes = 'import { Octokit } from "octokit";\nvoid new Octokit().request("GET /orgs/{");\n';
    const other = server.open(inside("hub/routes.ts"), routes);
    const offers = await server.complete(other, behind(routes, "GET /orgs/{"));
    expect(offers?.map(({ label }) => label)).toContain("GET /orgs/{org}/members");
  });
});
