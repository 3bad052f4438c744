import ts from "typescript";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { analyseCode } from "../../../src/analysis/code";
import { builtinContract } from "../../../src/contract/builtin";
import { noFacts } from "../../../src/contract/configuration/configuration";
import { contradictions } from "../../harness/consistent";
import { WireServer } from "../../harness/wire";
import { renderRequest } from "../render";
import { wrongInModes } from "./claims";

/** Programs that put the address of one request together, and what is known of it where the base is. */
const programs: readonly (readonly [known: string, source: string])[] = [
  ["GET /a ?x=1 []", 'const u = new URL(base + "/a?x=1#h"); await fetch(u);'],
  ["GET /a ?x=1 []", 'await fetch(base + "/a?x=1#h");'],
  ["GET /a []", 'const u = new URL(base + "/a#h"); u.hash = "other"; await fetch(u);'],
  ["GET /a ?y=2 []", 'const u = new URL(base + "/a?x=1"); u.search = "?y=2"; await fetch(u);'],
  ["GET /a ?y=2 []", 'const u = new URL(base + "/a#h"); u.search = "y=2"; await fetch(u);'],
  [
    "GET /a ?z=3 []",
    'const u = new URL(base + "/a?x=1"); u.search = ""; u.searchParams.set("z", "3"); await fetch(u);',
  ],
  ["GET /b/c ?x=1 []", 'const u = new URL(base + "/a?x=1"); u.pathname = "/b/c"; await fetch(u);'],
  ["GET /b []", 'const u = new URL(base + "/a"); u.pathname = "b"; await fetch(u);'],
  ["GET /a/b/c []", 'const u = new URL(base + "/a"); u.pathname += "/b/c"; await fetch(u);'],
  ["GET /a/{text} []", 'const u = new URL(base + "/a"); u.pathname = `/a/${text}`; await fetch(u);'],
  ["GET /c%20d []", 'const u = new URL(base + "/a"); u.pathname = "/b/../c d"; await fetch(u);'],
  ["GET /a ?y=3 []", 'const u = new URL(base + "/a?x=1&x=2&y=3"); u.searchParams.delete("x"); await fetch(u);'],
  [
    "GET /a ?x?=…&y=3 []",
    'const u = new URL(base + "/a?x=1&x=2&y=3"); u.searchParams.delete("x", "1"); await fetch(u);',
  ],
  ["GET /b/c []", 'await fetch(base + "/a/../b/./c");'],
  ["GET /b/c []", 'await fetch(base + "/a/%2E./b/%2e/c");'],
  ["GET /ab ?x=1&y=2 []", 'await fetch(" " + base + "/a\\n\\tb?x=1\\n&y=2\\n");'],
  ["GET /a/b ?x=\\ []", 'await fetch(base + "\\\\a\\\\b?x=\\\\");'],
  ["GET /b/ []", 'await fetch(base + "/a/../b/c/..");'],
  ["GET /b/{text} []", "await fetch(`${base}/a/../b/${text}`);"],
  ["GET ? []", "await fetch(`${base}/a/${text}/../b`);"],
  ["GET /x/b []", 'const u = new URL("../b", base + "/x/y/z"); await fetch(u);'],
  ["GET /a []", 'const u = new URL(base + "/a?b=1"); await fetch(u.origin + u.pathname);'],
  ["GET /a ?b=1&c=2 []", 'const u = new URL(base + "/a?b=1"); await fetch(u.href + "&c=2");'],
  ["GET ? ?… []", 'const u = new URL(base + "/a"); if (text === "t") u.pathname = "/b"; await fetch(u);'],
];

describe("an address is what is sent", () => {
  let wire: WireServer;
  beforeAll(async () => {
    wire = await WireServer.start();
  });
  afterAll(() => wire.stop());

  test.each(programs)("%s: %s", async (known, source) => {
    // The programs are our own.
    // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call -- see above
    await new Function("base", "text", `return (async () => { ${source} })()`)(wire.url, "t");
    const arrived = wire.take("").at(-1);
    if (!arrived) throw new Error("nothing arrived");
    const texts = [
      'const base = "http://host"; export async function main(text)',
      "export async function main(base, text)",
    ].map((head) => `${head} { ${source} }`);
    const found = texts.map((text) => {
      const sourceFile = ts.createSourceFile("program.js", text, ts.ScriptTarget.Latest, true);
      return analyseCode({ ts, sourceFile, contract: builtinContract, facts: noFacts }).requests;
    });
    expect(found[0]?.map(renderRequest)).toEqual([known]);
    for (const all of found) {
      expect(all).toHaveLength(1);
      expect(all.flatMap((request) => contradictions(request, arrived))).toEqual([]);
    }
    expect(wrongInModes(texts.map((text) => ({ text, arrived: [arrived] })))).toEqual([]);
  });
});
