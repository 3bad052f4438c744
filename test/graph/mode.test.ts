import ts from "typescript";
import { expect, it } from "vitest";
import { analyseCode } from "../../src/analysis/code";
import { builtinContract } from "../../src/contract/builtin";
import { noFacts } from "../../src/contract/configuration";

const filler = Array.from({ length: 100 }, (_, index) => `label.push("x" + ${index} + name);`).join("\n");

// Without this, a mode that reaches no test would pass all of them unseen.
it("the request graph decides what runs where `npm run test:graph` asks for it, and nowhere else", () => {
  const text = `const send = (id) => fetch("/orders/" + id, { method: "DELETE" });
export function remove(id, name) { const label = []; ${filler} show(label); return send(id); }`;
  const sourceFile = ts.createSourceFile("a.js", text, ts.ScriptTarget.Latest, true);
  const { requests, work } = analyseCode({ ts, sourceFile, contract: builtinContract, facts: noFacts });
  // What the function sends by itself, and for its caller.
  expect(requests).toHaveLength(2);
  expect((work.nodes ?? 0) < 100).toBe(process.env.RESTRAINT_GRAPH === "1");
});
