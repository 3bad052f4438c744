import { join } from "node:path";
import type TS from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectWithPackage } from "../../harness/hosts/installed";
import { TsServer, typescriptsInTurn } from "../../harness/hosts/tsserver";

const typed = `interface Widget {
  id: string;
  /** Who has it. */
  owner: { name: string; email?: string } }
interface Page { items: Widget[]; nextPageToken?: string }
export async function list(): Promise<Page> {
  const response = await fetch("https://api.example.com/v1/widgets?fields=items(id,)");
  return (await response.json()) as Page;
}
declare function pick(name: "left" | "right"): void;
pick("");
`;
const described = `export const read = (id: string) => fetch(\`https://api.example.com/v1/files/\${id}?fields=owner/n\`);
`;
const literals = `declare const api: { get<T>(path: string, fields: "id" | "other"): Promise<T> };
export const get = (fields: "id" | "other") => fetch("https://api.example.com/v1/files/7?fields=" + fields);
void get("o");
void api;
`;
const things = `const response = await fetch("https://api.example.com/v1/things");
console.log(((await response.json()) as { id: string; size: number }).id);
export {};
declare const console: { log(text: string): void };
`;
const unwrapped = `interface Item { id: string; owner: string }
async function get<T>(path: string, fields: string): Promise<T> {
  const response = await fetch("https://api.example.com/v1" + path + "?fields=" + fields);
  return ((await response.json()) as { data: T }).data;
}
void get<Item>("/items/1", "id,");
`;
const contract = `resources:
  - path: /files/{id}
    schema:
      type: object
      properties:
        id: { type: string }
        owner: { type: object, properties: { name: { type: string }, nick: { type: string } } }
`;

describe.each(typescriptsInTurn)("in tsserver $version", ({ version, folder }) => {
  const name = version.startsWith("5.4") ? "eslint-plugin-restraint" : "eslint-plugin-restraint/tsserver";
  let server: TsServer;
  let project: string;

  beforeAll(() => {
    const compilerOptions = { strict: true, target: "es2022", lib: ["es2022"], types: [], plugins: [{ name }] };
    project = projectWithPackage({
      "tsconfig.json": JSON.stringify({ compilerOptions }),
      "restraint.config.yaml": "service: { baseUrls: [https://api.example.com/v1] }\ncontract: [./files.yaml]\n",
      "files.yaml": contract,
      "globals.d.ts": "declare function fetch(url: string): Promise<{ json(): Promise<unknown> }>;\n",
      "typed.ts": typed,
      "described.ts": described,
      "literals.ts": literals,
      "things.ts": things,
      "unwrapped.ts": unwrapped,
    });
    server = new TsServer(folder, { cwd: project });
    for (const file of ["typed.ts", "described.ts", "literals.ts", "unwrapped.ts"]) server.open(join(project, file));
  });
  afterAll(() => server.close());

  /** @returns the place behind a piece of a text, as tsserver counts it. */
  function behind(text: string, piece: string): TS.server.protocol.Location {
    const before = text.slice(0, text.indexOf(piece) + piece.length).split("\n");
    return { line: before.length, offset: (before.at(-1)?.length ?? 0) + 1 };
  }

  async function complete(file: string, text: string, piece: string): Promise<readonly string[] | undefined> {
    const info = await server.request<TS.server.protocol.CompletionInfo | undefined>("completionInfo", {
      file: join(project, file),
      ...behind(text, piece),
    });
    return info?.entries.map(({ name: entry, replacementSpan: span }) =>
      span ? `${entry} ${span.start.offset}-${span.end.offset}` : entry,
    );
  }

  it("completes fields of the declared type, where the cursor stands", async () => {
    const column = behind(typed, "items(id,").offset;
    // `id` is selected already.
    expect(await complete("typed.ts", typed, "items(id,")).toEqual([`owner ${column}-${column}`]);
  });

  it("completes fields of what a wrapper takes out of an answer", async () => {
    const { offset } = behind(unwrapped, '"id,');
    expect(await complete("unwrapped.ts", unwrapped, '"id,')).toEqual([`owner ${offset}-${offset}`]);
  });

  it("tells the type and the description of an entry, as tsserver asks for them", async () => {
    const details = async (file: string, text: string, piece: string): Promise<unknown> => {
      const place = { file: join(project, file), ...behind(text, piece), entryNames: ["owner", "nick"] };
      const found = await server.request<TS.server.protocol.CompletionEntryDetails[]>("completionEntryDetails", place);
      return found.map(({ displayParts, documentation = [] }) =>
        [...displayParts, ...documentation].map((each) => each.text),
      );
    };
    expect(await details("typed.ts", typed, "items(id,")).toEqual([["owner: an object", "Who has it."]]);
    expect(await details("described.ts", described, "owner/n")).toEqual([["nick: a string"]]);
  });

  it("replaces the segment that is being written, by the contract's resources", async () => {
    const column = behind(described, "owner/").offset;
    expect(await complete("described.ts", described, "owner/n")).toEqual([
      `name ${column}-${column + 1}`,
      `nick ${column}-${column + 1}`,
    ]);
  });

  it("leaves TypeScript's own entries as they are, and adds what they lack", async () => {
    expect(await complete("typed.ts", typed, 'pick("')).toEqual(["left 7-7", "right 7-7"]);
    expect(await complete("literals.ts", literals, 'get("o')).toEqual([
      expect.stringMatching(/^id /u),
      expect.stringMatching(/^other /u),
      expect.stringMatching(/^owner /u),
    ]);
    await expect(complete("typed.ts", typed, 'fetch("https:')).rejects.toThrow("No content available");
  });

  it("tells the type of the segment under the cursor", async () => {
    const info = await server.request<TS.server.protocol.QuickInfoResponseBody>("quickinfo", {
      file: join(project, "typed.ts"),
      ...behind(typed, "fields=it"),
    });
    expect(info.displayString).toBe("(field of the response) items: a list of objects");
    expect(info.end.offset - info.start.offset).toBe("items".length);
  });

  it("writes the selector from what the code reads, as a refactoring", async () => {
    const file = join(project, "typed.ts");
    await server.diagnostics(file);
    const { line, offset } = behind(typed, "v1/widg");
    const place = { file, startLine: line, startOffset: offset, endLine: line, endOffset: offset };
    const found = await server.request<TS.server.protocol.ApplicableRefactorInfo[]>("getApplicableRefactors", place);
    // The response is returned whole: nobody knows what is read of it.
    expect(found.map(({ name: each }) => each)).not.toContain("restraint/write-fields");
    const other = join(project, "things.ts");
    server.open(other);
    await server.diagnostics(other);
    const at = { file: other, startLine: 1, startOffset: 40, endLine: 1, endOffset: 40 };
    const offered = await server.request<TS.server.protocol.ApplicableRefactorInfo[]>("getApplicableRefactors", at);
    expect(offered.map(({ name: each, description }) => [each, description])).toContainEqual([
      "restraint/write-fields",
      "Write `fields` from what is read: id",
    ]);
    const asked = { ...at, refactor: "restraint/write-fields", action: "write" };
    const { edits } = await server.request<TS.server.protocol.RefactorEditInfo>("getEditsForRefactor", asked);
    expect(edits.flatMap(({ textChanges }) => textChanges.map(({ newText }) => newText))).toEqual(["?fields=id"]);
  });
});
