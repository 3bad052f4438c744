import { mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Location } from "vscode-languageserver/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeFiles } from "../../harness/hosts/installed";
import { platformTypes } from "../../harness/hosts/platform";
import { behind, editsOf, fullCapabilities, LanguageServer } from "../../harness/hosts/language-server";
import { partOf } from "../../harness/runs";

const service = "service: { baseUrls: [https://api.example.com/v1], conventions: [all] }\n";
const prefixed = 'export const get = () => fetch("https://api.example.com/v1/widgets?fields=data/id");\n';
const tsconfig = JSON.stringify({ compilerOptions: { strict: true, lib: ["es2022"], types: [] } });
const table = "apiVersion: timestream.example.dev/v1alpha1\nkind: Table\nspec: {}\n";

function makeFolder(files: Readonly<Record<string, string>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "restraint-lsp-")));
  writeFiles(folder, { "platform.d.ts": platformTypes, ...files });
  return folder;
}

const showsProgress = { ...fullCapabilities, window: { workDoneProgress: true } };

describe("restraint lsp, in a workspace of several folders", () => {
  const first = makeFolder({ "tsconfig.json": tsconfig, "restraint.config.yaml": service, "get.ts": prefixed });
  const off = "rules: { no-data-prefix: off }\ngroups: { a: { name: timestream.example.dev } }\n";
  const second = makeFolder({ "tsconfig.json": tsconfig, "restraint.config.yaml": service + off, "get.ts": prefixed });
  const third = makeFolder({ "tsconfig.json": tsconfig, "get.ts": prefixed });
  let server: LanguageServer;
  beforeAll(async () => {
    server = new LanguageServer(first);
    const workspace = { ...showsProgress.workspace, workspaceFolders: true };
    await server.start([first, second], { ...showsProgress, workspace });
  });
  afterAll(async () => {
    expect(server.log).toEqual([]);
    expect(await server.stop()).toBe(0);
  });
  const codes = async (uri: string): Promise<unknown[]> => (await server.diagnostics(uri)).map((each) => each.code);

  it("holds each folder to its own configuration, those that come later too, and shows that a project is read", async () => {
    expect(await codes(server.open(join(first, "get.ts"), prefixed))).toEqual(["no-data-prefix"]);
    expect(await codes(server.open(join(second, "get.ts"), prefixed))).toEqual([]);
    const read = ["begin Reading the TypeScript project", "end"];
    expect(server.progress).toEqual([...read, ...read]);
    // Read already: nothing takes long.
    await codes(server.open(join(second, "again.ts"), prefixed));
    const added = [{ uri: pathToFileURL(third).href, name: "third" }];
    void server.connection.sendNotification("workspace/didChangeWorkspaceFolders", { event: { added, removed: [] } });
    expect(await codes(server.open(join(third, "get.ts"), prefixed))).toEqual(["no-data-prefix"]);
  });

  it("takes a manifest that was never saved for one of the first folder that is there", async () => {
    void server.connection.sendNotification("textDocument/didOpen", {
      textDocument: { uri: "untitled:Untitled-1", languageId: "yaml", version: 1, text: table },
    });
    expect(await codes("untitled:Untitled-1")).toEqual([]);
    const removed = [{ uri: pathToFileURL(first).href, name: "first" }];
    void server.connection.sendNotification("workspace/didChangeWorkspaceFolders", { event: { added: [], removed } });
    expect(await codes("untitled:Untitled-1")).toContain("require-kind-fields");
  });
});

