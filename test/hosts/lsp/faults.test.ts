import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CancellationTokenSource } from "vscode-languageserver/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeFiles } from "../../harness/hosts/installed";
import { largeContract } from "../../harness/hosts/large-contract";
import { platformTypes } from "../../harness/hosts/platform";
import { behind, fullCapabilities, LanguageServer } from "../../harness/hosts/language-server";

/**
 * What goes wrong while people type: the server answers each question, or refuses it as the protocol says, and after it all finds what it found before.
 * `npm run campaign` tries every offset.
 */

const code = `interface Widget { id: string; owner: { name: string } }
export const list = async (id: string) => {
  const response = await fetch(\`https://api.example.com/v1/widgets/\${id}?fields=data/items(id,owner/name)\`, { headers: { "If-Match": "*" } });
  return (await response.json()) as { items: Widget[] };
};
`;
const manifest = `apiVersion: timestream.example.dev/v1alpha1
kind: Table
spec:
  providerRef: { name: default }
  resource: { databaseName: db, table_name: "readings" }
`;
const configuration =
  "service: { baseUrls: [https://api.example.com/v1], conventions: [all] }\ngroups: { a: { name: timestream.example.dev } }\n";

const isWhole = process.env.RESTRAINT_CAMPAIGN !== undefined;
/** Of the offsets, one in so many is tried. */
const stride = isWhole ? 1 : 53;
const seed = Number(process.env.RESTRAINT_SEED ?? 0);

describe("restraint lsp, when things go wrong", () => {
  let server: LanguageServer;
  let folder: string;
  const inside = (name: string): string => join(folder, name);
  beforeAll(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), "restraint-lsp-")));
    writeFiles(folder, {
      "tsconfig.json": JSON.stringify({ compilerOptions: { strict: true, lib: ["es2022"], types: [] } }),
      "platform.d.ts": platformTypes,
      "restraint.config.yaml": configuration,
    });
    server = new LanguageServer(folder);
    await server.start(folder);
  });
  afterAll(async () => {
    // Nothing crashed: a crash is said in the log.
    expect(server.log).toEqual([]);
    expect(await server.stop()).toBe(0);
  });

  const codes = async (uri: string): Promise<unknown[]> => (await server.diagnostics(uri)).map((each) => each.code);

  it.each([
    ["list.ts", code, "no-data-prefix"],
    ["table.yaml", manifest, "no-unknown-kind-fields"],
  ])(
    "answers at each syntax error in %s, and finds the same again when it is gone",
    { timeout: 600_000 },
    async (name, text, rule) => {
      const uri = server.open(inside(name), text);
      const pieces = ['"', "{", ")", "`", "\n", "- ", "é😀", ""];
      for (let offset = seed % stride; offset < text.length; offset += stride) {
        const piece = pieces[offset % pieces.length] ?? "";
        // Something is put there, and the rest is as it was, or is not there yet.
        server.change(uri, text.slice(0, offset) + piece + (offset % 2 === 0 ? text.slice(offset + 1) : ""));
        const position = behind(text.slice(0, offset), "");
        const answers = await Promise.all([
          server.diagnostics(uri),
          server.complete(uri, position),
          server.hover(uri, position),
          server.actions(uri, { start: position, end: position }),
        ]);
        expect(answers).toHaveLength(4);
      }
      server.change(uri, text);
      expect(await codes(uri)).toEqual([rule]);
      server.close(uri);
    },
  );

  it("answers or says that it was cancelled, whatever is cancelled and however questions overtake edits", async () => {
    const uri = server.open(inside("list.ts"), code);
    const asked = Array.from({ length: isWhole ? 500 : 40 }, (_, index) => {
      const source = new CancellationTokenSource();
      if ((index + seed) % 3 === 0) server.change(uri, `${code}// ${index}\n`);
      const position = behind(code, "items(id,".slice(0, 1 + (index % 9)));
      const question = {
        textDocument: { uri },
        position,
        context: { diagnostics: [] },
        range: { start: position, end: position },
      };
      const methods = ["completion", "hover", "codeAction", "definition", "references", "diagnostic"];
      const answer = server.connection.sendRequest(
        `textDocument/${methods[index % methods.length] ?? ""}`,
        question,
        source.token,
      );
      if ((index + seed) % 4 === 0) source.cancel();
      return answer.then(
        () => "answered",
        (error: unknown) => (error as { readonly code?: number }).code,
      );
    });
    const outcomes = new Set(await Promise.all(asked));
    // RequestCancelled and ContentModified.
    expect([...outcomes].filter((outcome) => !["answered", -32800, -32801].includes(outcome as never))).toEqual([]);
    server.change(uri, code);
    expect(await codes(uri)).toEqual(["no-data-prefix"]);
    server.close(uri);
  });

  it("survives questions about files that are closed, deleted, or were never opened", async () => {
    writeFiles(folder, { "gone.ts": code });
    const uri = server.open(inside("gone.ts"), code);
    expect(await codes(uri)).toEqual(["no-data-prefix"]);
    rmSync(inside("gone.ts"));
    const changes = [{ uri, type: 3 }];
    void server.connection.sendNotification("workspace/didChangeWatchedFiles", { changes });
    expect(await codes(uri)).toEqual(["no-data-prefix"]);
    server.close(uri);
    expect(await codes(uri)).toEqual([]);
    server.change(uri, "x");
    server.close(uri);
    expect(await server.hover(`${uri}x`, { line: 99, character: 99 })).toBeNull();
  });

  it("goes on while the configuration is broken, and heals with it", async () => {
    const uri = server.open(inside("table.yaml"), manifest);
    for (const broken of ["service: [", "preset: nothing\n", "\0", "contract: [./none.yaml, ../../etc/passwd]\n"]) {
      writeFiles(folder, { "restraint.config.yaml": broken });
      await codes(uri);
      writeFiles(folder, { "restraint.config.yaml": configuration });
      expect(await codes(uri)).toEqual(["no-unknown-kind-fields"]);
    }
    server.close(uri);
  });

  it.runIf(isWhole)("reads a contract of ten megabytes once, and answers at once afterwards", async () => {
    writeFileSync(inside("big.json"), largeContract());
    writeFiles(folder, { "restraint.config.yaml": `${configuration}contract: [./big.json]\n` });
    const before = process.hrtime.bigint();
    const uri = server.open(inside("table.yaml"), manifest);
    expect(await codes(uri)).toContain("no-unknown-kind-fields");
    const start = process.hrtime.bigint();
    for (let index = 0; index < 10; index += 1) {
      server.change(uri, `${manifest}# ${index}\n`);
      await codes(uri);
    }
    // Ten reads would take ten times as long as the first answer, however busy the machine is.
    expect(Number(process.hrtime.bigint() - start)).toBeLessThan(5 * Number(start - before));
    writeFiles(folder, { "restraint.config.yaml": configuration });
    server.close(uri);
  });

  it("ends when its client is killed", async () => {
    const other = new LanguageServer(folder);
    await other.start(folder, fullCapabilities);
    expect(await other.diagnostics(other.open(inside("list.ts"), code))).toHaveLength(1);
    other.process.stdin?.end();
    expect(await other.ended).not.toBeUndefined();
  });
});
