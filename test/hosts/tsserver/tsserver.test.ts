import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type TS from "typescript";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { platformTypes } from "../../harness/hosts/platform";
import { projectWithPackage, type Files } from "../../harness/hosts/installed";
import { describeDiagnostics, TsServer, typescriptsInTurn } from "../../harness/hosts/tsserver";

const client = `export async function tag(id: string): Promise<void> {
  await fetch(\`https://api.example.com/v1/orders/\${id}?fields=data/tags\`, {
    method: "PATCH",
    headers: { "Content-Type": "application/json", "If-Match": "*" },
    body: JSON.stringify({ tags: ["new"] }),
  });
}
`;
const prefixed = "2:63-2:67 error 100102 restraint/no-data-prefix";
const replaced = "5:34-5:41 error 100201 restraint/no-array-in-patch";

function configuration(plugin: object): string {
  return JSON.stringify({
    compilerOptions: { strict: true, target: "es2022", lib: ["es2022"], types: [], plugins: [plugin] },
  });
}

describe.each(typescriptsInTurn)("tsserver $version", ({ version, folder }) => {
  // Up to 5.4 tsserver takes bare package names only.
  const name = version.startsWith("5.4") ? "eslint-plugin-restraint" : "eslint-plugin-restraint/tsserver";
  let shared: TsServer | undefined;
  afterAll(() => shared?.close());

  function makeProject(files: Files, replacedFiles: Files = {}): string {
    return projectWithPackage(
      { "tsconfig.json": configuration({ name }), "platform.d.ts": platformTypes, ...files },
      replacedFiles,
    );
  }

  /** Makes a project, for the one server that an editor has for all projects. */
  function start(files: Files): { server: TsServer; path: (name: string) => string } {
    const project = makeProject(files);
    shared ??= new TsServer(folder, { cwd: project });
    return { server: shared, path: (file) => join(project, file) };
  }

  /** Makes a project with a server of its own. */
  function startAlone(
    files: Files,
    replacedFiles: Files = {},
  ): { server: TsServer; path: (name: string) => string; log: () => string } {
    const project = makeProject(files, replacedFiles);
    const logFile = join(project, "tsserver.log");
    const server = new TsServer(folder, { cwd: project, logFile });
    onTestFinished(() => server.close());
    return { server, path: (file) => join(project, file), log: () => readFileSync(logFile, "utf8") };
  }

  async function diagnosticsOf(running: TsServer, file: string): Promise<string[]> {
    return describeDiagnostics(await running.diagnostics(file)).map((line) => line.split(" ").slice(0, 4).join(" "));
  }

  it("shows findings beside TypeScript's own errors", async () => {
    const { server, path } = start({ "client.ts": `${client}const wrong: number = "";\n` });
    server.open(path("client.ts"));
    expect(await diagnosticsOf(server, path("client.ts"))).toEqual([
      expect.stringMatching(/^8:7-8:12 error 2322 ts/u),
      prefixed,
      replaced,
    ]);
  });

  it("follows typing", async () => {
    const { server, path } = start({ "client.ts": client });
    const file = path("client.ts");
    server.open(file);
    server.change(file, { line: 3, offset: 14 }, { line: 3, offset: 19 }, "PUT");
    expect(await diagnosticsOf(server, file)).toEqual([prefixed]);
    server.change(file, { line: 3, offset: 14 }, { line: 3, offset: 17 }, "PATCH");
    expect(await diagnosticsOf(server, file)).toEqual([prefixed, replaced]);
    server.change(
      file,
      { line: 1, offset: 1 },
      { line: 1, offset: 1 },
      "/* eslint-disable restraint/no-data-prefix */\n",
    );
    expect(await diagnosticsOf(server, file)).toEqual(["6:34-6:41 error 100201 restraint/no-array-in-patch"]);
  });

  it("offers the fix, fixes of the whole file, and to disable the rule, which then silences it", async () => {
    const { server, path } = start({ "client.ts": `${client}${client.replace("function tag", "function tagAgain")}` });
    const file = path("client.ts");
    server.open(file);
    const codes = await server.request<string[]>("getSupportedCodeFixes");
    expect(codes).toContain("100102");
    const [first] = await server.diagnostics(file);
    if (first === undefined) throw new Error("no diagnostic");
    const [fix, disable, ...others] = await server.fixes(file, first);
    expect(others).toEqual([]);
    expect(fix?.changes[0]?.textChanges).toEqual([
      { start: { line: 2, offset: 63 }, end: { line: 2, offset: 68 }, newText: "" },
    ]);
    expect(fix?.fixId).toBe("restraint/no-data-prefix");
    const all = await server.request<TS.server.protocol.CombinedCodeActions>("getCombinedCodeFix", {
      scope: { type: "file", args: { file } },
      fixId: fix?.fixId,
    });
    expect(all.changes[0]?.textChanges.map(({ start }) => start.line)).toEqual([2, 9]);
    expect(disable?.description).toBe("Disable restraint/no-data-prefix for this line");
    const [edit] = disable?.changes[0]?.textChanges ?? [];
    expect(edit).toEqual({
      start: { line: 2, offset: 1 },
      end: { line: 2, offset: 1 },
      newText: "  // eslint-disable-next-line restraint/no-data-prefix\n",
    });
    if (edit) server.change(file, edit.start, edit.end, edit.newText);
    expect((await diagnosticsOf(server, file)).map((line) => line.split(" ")[0])).toEqual([
      "6:34-6:41",
      "10:63-10:67",
      "13:34-13:41",
    ]);
  });

  it("leaves findings to ESLint where it is told to", async () => {
    const { server, path } = start({
      "client.ts": client,
      "tsconfig.json": configuration({ name, diagnostics: false }),
    });
    server.open(path("client.ts"));
    expect(await server.diagnostics(path("client.ts"))).toEqual([]);
  });

  it("says what is wrong with its settings", async () => {
    const { server, path } = start({ "client.ts": "", "tsconfig.json": configuration({ name, diagnostics: "no" }) });
    server.open(path("client.ts"));
    expect(describeDiagnostics(await server.diagnostics(path("client.ts")))).toEqual([
      expect.stringMatching(/^1:1-1:1 error 100002 restraint .*"diagnostics"/u),
    ]);
  });

  it("shows a broken configuration, once, and looks again when it is fixed", async () => {
    const { server, path } = startAlone({
      "a.ts": client,
      "b.ts": client.replace("tag", "again"),
      "restraint.config.yaml": "servce: {}\n",
    });
    server.open(path("a.ts"));
    server.open(path("b.ts"));
    expect(describeDiagnostics(await server.diagnostics(path("a.ts")))[0]).toMatch(
      /^1:1-1:\d+ error 100001 restraint restraint\.config\.yaml:1:1: .*service/u,
    );
    expect(await diagnosticsOf(server, path("b.ts"))).toEqual([prefixed, replaced]);
    const refreshed = server.nextEvent("projectsUpdatedInBackground");
    writeFileSync(path("restraint.config.yaml"), "rules: { no-array-in-patch: off, no-data-prefix: warn }\n");
    await refreshed;
    expect(await diagnosticsOf(server, path("a.ts"))).toEqual([prefixed.replace("error", "warning")]);
  });

  it("keeps projects apart", async () => {
    const files = {
      "src/client.ts": client,
      "platform.d.ts": platformTypes,
      "tsconfig.json": configuration({ name }),
    };
    const { server, path } = start({ ...files });
    const other = projectWithPackage({ ...files, "restraint.config.yaml": "rules: { no-data-prefix: off }\n" });
    server.open(path("src/client.ts"));
    server.open(join(other, "src/client.ts"));
    expect(await diagnosticsOf(server, path("src/client.ts"))).toEqual([prefixed, replaced]);
    expect(await diagnosticsOf(server, join(other, "src/client.ts"))).toEqual([replaced]);
    expect(await diagnosticsOf(server, path("src/client.ts"))).toEqual([prefixed, replaced]);
  });

  it("does not check declarations, ignored files and other people's code", async () => {
    const { server, path } = start({
      "legacy/client.ts": client,
      "node_modules/other/client.ts": client,
      "restraint.config.yaml": "ignore: [legacy/**]\n",
    });
    for (const file of ["legacy/client.ts", "node_modules/other/client.ts"]) {
      server.open(path(file));
      expect((await diagnosticsOf(server, path(file))).filter((line) => line.includes("restraint"))).toEqual([]);
    }
  });

  it("keeps TypeScript's errors when it crashes, and says so in the log", async () => {
    const crash = { "dist/src/analysis/code.js": 'exports.analyseCode = () => { throw new Error("on purpose"); };\n' };
    const { server, path, log } = startAlone({ "client.ts": `${client}const wrong: number = "";\n` }, crash);
    server.open(path("client.ts"));
    expect(await diagnosticsOf(server, path("client.ts"))).toEqual([
      expect.stringMatching(/^8:7-8:12 error 2322 ts/u),
      expect.stringMatching(/^1:1-1:\d+ warning 100003 restraint/u),
    ]);
    const [own] = await server.diagnostics(path("client.ts"));
    expect(own && (await server.fixes(path("client.ts"), own))).toEqual([]);
    const place = { file: path("client.ts"), line: 3, offset: 14 };
    await expect(server.request("completionInfo", place)).rejects.toThrow("No content available");
    await server.close();
    expect(log()).toMatch(/eslint-plugin-restraint: .*crashed: Error: on purpose/u);
  });
});
