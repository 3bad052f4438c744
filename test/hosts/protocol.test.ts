import { readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type TS from "typescript";
import { CancellationTokenSource, type ClientCapabilities } from "vscode-languageserver/node";
import { describe, expect, it, onTestFinished } from "vitest";
import { platformTypes } from "../harness/hosts/platform";
import { projectWithPackage, writeFiles } from "../harness/hosts/installed";
import { behind, fullCapabilities, LanguageServer } from "../harness/hosts/language-server";
import { describeDiagnostics, TsServer, typescriptsInTurn } from "../harness/hosts/tsserver";
import { isItsTurn } from "../harness/runs";

/** What real processes say over their protocols, besides findings and offers: places, limits, changes and cancellations. */

const stale = `export async function change(id: string): Promise<void> {
  const url = \`https://api.example.com/v1/orders/\${id}\`;
  const { etag } = (await (await fetch(url)).json()) as { etag: string };
  const send = { method: "PATCH", body: JSON.stringify({ size: 1 }) };
  await fetch(url, { ...send, headers: { "Content-Type": "application/json", "If-Match": etag } });
  await fetch(url, { ...send, headers: { "Content-Type": "application/json", "If-Match": etag } });
}
`;
/** TypeScript itself takes seconds for it. */
const deep = `// @ts-nocheck
void fetch("https://api.example.com/v1/files/7?fields=data/id");
export const deep = ${"[".repeat(600)}fetch("https://api.example.com/v1/files/7?fields=data/id")${"]".repeat(600)};
`;
const read = 'export const read = () => fetch("https://api.example.com/v1/files/7?fields=size");\n';
const contract = (field: string): string =>
  `resources: [{ path: "/files/{id}", schema: { type: object, properties: { id: { type: string }, ${field}: { type: integer } } } }]\n`;
const files = {
  "restraint.config.yaml":
    "service: { baseUrls: [https://api.example.com/v1], conventions: [all] }\ncontract: [./files.yaml]\n",
  "files.yaml": contract("size"),
  "platform.d.ts": platformTypes,
  "stale.ts": stale,
  "deep.ts": deep,
  "read.ts": read,
};

/** A project in which a search for a property's segments takes a while: one of the two servers has it a week. */
const types = "export interface Widget { id: string; owner: { name: string } }\n";
const many = {
  ...files,
  "types.ts": types,
  ...Object.fromEntries(
    Array.from({ length: 300 }, (_, index) => [
      `use${index}.ts`,
      `import type { Widget } from "./types";\nexport async function use${index}() {
  const response = await fetch("https://api.example.com/v1/widgets?fields=items(owner/name)");
  return (await response.json()) as { items: Widget[] };\n}\n`,
    ]),
  ),
};

function makeProject(of: Readonly<Record<string, string>>, plugin: string): string {
  const compilerOptions = { strict: true, target: "es2022", lib: ["es2022"], types: [], plugins: [{ name: plugin }] };
  return realpathSync(projectWithPackage({ "tsconfig.json": JSON.stringify({ compilerOptions }), ...of }));
}

describe.each(typescriptsInTurn)("tsserver $version", ({ version, folder }) => {
  function start(of: Readonly<Record<string, string>> = files): { server: TsServer; path: (name: string) => string } {
    const name = version.startsWith("5.4") ? "eslint-plugin-restraint" : "eslint-plugin-restraint/tsserver";
    const project = makeProject(of, name);
    const server = new TsServer(folder, { cwd: project });
    onTestFinished(() => server.close());
    return { server, path: (file) => join(project, file) };
  }

  it("leads from a finding to the place that it comes from", async () => {
    const { server, path } = start();
    server.open(path("stale.ts"));
    const [found, ...others] = await server.diagnostics(path("stale.ts"));
    expect([found?.source, others]).toEqual(["restraint/no-stale-etag", []]);
    expect(found?.start.line).toBe(6);
    expect(found?.relatedInformation?.map(({ span }) => [span?.file, span?.start.line])).toEqual([
      [path("stale.ts"), 5],
    ]);
  });

  it("says that a file was not looked at to its end, and shows what was seen", async () => {
    const { server, path } = start();
    server.open(path("deep.ts"));
    const found = describeDiagnostics(await server.diagnostics(path("deep.ts")));
    expect(found).toEqual([
      expect.stringMatching(/^1:1-1:\d+ suggestion 100004 restraint .*looked at to its end/u),
      expect.stringMatching(/^2:55-2:59 error 100102/u),
    ]);
  });

  it("looks again when a contract changes while a file is open", async () => {
    const { server, path } = start();
    server.open(path("read.ts"));
    expect(await server.diagnostics(path("read.ts"))).toEqual([]);
    const told = server.nextEvent("projectsUpdatedInBackground");
    writeFileSync(path("files.yaml"), contract("length"));
    await told;
    expect(describeDiagnostics(await server.diagnostics(path("read.ts")))).toEqual([
      expect.stringMatching(/^1:\d+-1:\d+ error 100101 restraint\/valid-fields .*size/u),
    ]);
  });

  it.runIf(isItsTurn(2, 0))("ends a search that is cancelled", async () => {
    type Found = TS.server.protocol.ReferencesResponseBody;
    // A machine that is done before the first pause is over is asked again, with a shorter one.
    for (const pause of [500, 100, 20, 0]) {
      const { server, path } = start(many);
      server.open(path("types.ts"));
      const place = { file: path("types.ts"), line: 1, offset: types.indexOf("name") + 1 };
      // TypeScript's own part is over soon.
      await server.request("quickinfo", place);
      const search = server.request<Found | { canceled: true }>("references", place);
      await delay(pause);
      server.cancelLast();
      const answer = await search;
      const { refs } = await server.request<Found>("references", place);
      expect(refs).toHaveLength(301);
      if ("canceled" in answer) return;
    }
    throw new Error("no search was cancelled");
  });
});

describe("the language server", () => {
  async function start(
    of: Readonly<Record<string, string>> = files,
    capabilities: ClientCapabilities = fullCapabilities,
  ): Promise<{ server: LanguageServer; open: (name: string) => string; folder: string }> {
    const folder = makeProject(of, "");
    const server = new LanguageServer(folder);
    onTestFinished(async () => {
      expect(server.log).toEqual([]);
      expect(await server.stop()).toBe(0);
    });
    await server.start(folder, capabilities);
    return {
      server,
      folder,
      open: (name) => server.open(join(folder, name), readFileSync(join(folder, name), "utf8")),
    };
  }

  it("leads from a finding to the place that it comes from", async () => {
    const { server, open } = await start();
    const uri = open("stale.ts");
    const [found, ...others] = await server.diagnostics(uri);
    expect([found?.code, found?.range.start.line, others]).toEqual(["no-stale-etag", 5, []]);
    expect(found?.relatedInformation?.map(({ location }) => [location.uri, location.range.start.line])).toEqual([
      [uri, 4],
    ]);
  });

  it("says that a file was not looked at to its end, and shows what was seen", async () => {
    const { server, open } = await start();
    const found = await server.diagnostics(open("deep.ts"));
    expect(found.map(({ severity, code, message }) => [severity, code, message])).toEqual([
      [3, undefined, expect.stringContaining("looked at to its end")],
      [1, "no-data-prefix", expect.any(String)],
    ]);
  });

  it.each([
    ["that a client watches", { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } }],
    ["that nobody watches", {}],
  ])("looks again when a contract %s changes while a file is open", async (_, capabilities) => {
    const { server, folder, open } = await start(files, capabilities);
    const uri = open("read.ts");
    expect(await server.until(uri, () => true)).toEqual([]);
    writeFiles(folder, { "files.yaml": contract("length") });
    if ("workspace" in capabilities)
      void server.connection.sendNotification("workspace/didChangeWatchedFiles", {
        changes: [{ uri: uri.replace("read.ts", "files.yaml"), type: 2 }],
      });
    const found = await server.until(uri, (diagnostics) => diagnostics.length > 0);
    expect(found.map(({ code, message }) => [code, message])).toEqual([
      ["valid-fields", expect.stringContaining("size")],
    ]);
  });

  it.runIf(isItsTurn(2, 1))("ends a search that is cancelled", async () => {
    const { server, open } = await start(many, { ...fullCapabilities, window: { workDoneProgress: true } });
    const uri = open("types.ts");
    await server.diagnostics(uri);
    const source = new CancellationTokenSource();
    const question = { textDocument: { uri }, position: behind(types, "{ na"), context: { includeDeclaration: true } };
    const search = server.connection.sendRequest(
      "textDocument/references",
      { ...question, workDoneToken: "search" },
      source.token,
    );
    const outcome = search.then(
      () => "found",
      (error: unknown) => (error as { readonly code?: number }).code,
    );
    while (!server.progress.includes("begin Looking for selectors")) await delay(5);
    source.cancel();
    expect(await outcome).toBe(-32800);
    expect(await server.connection.sendRequest<unknown[]>("textDocument/references", question)).toHaveLength(300);
  });
});
