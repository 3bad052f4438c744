import { join } from "node:path";
import type TS from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectWithPackage } from "../../harness/hosts/installed";
import { platformTypes } from "../../harness/hosts/platform";
import { TsServer, typescriptsInTurn } from "../../harness/hosts/tsserver";

const types = `export interface Widget { id: string; owner: { name: string } }
export const nameOf = (widget: Widget): string => widget.owner.name;
`;
const list = `import type { Widget } from "./types";
export async function list() {
  const response = await fetch("https://api.example.com/v1/widgets?fields=items(id,owner/name)");
  return (await response.json()) as { items: Widget[] };
}
`;

const taken = `interface Item { id: string; owner: string }
async function get<T>(path: string, fields: string): Promise<T> {
  const response = await fetch("https://api.example.com/v1" + path + "?fields=" + fields);
  return ((await response.json()) as { data: T }).data;
}
export const item = get<Item>("/items/1", "id,owner");
`;

interface Span {
  readonly start: TS.server.protocol.Location;
}

describe.each(typescriptsInTurn)("between files, in tsserver $version", ({ version, folder }) => {
  const name = version.startsWith("5.4") ? "eslint-plugin-restraint" : "eslint-plugin-restraint/tsserver";
  let server: TsServer;
  let project: string;
  beforeAll(() => {
    // Both of its names: the plugin is there once all the same.
    const plugins = [{ name, selectedFields: true }, { name: "eslint-plugin-restraint" }];
    const compilerOptions = { strict: true, target: "es2022", lib: ["es2022"], types: [], plugins };
    project = projectWithPackage({
      "tsconfig.json": JSON.stringify({ compilerOptions }),
      "restraint.config.yaml": "service: { baseUrls: [https://api.example.com/v1], conventions: [all] }\n",
      "platform.d.ts": platformTypes,
      "types.ts": types,
      "list.ts": list,
      "taken.ts": taken,
      "wrong.ts": 'export const get = () => fetch("https://api.example.com/v1/widgets?fields=data/id");\n',
    });
    server = new TsServer(folder, { cwd: project });
    for (const file of ["types.ts", "list.ts", "taken.ts", "wrong.ts"]) server.open(join(project, file));
  });
  afterAll(() => server.close());

  function at(file: string, text: string, piece: string): object {
    const before = text.slice(0, text.indexOf(piece) + piece.length).split("\n");
    return { file: join(project, file), line: before.length, offset: (before.at(-1)?.length ?? 0) + 1 };
  }
  const places = (found: readonly (Span & { readonly file: string })[]): string[] =>
    found.map(({ file, start }) => `${file.split("/").at(-1) ?? ""} ${start.line}:${start.offset}`).sort();
  const everywhere = ["list.ts 3:90", "types.ts 1:48", "types.ts 2:64"];

  it("leads from a segment to the property", async () => {
    const found = await server.request<TS.server.protocol.DefinitionInfoAndBoundSpan>(
      "definitionAndBoundSpan",
      at("list.ts", list, "owner/na"),
    );
    expect(places(found.definitions)).toEqual(["types.ts 1:48"]);
    expect(found.textSpan.start).toEqual({ line: 3, offset: 90 });
  });

  it.each([
    ["a segment", "list.ts", list, "owner/na"],
    ["the property", "types.ts", types, "{ na"],
    ["a use of it", "types.ts", types, "owner.na"],
  ])("finds and renames all uses, segments among them, from %s", async (_, file, text, piece) => {
    const { refs } = await server.request<TS.server.protocol.ReferencesResponseBody>(
      "references",
      at(file, text, piece),
    );
    expect(places(refs)).toEqual(everywhere);
    const renamed = await server.request<TS.server.protocol.RenameResponseBody>("rename", at(file, text, piece));
    const spans = renamed.locs.flatMap(({ file: of, locs }) => locs.map((each) => ({ file: of, start: each.start })));
    expect(places(spans)).toEqual(everywhere);
  });

  it("renames a segment of what a wrapper takes out of an answer", async () => {
    const renamed = await server.request<TS.server.protocol.RenameResponseBody>(
      "rename",
      at("taken.ts", taken, "id,ow"),
    );
    const spans = renamed.locs.flatMap(({ file, locs }) => locs.map(({ start }) => ({ file, start })));
    expect(places(spans)).toEqual(["taken.ts 1:30", "taken.ts 6:47"]);
  });

  it("hints how many fields are selected, and explains a call that was looked at", async () => {
    const file = join(project, "list.ts");
    expect(await server.diagnostics(file)).toEqual([]);
    const hints = await server.request<TS.server.protocol.InlayHintItem[]>("provideInlayHints", {
      file,
      start: 0,
      length: list.length,
    });
    expect(hints.map(({ text, position }) => [text, position.line])).toEqual([["2 fields", 3]]);
    const info = await server.request<TS.server.protocol.QuickInfoResponseBody>(
      "quickinfo",
      at("list.ts", list, "await fet"),
    );
    expect(info.displayString).toContain("function fetch");
    expect(JSON.stringify(info.documentation)).toContain("(request) GET /widgets");
  });

  it("says each finding once, though the plugin is named twice", async () => {
    const found = await server.diagnostics(join(project, "wrong.ts"));
    expect(found.map(({ source }) => source)).toEqual(["restraint/no-data-prefix"]);
  });
});
