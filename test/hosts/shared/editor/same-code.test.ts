import fc from "fast-check";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { moveFindingsOfSameCode } from "../../../../src/hosts/editor/move-findings";
import { isSameCode } from "../../../../src/hosts/editor/same-code";
import { runsOf } from "../../../harness/runs";

const parse = (text: string): ts.SourceFile =>
  ts.createSourceFile("file.tsx", text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);

/** @returns each node and token of a tree: its kind, its text if it has no parts, and its range. */
function partsOf(
  file: ts.SourceFile,
): readonly { readonly is: string; readonly start: number; readonly end: number }[] {
  const parts: { is: string; start: number; end: number }[] = [];
  const visit = (node: ts.Node): void => {
    const children = node.getChildren(file);
    const start = node.getStart(file);
    const text = children.length === 0 ? file.text.slice(start, node.end) : "";
    const isCode = node.kind !== ts.SyntaxKind.SyntaxList && node !== file;
    if (isCode && start < node.end) parts.push({ is: `${ts.SyntaxKind[node.kind]} ${text}`, start, end: node.end });
    children.forEach(visit);
  };
  visit(file);
  return parts;
}

const pieces = [
  ..."abx/*`\"'<>(){};,=.?!#@".split(""),
  ...[" ", "  ", "\t", "\n", "\r\n", "\n\n", "// c\n", "// c", "/* c */", " /* c\n */ ", "/** @type {a} */", "/a b/g"],
  ...["const a = 1;", "return", "a ? b : x", "`a ${b} c ${x} d`", "<p>a {b} x</p>", "</p>", "'a b'", "let", "++", "${"],
];
const statements = [
  "a = 1 ;",
  "a . b ( x , /a b/g ) ;",
  "x = `a ${ b } c` ;",
  "<p> a { b } x </p> ;",
  "return ;",
  "a ++ ;",
  "let b",
];
const texts = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.constantFrom(...statements), fc.constantFrom(" ", "\n")), {
    maxLength: 12,
  })
  .map((all) => all.join(""));

describe("a text that is taken for the same code", { tags: ["long"] }, () => {
  it("has the same nodes and tokens, where findings are moved to", () => {
    let same = 0;
    fc.assert(
      fc.property(
        texts,
        fc.constantFrom("", ...pieces),
        fc.nat(),
        fc.nat({ max: 3 }),
        (before, inserted, at, length) => {
          const start = at % (before.length + 1);
          const after = before.slice(0, start) + inserted + before.slice(start + length);
          const tree = parse(after);
          if (!isSameCode(ts, before, tree)) return;
          if (before !== after) same += 1;
          const findings = partsOf(parse(before)).map(({ is, start, end }) => ({
            ...{ rule: "valid-fields", messageId: is, message: "", severity: "error" as const, related: [] },
            range: { start, end },
          }));
          const moved = moveFindingsOfSameCode(findings, before, after);
          expect(moved.map(({ messageId, range }) => ({ is: messageId, ...range }))).toEqual(partsOf(tree));
        },
      ),
      { numRuns: runsOf(4000, 1 / 4) },
    );
    expect(same).toBeGreaterThan(20);
  });

  const code =
    "send( a,  b);\n// eslint-disable-next-line\n\nreturn  /x y/.test(`a  b ${ c }  d`) ; // why\n\n\nlast();";

  it.each([
    ["nothing", "", ""],
    ["a space more", "a,  b", "a,   b"],
    ["a comment between tokens", "a,  b", "a, /* the second */ b"],
    ["a word in a comment", "// why", "// why not"],
    ["a space after an expression", ") ;", ")  ;"],
    ["a space in a hole", "${ c", "${   c"],
  ])("differs in %s", (_, from, to) => {
    expect(isSameCode(ts, code, parse(code.replace(from, () => to)))).toBe(true);
  });

  it.each([
    ["a space in a regular expression", "x y", "x  y"],
    ["a space in a template", "a  b", "a b"],
    ["a space behind a hole", "}  d", "} d"],
    ["a line break after `return`", "return  ", "return \n "],
    ["code in a comment", "last", " // last"],
    ["a comment that swallows code", "a,  b", "a, /* b"],
    ["a directive", "// eslint-disable-next-line", "// eslint-disable-line"],
    ["the lines that a directive counts", "\n\nreturn", "\nreturn"],
    ["a comment that the compiler reads", "a,  b", "a, /** @type {A} */ b"],
    ["two changes", ",  b);", ", b)  ;"],
  ])("does not differ in %s", (_, from, to) => {
    expect(isSameCode(ts, code, parse(code.replace(from, () => to)))).toBe(false);
  });
});
