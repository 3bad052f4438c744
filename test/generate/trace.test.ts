import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";
import { callsText, graphText } from "../../src/generate/trace";
import type { Sources } from "../../src/project/sources";

const readPage = (name: string): string => readFileSync(join(__dirname, `../../docs/${name}.md`), "utf8");
const page = readPage("debugging");
const engine = readPage("engine");

it("prints what the page shows for its example", () => {
  const [, source = "", printed = ""] = /```ts\n(.*?)```.*?```text\n(4: .*?)```/su.exec(page) ?? [];
  expect(callsText("example.ts", source, 4)).toBe(printed);
});

it("prints the graph that the page of the engine shows", () => {
  const [, source = "", printed = ""] = /```ts\n(.*?)```.*?```text\n( {2}v4.*?)```/su.exec(engine) ?? [];
  expect(printed).not.toBe("");
  expect(graphText("a.ts", source)).toContain(printed);
});

it("prints what that page shows of the life of a value", () => {
  const life = engine.slice(engine.indexOf("## The life of one value"));
  const [config = "", send = "", rename = ""] = [...life.matchAll(/```ts\n(.*?)```/gsu)].map(([, text = ""]) => text);
  const [ofSend = "", ofRename = ""] = [...life.matchAll(/```text\n(.*?)```/gsu)].map(([, text = ""]) => text);
  const texts = new Map(Object.entries({ "/config.ts": config, "/send.ts": send, "/rename.ts": rename }));
  const trees = new Map(
    [...texts].map(([name, text]) => [name, ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)]),
  );
  const sources: Sources = {
    find: (_, specifier) => `${specifier.slice(1)}.ts`,
    file: (name) => trees.get(name),
    all: () => [...texts.keys()],
  };
  expect(callsText("/send.ts", send, 5, sources)).toBe(ofSend);
  expect(callsText("/rename.ts", rename, 4, sources)).toBe(ofRename);
});

it("prints the graph of a file", () => {
  expect(graphText("a.ts", 'fetch("/a");\n')).toBe('f0 module\n  v0 = global fetch\n  v1 = "/a"\n  v2 = call v0(v1)\n');
});

it("says where no call is", () => {
  expect(callsText("a.ts", "const a = 1;\n", 1)).toBe("No call begins in line 1.\n");
});

it("says of what a call is not known to send anything", () => {
  expect(callsText("a.ts", "export const run = (it: any) => it.go();\n", 1)).toContain("sends nothing that is known");
});

it("follows imports", () => {
  const other = ts.createSourceFile("/b.ts", 'export const path = "/things";\n', ts.ScriptTarget.Latest, true);
  const sources: Sources = { find: () => "/b.ts", file: () => other };
  const text = 'import { path } from "./b";\nfetch(`https://api.example.com/v1${path}`);\n';
  expect(callsText("/a.ts", text, 2, sources)).toContain("request: GET /v1/things");
});
