import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";
import { callsText, graphText } from "../../src/generate/trace";
import type { Sources } from "../../src/project/sources";

const page = readFileSync(join(__dirname, "../../docs/debugging.md"), "utf8");

it("prints what the page shows for its example", () => {
  const [, source = "", printed = ""] = /```ts\n(.*?)```.*?```text\n(4: .*?)```/su.exec(page) ?? [];
  expect(callsText("example.ts", source, 4)).toBe(printed);
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
