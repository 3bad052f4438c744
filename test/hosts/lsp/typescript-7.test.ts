import { mkdirSync, realpathSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { installCached } from "../../cached-package";
import { projectWithPackage } from "../../harness/hosts/installed";
import { applyTextEdits, behind, editsOf, LanguageServer } from "../../harness/hosts/language-server";

/**
 * One session of an editor with two servers: TypeScript 7's own, which loads no plugins, and ours, which brings its own TypeScript for the same files.
 */

const compiler = installCached("typescript", "7.0.2", "bin/tsc");
const skipped = compiler === undefined ? " (skipped: TypeScript 7 is not installed)" : "";

const code = `interface Widget { id: string; owner: { name: string } }
export const list = async () => {
  const response = await fetch("https://api.example.com/v1/widgets?fields=data/items(id)");
  return (await response.json()) as { items: Widget[] };
};
export const count: string = 1;
`;

describe.skipIf(compiler === undefined)(`TypeScript 7's server and ours in one session${skipped}`, () => {
  const plugins = [{ name: "eslint-plugin-restraint/tsserver" }];
  const folder = realpathSync(
    projectWithPackage({
      "tsconfig.json": JSON.stringify({
        compilerOptions: { strict: true, lib: ["es2022", "dom"], types: [], module: "esnext", plugins },
      }),
      "restraint.config.yaml": "service: { baseUrls: [https://api.example.com/v1], conventions: [all] }\n",
      "list.ts": code,
    }),
  );
  // What a project on TypeScript 7 has.
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  symlinkSync(join(compiler ?? "", "../.."), join(folder, "node_modules/typescript"), "dir");
  const ours = [process.execPath, join(folder, "node_modules/eslint-plugin-restraint/dist/src/hosts/cli/main.js")];
  const editor = {
    typescript: new LanguageServer(folder, [process.execPath, compiler ?? "", "--lsp", "--stdio"]),
    restraint: new LanguageServer(folder, [...ours, "lsp", "--stdio"]),
  };
  const servers = Object.values(editor);
  afterAll(async () => {
    expect(editor.restraint.log).toEqual([]);
    await Promise.all(servers.map((server) => server.stop()));
  });

  it("shows TypeScript's errors and our findings, completes in both, and follows the same edits", async () => {
    await Promise.all(servers.map((server) => server.start(folder)));
    const file = join(folder, "list.ts");
    const [uri = ""] = servers.map((server) => server.open(file, code));
    const codes = async (): Promise<unknown[]> => {
      const found = await Promise.all(servers.map((server) => server.diagnostics(uri)));
      return found.map((diagnostics) => diagnostics.map(({ code: each }) => each));
    };
    expect(await codes()).toEqual([[2322], ["no-data-prefix"]]);

    const [finding] = await editor.restraint.diagnostics(uri);
    const [fix] = finding ? await editor.restraint.actions(uri, finding.range) : [];
    const fixed = fix ? applyTextEdits(code, editsOf(fix)) : "";
    expect(fixed).toContain("?fields=items(id)");
    const edited = fixed.replace("items(id)", "items(id,)").replace("string = 1", "number = 1").concat("count.to");
    for (const server of servers) server.change(uri, edited);
    expect(await codes()).toEqual([[2339], ["valid-fields"]]);

    const labels = async (server: LanguageServer, piece: string): Promise<string[]> => {
      const found: unknown = await server.complete(uri, behind(edited, piece));
      const items = (found as { items?: { label: string }[] } | null)?.items ?? found;
      return ((items ?? []) as { label: string }[]).map(({ label }) => label);
    };
    expect(await labels(editor.typescript, "count.to")).toContain("toFixed");
    expect(await labels(editor.typescript, "items(id,")).not.toContain("owner");
    expect(await labels(editor.restraint, "items(id,")).toEqual(["owner"]);
    expect(await labels(editor.restraint, "count.to")).toEqual([]);
  });
});
