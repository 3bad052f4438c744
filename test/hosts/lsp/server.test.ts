import { mkdtempSync, readFileSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../../harness/fixtures";
import { writeFiles } from "../../harness/hosts/installed";
import { applyTextEdits, behind, editsOf, fullCapabilities, LanguageServer } from "../../harness/hosts/language-server";

const sample = (name: string): string => readFileSync(join(root, "fixtures/projects/editor", name), "utf8");
const code = sample("list.ts").replace("(id)", "");
const manifest = sample("table.yaml");
const configuration = sample("restraint.config.yaml");

describe("restraint lsp", () => {
  let server: LanguageServer;
  let folder: string;
  const inside = (name: string): string => join(folder, name);
  beforeAll(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), "restraint-lsp-")));
    writeFiles(folder, {
      "tsconfig.json": sample("tsconfig.json"),
      "restraint.config.yaml": configuration,
    });
    server = new LanguageServer(folder);
    const { capabilities } = await server.start(folder);
    expect(capabilities.positionEncoding).toBe("utf-16");
  });
  afterAll(async () => {
    expect(server.log).toEqual([]);
    expect(await server.stop()).toBe(0);
  });

  it("checks, fixes, completes and explains code, by its types", async () => {
    const uri = server.open(inside("list.ts"), code);
    const found = await server.diagnostics(uri);
    expect(found.map((each) => each.code)).toEqual(["no-data-prefix"]);
    const [first] = found;
    if (!first) throw new Error("nothing found");
    const actions = await server.actions(uri, first.range);
    expect(actions.map(({ title }) => title)).toEqual([
      "Fix this restraint/no-data-prefix problem",
      "Disable restraint/no-data-prefix for this line",
    ]);
    const fix = actions[0];
    const fixed = fix ? applyTextEdits(code, editsOf(fix)) : "";
    expect(fixed).toContain("fields=items");
    server.change(uri, fixed);
    expect(await server.diagnostics(uri)).toEqual([]);
    const edited = fixed.replace("=items", "=items(id,)");
    server.change(uri, edited);
    expect((await server.diagnostics(uri)).map((each) => each.code)).toEqual(["valid-fields"]);
    const offers = await server.complete(uri, behind(edited, "items(id,"));
    expect(offers?.map(({ label, detail, documentation }) => [label, detail, documentation])).toEqual([
      ["owner", "an object", "Who has it."],
    ]);
    const hover = await server.hover(uri, behind(edited, "fields=it"));
    expect(hover?.contents).toEqual({
      kind: "markdown",
      value: "```\n(field of the response) items: a list of objects\n```",
    });
  });

  it("explains and completes paths and headers, and writes the selector from what is read", async () => {
    const text = `export async function patch(org: string) {
  await fetch(\`https://api.example.com/v1/orgs/\${org}/members\`, { method: "GET", headers: { "Authorization": "", "": "" } });
  await fetch("https://api.example.com/v1/orgs");
  const response = await fetch("https://api.example.com/v1/widgets", { method: "GET" });
  const { id, owner } = await response.json() as { id: string; owner: { name: string; age: number }; size: number };
  return id + owner.name;
}
`;
    const uri = server.open(inside("paths.ts"), text);
    expect(JSON.stringify((await server.hover(uri, behind(text, "}/mem")))?.contents)).toContain(
      "GET /orgs/{org}/members",
    );
    expect(JSON.stringify((await server.hover(uri, behind(text, '"Auth')))?.contents)).toContain("Bearer");
    const labels = async (piece: string): Promise<string[] | undefined> =>
      (await server.complete(uri, behind(text, piece)))?.map(({ label }) => label);
    expect(await labels('Authorization": "')).toEqual(["Bearer "]);
    expect(await labels(': "", "')).toEqual(expect.arrayContaining(["If-Match", "Content-Type"]));
    expect(await labels('"https://api.example.com/v1/orgs')).toContain("/orgs/");
    const at = behind(text, "v1/wid");
    const [rewrite] = await server.actions(uri, { start: at, end: at }, ["refactor"]);
    expect(rewrite?.title).toBe("Write `fields` from what is read: id,owner/name");
    expect(rewrite ? applyTextEdits(text, editsOf(rewrite)) : "").toContain('/widgets?fields=id,owner/name"');
    server.close(uri);
  });

  it("checks, fixes, completes and explains manifests", async () => {
    const uri = server.open(inside("table.yaml"), manifest);
    const found = await server.diagnostics(uri);
    expect(found.map((each) => each.code)).toEqual(["no-unknown-kind-fields"]);
    const [first] = found;
    if (!first) throw new Error("nothing found");
    const [fix] = await server.actions(uri, first.range);
    const fixed = fix ? applyTextEdits(manifest, editsOf(fix)) : "";
    expect(fixed).toContain("tableName: readings");
    const all = await server.actions(uri, first.range, ["source.fixAll"]);
    expect(all.map((action) => applyTextEdits(manifest, editsOf(action)))).toEqual([fixed]);
    server.change(uri, `${fixed}    \n`);
    expect(await server.diagnostics(uri)).toEqual([]);
    const offers = await server.complete(uri, { line: 9, character: 4 });
    expect(offers?.map(({ label }) => label).slice(0, 2)).toEqual(["id", "arn"]);
    const hover = await server.hover(uri, behind(fixed, "providerR"));
    expect(JSON.stringify(hover?.contents)).toContain("Refers to the provider's configuration. Required.");
    const symbols = await server.connection.sendRequest("textDocument/documentSymbol", { textDocument: { uri } });
    expect(symbols).toMatchObject([{ name: "Table readings" }]);
  });

  it("writes a whole manifest that has nothing wrong in it but what is left to fill in", async () => {
    const uri = server.open(inside("new.yaml"), "");
    const offers = await server.complete(uri, { line: 0, character: 0 });
    const table = offers?.find(({ label }) => label === "Table");
    const snippet = table?.textEdit?.newText ?? "";
    expect(snippet).toContain("kind: Table\nmetadata:\n  name: $1\nspec:\n");
    const filled = snippet.replace("$0", "").replace(/\{\$\d+\}/gu, "{ name: x }");
    server.change(uri, filled.replace(/\$\d+/gu, "x"));
    expect(await server.diagnostics(uri)).toEqual([]);
  });

  it("checks, completes and explains the configuration while it is written", async () => {
    const text =
      "service: { baseUrls: [https://api.example.com/v1] }\npreset: strct\npermissions:\n  organization:\n    \n";
    const uri = server.open(inside("restraint.config.yaml"), text);
    expect((await server.diagnostics(uri)).map(({ message, range }) => [range.start.line, message])).toEqual([
      [1, expect.stringContaining("strict")],
      [3, expect.stringContaining("mapping")],
    ]);
    expect((await server.complete(uri, behind(text, "preset: str")))?.map(({ label }) => label)).toEqual([
      "recommended",
      "strict",
    ]);
    expect((await server.complete(uri, { line: 4, character: 4 }))?.map(({ label }) => label)).toContain("members");
    expect(JSON.stringify((await server.hover(uri, behind(text, "pres")))?.contents)).toContain("The rules that run");
    server.close(uri);
  });

  it("tells a client that does not ask, once when typing has come to rest, and heals when the configuration does", async () => {
    const other = new LanguageServer(folder);
    const { completion = {} } = fullCapabilities.textDocument ?? {};
    await other.start(folder, { textDocument: { completion } });
    const uri = other.open(inside("other.yaml"), manifest);
    expect(await other.until(uri, (found) => found.length > 0)).toHaveLength(1);
    // While somebody types, nothing is checked: the findings come once, when the typing has come to rest.
    const before = other.tellings.length;
    for (let times = 0; times < 30; times += 1) other.change(uri, "#".repeat(times));
    await other.until(uri, (found) => found.length === 0);
    other.change(uri, manifest);
    expect(await other.until(uri, (found) => found.length > 0)).toHaveLength(1);
    expect(other.tellings.length - before).toBeLessThanOrEqual(3);
    writeFiles(folder, { "restraint.config.yaml": `${configuration}rules: { no-unknown-kind-fields: off }\n` });
    void other.connection.sendNotification("textDocument/didSave", { textDocument: { uri } });
    await other.until(uri, (found) => found.length === 0);
    writeFiles(folder, { "restraint.config.yaml": configuration });
    void other.connection.sendNotification("textDocument/didSave", { textDocument: { uri } });
    await other.until(uri, (found) => found.length === 1);
    expect(await other.stop()).toBe(0);
  });
});
