import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DocumentLink, FoldingRange, SelectionRange, WorkspaceEdit } from "vscode-languageserver/node";
import { writeFiles } from "../../harness/hosts/installed";
import { behind, LanguageServer } from "../../harness/hosts/language-server";

const text = `# What the garden has,
# and how it is lit.
kind: Lamp
spec: &s
  doors: [front, back]
  notes: |
    one
    two

  list:
    - name: a
      low: 1
    - name: b
other: *s
`;

describe("the structure of a YAML text", () => {
  let server: LanguageServer;
  let folder: string;
  const ask = async <T>(method: string, name: string, content: string, more: object = {}): Promise<T> => {
    const uri = server.open(join(folder, name), content);
    const answer = await server.connection.sendRequest<T>(method, { textDocument: { uri }, ...more });
    server.close(uri);
    return answer;
  };
  const folds = async (name: string, content: string): Promise<string[] | null> => {
    const found = await ask<FoldingRange[] | null>("textDocument/foldingRange", name, content);
    return found?.map(({ startLine, endLine, kind }) => `${startLine}-${endLine}${kind ?? ""}`).sort() ?? null;
  };

  beforeAll(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), "restraint-lsp-")));
    writeFiles(folder, { "base/kustomization.yaml": "resources: []\n", "lamp.yaml": "a: 1\n", "empty/note.txt": "" });
    server = new LanguageServer(folder);
    await server.start(folder);
  });
  afterAll(async () => {
    expect(server.log).toEqual([]);
    expect(await server.stop()).toBe(0);
    rmSync(folder, { recursive: true, force: true });
  });

  it("folds by members, elements, texts and comments", async () => {
    expect(await folds("a.yaml", text)).toEqual(["0-1comment", "10-11", "3-12", "5-7", "9-12"]);
    expect(await folds("a.json", '{\n  "a": [\n    1\n  ],\n  "b": 2\n}\n')).toEqual(["1-3"]);
    expect(await folds("two.yaml", "a: 1\nb: 2\n---\nc: 3\nd: 4\n")).toEqual(["0-1", "3-4"]);
  });

  it("renames an anchor with its aliases, in its document, as far as it is the same one", async () => {
    const content =
      "a: &x 1\nb: [*x, '*x', \"&x\"]\nc: &x 2 # *x\nd: *x\ne: &y |\n  *x\nf: *none\n---\na: &x 3\nb: *x\n";
    const renamed = async (piece: string, newName: string): Promise<string[] | null> => {
      const position = behind(content, piece);
      const uri = pathToFileURL(join(folder, "a.yaml")).href;
      const edit = await ask<WorkspaceEdit | null>("textDocument/rename", "a.yaml", content, { position, newName });
      const edits = edit?.changes?.[uri] ?? [];
      return edit && edits.map(({ range: { start }, newText }) => `${start.line}:${start.character} ${newText}`).sort();
    };
    expect(await renamed("a: &x", "door")).toEqual(["0:4 door", "1:5 door"]);
    expect(await renamed("d: *", "door")).toEqual(["2:4 door", "3:4 door"]);
    expect(await renamed("---\na: &x", "y")).toEqual(["8:4 y", "9:4 y"]);
    expect(await renamed("a: &x", "y")).toEqual([]);
    expect(await renamed("a: &x", "a b")).toEqual([]);
    expect(await renamed("f: *n", "door")).toBeNull();
    expect(await renamed("b: [*x, '*", "door")).toBeNull();
  });

  it("leaves folding to the editor where a text cannot be read, and in code", async () => {
    expect(await folds("a.yaml", `${text}bad: [`)).toBeNull();
    expect(await folds("a.ts", "export const a = {\n  b: 1,\n};\n")).toBeNull();
  });

  it("grows a selection from the word to the whole", async () => {
    const position = behind(text, "name: ");
    const [found] = await ask<SelectionRange[]>("textDocument/selectionRange", "a.yaml", text, {
      positions: [position],
    });
    const lines: string[] = [];
    for (let at: SelectionRange | undefined = found; at; at = at.parent)
      lines.push(`${at.range.start.line}:${at.range.start.character}-${at.range.end.line}:${at.range.end.character}`);
    expect(lines).toEqual([
      "10:12-10:13",
      "10:6-10:13",
      "10:6-11:12",
      "10:4-12:13",
      "9:2-12:13",
      "4:2-12:13",
      "3:0-12:13",
      "2:0-13:9",
      "0:0-14:0",
    ]);
  });

  it("links the files that a kustomization names", async () => {
    const content =
      "resources: [base, lamp.yaml, gone.yaml, empty, 'https://example.com/lamp.yaml']\npatches: [{ path: ./lamp.yaml }]\nother: [lamp.yaml]\n";
    const found = await ask<DocumentLink[]>("textDocument/documentLink", "kustomization.yaml", content);
    const uri = (name: string): string => pathToFileURL(join(folder, name)).href;
    expect(found.map(({ target }) => target)).toEqual([
      uri("base/kustomization.yaml"),
      uri("lamp.yaml"),
      uri("lamp.yaml"),
    ]);
  });
});