describe.each(partOf(["utf-8", "utf-16", "utf-32"] as const, 1 / 3))("restraint lsp, counting in %s", (encoding) => {
  const types = "export interface Widget { /* 😀é */ id: string; owner: { name: string } }\n";
  const list = `import type { Widget } from "./types";
/* 😀é */ export const list = async () => { /* 😀é */ const response = await fetch("https://api.example.com/v1/widgets?fields=data/items(id)");
  return (await response.json()) as { items: Widget[] }; };
`;
  /** Units of a piece of a line, as the client counts them. */
  const count = (piece: string): number =>
    encoding === "utf-16" ? piece.length : encoding === "utf-8" ? Buffer.byteLength(piece) : Array.from(piece).length;
  const at = (text: string, piece: string): { line: number; character: number } => {
    const lines = text.slice(0, text.indexOf(piece) + piece.length).split("\n");
    return { line: lines.length - 1, character: count(lines.at(-1) ?? "") };
  };

  it("finds, fixes, completes and leads on at the client's positions", async () => {
    const folder = makeFolder({ "tsconfig.json": tsconfig, "restraint.config.yaml": service, "types.ts": types });
    const server = new LanguageServer(folder);
    const { capabilities } = await server.start(folder, {
      ...fullCapabilities,
      general: { positionEncodings: [encoding, "utf-16"] },
    });
    expect(capabilities.positionEncoding).toBe(encoding);
    const uri = server.open(join(folder, "list.ts"), list);
    const [finding] = await server.diagnostics(uri);
    const range = { start: at(list, "fields="), end: at(list, "fields=data") };
    expect(finding?.range).toEqual(range);
    const [fix] = await server.actions(uri, range);
    expect(fix && editsOf(fix)).toEqual([{ range: { start: range.start, end: at(list, "data/") }, newText: "" }]);
    // As it is typed.
    server.change(uri, "", { start: range.start, end: at(list, "data/") });
    const fixed = list.replace("data/", "");
    server.change(uri, ",", { start: at(fixed, "items(id"), end: at(fixed, "items(id") });
    const edited = fixed.replace("items(id", "items(id,");
    expect((await server.complete(uri, at(edited, "items(id,")))?.map(({ label }) => label)).toEqual(["owner"]);
    const question = { textDocument: { uri }, position: at(edited, "items(i") };
    const [place] = await server.connection.sendRequest<Location[]>("textDocument/definition", question);
    expect(place?.range.start).toEqual(at(types, "/* 😀é */ "));
    expect(await server.stop()).toBe(0);
  });
});

describe.each([
  ["Vue", "widgets.vue", "<template><p>{{ data/items }}</p></template>\n", '<script setup lang="ts">'],
  ["Svelte", "widgets.svelte", "<p>fields=data/items 😀</p>\n", '<script lang="ts">'],
])("restraint lsp, in the script of a %s component", (_, name, markup, script) => {
  const text = `${markup}${script}
const response = await fetch("https://api.example.com/v1/widgets/7?fields=data/owner(id)", { headers: { "If-Match": "*" } });
</script>
`;
  it("finds, fixes, completes and explains", async () => {
    const contract =
      "resources: [{ path: '/widgets/{id}', schema: { type: object, properties: { owner: { type: object, properties: { id: { type: string }, name: { type: string } } } } } }]\n";
    const folder = makeFolder({
      "restraint.config.yaml": `${service}contract: [./widgets.yaml]\n`,
      "widgets.yaml": contract,
    });
    const server = new LanguageServer(folder);
    await server.start(folder, showsProgress, { code: false, components: true });
    const uri = server.open(join(folder, name), text);
    const [finding] = await server.diagnostics(uri);
    const range = { start: behind(text, "?fields="), end: behind(text, "?fields=data") };
    expect([finding?.code, finding?.range]).toEqual(["no-data-prefix", range]);
    const [fix] = await server.actions(uri, range);
    expect(fix && editsOf(fix)).toEqual([
      { range: { start: range.start, end: behind(text, "?fields=data/") }, newText: "" },
    ]);
    const edited = text.replace("data/owner(id", "owner(id,");
    server.change(uri, edited);
    expect((await server.complete(uri, behind(edited, "owner(id,")))?.map(({ label }) => label)).toEqual(["name"]);
    const hovers = await Promise.all(["?fields=ow", '"If-M'].map((piece) => server.hover(uri, behind(edited, piece))));
    expect(JSON.stringify(hovers)).toMatch(/field of the response\) owner.*\(header\) If-Match/u);
    // A component belongs to no TypeScript project.
    expect(server.progress).toEqual([]);
    expect(server.log).toEqual([]);
    expect(await server.stop()).toBe(0);
  });
});

describe("restraint lsp, in a contract file that the configuration names", () => {
  it("finds what is wrong, completes and explains", async () => {
    const contract = "resources:\n  - path: /things/{id}\n    schema: { type: objct }\n    \n";
    const folder = makeFolder({
      "restraint.config.yaml": `${service}contract: [./things.yaml]\n`,
      "things.yaml": contract,
    });
    const server = new LanguageServer(folder);
    await server.start(folder);
    const uri = server.open(join(folder, "things.yaml"), contract);
    const found = await server.diagnostics(uri);
    expect(found.map(({ range, severity }) => [range.start, severity])).toEqual([[behind(contract, "type: "), 1]]);
    const labels = async (place: { line: number; character: number }): Promise<string[] | undefined> =>
      (await server.complete(uri, place))?.map(({ label }) => label);
    expect(await labels({ line: 3, character: 4 })).toEqual(["methods"]);
    expect(await labels(behind(contract, "type: obj"))).toContain("object");
    const hover = await server.hover(uri, behind(contract, "resour"));
    expect(JSON.stringify(hover?.contents)).toContain("What endpoints answer");
    expect(server.log).toEqual([]);
    expect(await server.stop()).toBe(0);
  });
});
