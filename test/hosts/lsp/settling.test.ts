import { mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { fullCapabilities, LanguageServer } from "../../harness/hosts/language-server";
import { sharing } from "../../harness/hosts/edited";
import { writeFiles } from "../../harness/hosts/installed";
import { platformTypes } from "../../harness/hosts/platform";

/** What an edit of a file means for another one is told once the editor has been idle. */

const changed = sharing["shares.ts"].replace("name", "data/id");
const { diagnostic = {}, ...pushed } = fullCapabilities.textDocument ?? {};

async function opened(
  capabilities: typeof fullCapabilities,
  more: Readonly<Record<string, string>> = {},
): Promise<{ server: LanguageServer; sends: string; shares: string }> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "restraint-lsp-")));
  writeFiles(folder, {
    "tsconfig.json": JSON.stringify({ compilerOptions: { lib: ["es2022"], types: [] } }),
    "platform.d.ts": platformTypes,
    ...sharing,
    ...more,
  });
  const server = new LanguageServer(folder);
  onTestFinished(async () => {
    await server.stop();
  });
  await server.start(folder, capabilities);
  const [sends = "", shares = ""] = (["sends.ts", "shares.ts"] as const).map((name) =>
    server.open(join(folder, name), sharing[name]),
  );
  return { server, sends, shares };
}

it("is told to a client that waits for diagnostics", async () => {
  const { server, sends, shares } = await opened({ ...fullCapabilities, textDocument: pushed });
  expect(await server.until(sends, (found) => found.length === 0)).toEqual([]);
  server.change(shares, changed);
  const found = await server.until(sends, (diagnostics) => diagnostics.length > 0);
  expect(found).toMatchObject([{ code: "no-data-prefix" }]);
});

it.each([true, false])("is asked for by a client that pulls, with refreshes: %s", async (refreshSupport) => {
  const workspace = { ...fullCapabilities.workspace, diagnostics: { refreshSupport } };
  const textDocument = { ...pushed, diagnostic };
  const { server, sends, shares } = await opened({ ...fullCapabilities, workspace, textDocument });
  expect(await server.diagnostics(sends)).toEqual([]);
  expect(await server.diagnostics(shares)).toEqual([]);
  const refreshed = new Promise<void>((resolve) => {
    server.connection.onRequest("workspace/diagnostic/refresh", () => {
      resolve();
      return null;
    });
  });
  server.change(shares, changed);
  expect(await server.diagnostics(shares)).toEqual([]);
  expect(await server.diagnostics(sends)).toHaveLength(refreshSupport ? 0 : 1);
  if (refreshSupport) await refreshed;
  expect(await server.diagnostics(sends)).toMatchObject([{ code: "no-data-prefix" }]);
});

it("shows that a large project is followed", { tags: ["long"] }, async () => {
  const functions = Array.from(
    { length: 20 },
    (_, index) => `export const f${index} = (id: string) => send("/things/" + id + "?a=");\n`,
  );
  const caller = `import { send } from "./sends";\n${functions.join("")}`;
  const many = Object.fromEntries(Array.from({ length: 600 }, (_, index) => [`caller${index}.ts`, caller]));
  const capabilities = { ...fullCapabilities, window: { workDoneProgress: true } };
  const { server, sends } = await opened({ ...capabilities, textDocument: pushed }, many);
  expect(await server.until(sends, () => true)).toEqual([]);
  expect(server.progress.slice(-2)).toEqual(["begin Finding the calls that lead to requests", "end"]);
});
