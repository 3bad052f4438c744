import ts from "typescript";
import { describe, expect, test } from "vitest";
import { analyseCode } from "../../../src/analysis/code";
import { builtinContract } from "../../../src/contract/builtin";
import { noFacts } from "../../../src/contract/configuration/configuration";
import { sending } from "../../harness/growing";
import { requestsOf } from "../../harness/project-requests";
import { partOf } from "../../harness/runs";

const opening: Readonly<Record<string, (level: number) => readonly [string, string]>> = {
  "for loops that count": (level) => [`for (let i${level} = 0; i${level} < c.n; i${level}++) {`, "}"],
  "for loops over lists": (level) => [`for (const x${level} of c.list${level}) {`, "}"],
  "while loops": (level) => [`while (c.more${level}()) {`, "}"],
  "do loops": (level) => ["do {", `} while (c.more${level}());`],
  callbacks: (level) => [`c.list${level}.forEach((x${level}) => {`, "});"],
};

function nest(kind: string, depth: number, body: string): string {
  const levels = Array.from({ length: depth }, (_, level) => opening[kind]?.(level) ?? ["", ""]);
  return `${levels.map(([start]) => start).join("\n")}\n${body}\n${levels
    .map(([, end]) => end)
    .reverse()
    .join("\n")}\n`;
}

function workOn(text: string): number {
  const sourceFile = ts.createSourceFile("file.ts", text, ts.ScriptTarget.Latest, true);
  const { work, problems } = analyseCode({ ts, sourceFile, contract: builtinContract, facts: noFacts });
  expect(problems).toEqual([]);
  return (work.nodes ?? 0) + (work.joined ?? 0);
}

describe.each(Object.keys(opening))("%s within each other", (kind) => {
  test("take work for each of them, and not for each round of those around them", () => {
    const program = (depth: number): string =>
      `declare const c: any; let o: any = 0; const a: any = {};\n${nest(kind, depth, 'o = c.f(o); a.b = o; void fetch("/w/" + o);')}${sending}`;
    const [six, twelve] = [workOn(program(6)), workOn(program(12))];
    // The square would be 4 times for each loop's own work, which grows too; twice for each round would be 64 times.
    expect(twelve / six).toBeLessThan(16);
  });

  // What a later round of the innermost loop does is seen by its first statement, in each of the outer rounds.
  test.each([
    ["a later round changes", 'let p = "/a", late = false;', 'void fetch(p); if (late) p = "/b"; late = true;'],
    ["a round two later changes", 'let p = "/a", q = "/a", r = "/a";', 'void fetch(p); p = q; q = r; r = "/b";'],
    ["a member holds", 'const o = { p: "/a" };', 'void fetch(o.p); o.p = "/b";'],
    ["a function assigns", 'let p = "/a"; const f = () => { p = "/b"; };', "void fetch(p); f();"],
    ["is pushed", 'const l = ["/a"];', 'void fetch(l.at(-1)); l.push("/b");'],
    [
      "the body is sent with",
      "const b = { n: 1 };",
      'void fetch("/a", { method: "POST", body: JSON.stringify(b) }); b.n = "x";',
    ],
  ])("say of what %s as much as one does", (_, before, body) => {
    const requests = (depth: number, inside: number): readonly string[] =>
      requestsOf({
        "a.ts": `declare const c: any;\n${nest(kind, inside, `${before}\n${nest(kind, depth - inside, body)}`)}`,
      });
    const once = requests(1, 0);
    expect(once.length).toBeGreaterThan(0);
    expect(once.join()).not.toBe("GET /a");
    const shapes = [2, 3, 5].flatMap((depth) => [0, 1, depth - 1].map((inside) => [depth, inside] as const));
    for (const [depth, inside] of partOf(shapes, 1 / 3))
      expect(requests(depth, inside), `${depth} ${inside}`).toEqual(once);
  });
});
