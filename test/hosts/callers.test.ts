import { realpathSync } from "node:fs";
import { join } from "node:path";
import type TS from "typescript";
import type { Hover } from "vscode-languageserver/node";
import { afterAll, describe, expect, it } from "vitest";
import { projectWithPackage } from "../harness/hosts/installed";
import { behind, LanguageServer } from "../harness/hosts/language-server";
import { TsServer, typescriptsInTurn } from "../harness/hosts/tsserver";

/** Who calls a request's function is told under the mouse, by the plugin and by the server alike. */

const api = `export async function load(id: string): Promise<unknown> {
  const response = await fetch("https://api.example.com/v1/widgets/" + id);
  return response.json();
}
export class Store {
  readonly refresh = (): void => {
    queue(() => fetch("https://api.example.com/v1/stores"));
  };
}
export const alone = () => fetch("https://api.example.com/v1/alone");
void fetch("https://api.example.com/v1/outside");
declare function queue(work: () => unknown): void;
`;
const pages = Array.from({ length: 6 }, (_, index) => `export const page${index} = () => load("${index}");\n`).join("");
const files = {
  "api.ts": api,
  "src/pages.ts": `import { load } from "../api";\n${pages}`,
  "src/start.ts": 'import { Store } from "../api";\nnew Store().refresh();\n',
};
const cases = [
  [
    "a function, by some of its callers",
    "await fet",
    /`load` is called by `page0` \(`src\/pages\.ts`\), .*, `page4` \(`src\/pages\.ts`\) and 1 more/u,
  ],
  [
    "a member, through a callback, by a file that calls it",
    "queue(() => fet",
    /`refresh` is called by `src\/start\.ts`/u,
  ],
  ["one that nobody calls", "alone = () => fet", undefined],
  ["no function at all", "void fet", undefined],
] as const;

function makeProject(plugin: string): string {
  const compilerOptions = { strict: true, target: "es2022", lib: ["es2022"], types: [], plugins: [{ name: plugin }] };
  return realpathSync(
    projectWithPackage({
      "tsconfig.json": JSON.stringify({ compilerOptions }),
      "restraint.config.yaml": "service: { baseUrls: [https://api.example.com/v1], conventions: [all] }\n",
      "globals.d.ts": "declare function fetch(url: string): Promise<{ json(): Promise<unknown> }>;\n",
      ...files,
    }),
  );
}

function expectLine(told: string, line: RegExp | undefined): void {
  expect(told).toContain("(request) GET");
  if (line) expect(told).toMatch(line);
  else expect(told).not.toContain("called by");
}

describe.each(typescriptsInTurn)("hover in tsserver $version", ({ version, folder }) => {
  const project = makeProject(
    version.startsWith("5.4") ? "eslint-plugin-restraint" : "eslint-plugin-restraint/tsserver",
  );
  const server = new TsServer(folder, { cwd: project });
  afterAll(() => server.close());

  it.each(cases)("tells who calls %s", async (_, piece, line) => {
    const file = join(project, "api.ts");
    server.open(file);
    await server.diagnostics(file);
    const before = api.slice(0, api.indexOf(piece) + piece.length).split("\n");
    const place = { file, line: before.length, offset: (before.at(-1) ?? "").length + 1 };
    const info = await server.request<TS.server.protocol.QuickInfoResponseBody>("quickinfo", place);
    expectLine(JSON.stringify(info.documentation), line);
  });
});

describe("hover in the language server", () => {
  const project = makeProject("eslint-plugin-restraint/tsserver");
  const server = new LanguageServer(project);
  afterAll(async () => {
    expect(server.log).toEqual([]);
    expect(await server.stop()).toBe(0);
  });

  it("tells who calls the same", async () => {
    await server.start(project);
    const uri = server.open(join(project, "api.ts"), api);
    for (const [, piece, line] of cases) {
      const hover: Hover | null = await server.hover(uri, behind(api, piece));
      expectLine(JSON.stringify(hover?.contents), line);
    }
  });
});
