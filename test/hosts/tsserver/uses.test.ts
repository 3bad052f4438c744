import { join } from "node:path";
import type TS from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectWithPackage } from "../../harness/hosts/installed";
import { platformTypes } from "../../harness/hosts/platform";
import { TsServer, typescriptsInTurn } from "../../harness/hosts/tsserver";

const api = "https://api.example.com/v1";
const first = `export async function show(id: string) {
  const widget = await (await fetch(\`${api}/widgets/\${id}?limit=5\`)).json();
  return widget.owner.name + widget.id;
}
export const make = async () => (await fetch("${api}/widgets", { method: "POST" })).ok;
`;
const second = `export const title = async (id: string) => (await (await fetch(\`${api}/widgets/\${id}\`)).json()).title;
export const other = () => fetch("https://elsewhere.example.com/widgets");
`;
const contract = `service: { servers: ["${api}"] }
endpoints: { GET /widgets: {}, POST /widgets: { deprecated: true }, "GET /widgets/{id}": { query: { limit: {} } } }
`;

describe.each(typescriptsInTurn)("what a project uses of an endpoint, in tsserver $version", ({ version, folder }) => {
  let server: TsServer;
  let project: string;
  beforeAll(() => {
    const name = version.startsWith("5.4") ? "eslint-plugin-restraint" : "eslint-plugin-restraint/tsserver";
    const plugins = [{ name }];
    project = projectWithPackage({
      "tsconfig.json": JSON.stringify({
        compilerOptions: {
          strict: true,
          target: "es2022",
          lib: ["es2022"],
          types: [],
          moduleResolution: "node",
          plugins,
        },
      }),
      "restraint.config.yaml": "contract: [contract.yaml]\nbuiltin: false\nrules: { no-deprecated: warn }\n",
      "contract.yaml": contract,
      "platform.d.ts": platformTypes,
      "first.ts": first,
      "second.ts": second,
    });
    server = new TsServer(folder, { cwd: project });
    server.open(join(project, "second.ts"));
    server.open(join(project, "first.ts"));
  });
  afterAll(() => server.close());

  function ask<T>(command: string, file: string, text: string, piece: string): Promise<T> {
    const before = text.slice(0, text.indexOf(piece) + piece.length).split("\n");
    const place = { line: before.length, offset: (before.at(-1)?.length ?? 0) + 1 };
    return server.request<T>(command, { file: join(project, file), ...place });
  }

  it.each<[where: string, file: string, text: string, piece: string, calls: readonly string[]]>([
    ["a path", "second.ts", second, "v1/wid", ["first.ts 2:31", "second.ts 1:58"]],
    ["the path of another endpoint", "first.ts", first, '("https://api.example.com/v1/wid', ["first.ts 5:40"]],
  ])("leads from %s to all calls of its endpoint", async (_, file, text, piece, calls) => {
    const { refs } = await ask<TS.server.protocol.ReferencesResponseBody>("references", file, text, piece);
    expect(refs.map(({ file: of, start }) => `${of.split("/").at(-1) ?? ""} ${start.line}:${start.offset}`)).toEqual(
      calls,
    );
  });

  it("marks what is deprecated as such, and nothing else", async () => {
    const ours = async (name: string): Promise<unknown[]> =>
      (await server.diagnostics(join(project, name)))
        .filter(({ source = "" }) => source.startsWith("restraint/"))
        .map(({ source, reportsDeprecated }) => [source, reportsDeprecated !== undefined]);
    expect(await ours("first.ts")).toEqual([["restraint/no-deprecated", true]]);
    expect(await ours("second.ts")).toEqual([]);
  });

  it("leaves other texts and names to TypeScript", async () => {
    const references = async (piece: string): Promise<number[]> =>
      (await ask<TS.server.protocol.ReferencesResponseBody>("references", "second.ts", second, piece)).refs.map(
        ({ start }) => start.line,
      );
    expect(await references("elsewhere")).not.toContain(1);
    expect(await references("= async (i")).toEqual([1, 1]);
  });

  it("tells at a path what the project uses of its endpoint", async () => {
    const hover = async (piece: string): Promise<string> =>
      JSON.stringify(await ask<TS.server.protocol.QuickInfoResponseBody>("quickinfo", "second.ts", second, piece));
    // A hover does not wait for all files of the project.
    await expect
      .poll(() => hover("v1/wid"), { timeout: 50_000 })
      .toMatch(/Here: 2 callers, reads owner\/name,id,title, sends limit\./u);
    expect(await hover("const oth")).not.toContain("Here:");
  });
});
