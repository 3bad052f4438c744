import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { traceText } from "../../src/generate/trace";

const page = readFileSync(join(__dirname, "../../docs/evaluator.md"), "utf8");

it("prints the states that the page shows for its example", () => {
  const [, source = "", printed = ""] = /```ts\n(.*?)```.*?```text\n(.*?)```/su.exec(page) ?? [];
  expect(traceText("example.ts", source)).toBe(printed);
});

it("shows the statements of one line alone, with what they changed", () => {
  const source = "let a = 1;\nfor (const b of [1, 2]) {\n  a += b;\n}\n";
  expect(traceText("a.ts", source, 3)).toBe("3: a += b;\n     b = 1\n     a = 2\n3: a += b;\n     b = 2\n     a = 4\n");
});

it("says where all is run again, as a function writes what the top level reads", () => {
  const source = "let a = 1;\nexport function set() {\n  a = 2;\n}\nsetTimeout(set);\nconst b = a;\n";
  expect(traceText("a.ts", source)).toContain("again, as asynchronous writes were found\n");
});
