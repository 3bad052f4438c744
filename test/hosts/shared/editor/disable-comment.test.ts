import fc from "fast-check";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { disableForLine } from "../../../../src/hosts/editor/disable-comment";
import { applyEdits } from "../../../../src/rule/edits";
import { applyDirectives } from "../../../../src/rule/directives";
import { type Analysis, type Comment, emptyAnalysis } from "../../../../src/analysis/analysis";
import type { Finding } from "../../../../src/rule/finding";

/** Silences a finding at the `¤` of a text. */
function disable(marked: string, name = "a.tsx"): string | undefined {
  const start = marked.indexOf("¤");
  const text = marked.replace("¤", "");
  const sourceFile = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const edit = disableForLine(ts, sourceFile, finding(start), text.includes("\r\n") ? "\r\n" : "\n");
  return edit && applyEdits(text, [[edit]]).text;
}

function finding(start: number): Finding {
  return {
    rule: "x",
    messageId: "m",
    message: "",
    severity: "error",
    range: { start, end: start + 1 },
    suggestions: [],
    related: [],
  };
}

describe("a comment that disables a rule for a line", () => {
  it.each([
    [
      "is above the line, indented like it",
      "if (a) {\n  ¤b();\n}",
      "if (a) {\n  // eslint-disable-next-line restraint/x\n  b();\n}",
    ],
    ["is the first line", "¤b();", "// eslint-disable-next-line restraint/x\nb();"],
    ["keeps CRLF", "a;\r\n\t¤b();", "a;\r\n\t// eslint-disable-next-line restraint/x\r\n\tb();"],
    [
      "joins one that is there",
      "// eslint-disable-next-line a/b\n¤b();",
      "// eslint-disable-next-line a/b, restraint/x\nb();",
    ],
    [
      "joins one that has a reason",
      "  /* eslint-disable-next-line a/b, c -- why */\n  ¤b();",
      "  /* eslint-disable-next-line a/b, c, restraint/x -- why */\n  b();",
    ],
    [
      "is an expression between JSX children",
      "const a = <p>\n  {¤b}\n</p>;",
      "const a = <p>\n  {/* eslint-disable-next-line restraint/x */}\n  {b}\n</p>;",
    ],
    [
      "stands between JSX attributes",
      "const a = <p\n  b={¤c}\n/>;",
      "const a = <p\n  // eslint-disable-next-line restraint/x\n  b={c}\n/>;",
    ],
    [
      "stands in the expression of a template",
      "`${\n  ¤b\n}`;",
      "`${\n  // eslint-disable-next-line restraint/x\n  b\n}`;",
    ],
    ["stands above a template's first line", "f(¤`a\nb`);", "// eslint-disable-next-line restraint/x\nf(`a\nb`);"],
  ])("%s", (_, text, expected) => {
    expect(disable(text)).toBe(expected);
  });

  it.each([
    ["a template", "f(`a\n¤b`);"],
    ["a template's middle", "f(`a${b}\n¤c${d}`);"],
    ["a string that goes on", "f('a\\\n¤b');"],
  ])("is not offered inside %s", (_, text) => {
    expect(disable(text)).toBeUndefined();
  });

  it("silences the finding, and leaves a program that parses", { tags: ["long"] }, () => {
    const statement = fc.constantFrom(
      "f(a);",
      "{ g(`x`); }",
      "// note",
      "/* block */ h();",
      "const q = `a\n${1}\nb`;",
      "const j = <p>\n {a}\n <b c={1}\n d='e'/></p>;",
      "s('a');",
    );
    const program = fc.tuple(
      fc.array(statement, { minLength: 1, maxLength: 6 }),
      fc.constantFrom("\n", "\r\n"),
      fc.nat(),
    );
    fc.assert(
      fc.property(program, ([statements, newLine, place]) => {
        const text = statements.join("\n").replaceAll("\n", newLine);
        const sourceFile = ts.createSourceFile("a.tsx", text, ts.ScriptTarget.Latest, true);
        const found = finding(tokenStart(sourceFile, place));
        const edit = disableForLine(ts, sourceFile, found, newLine);
        if (edit === undefined) return;
        const after = applyEdits(text, [[edit]]).text;
        const shifted = finding(found.range.start + after.length - text.length);
        expect(applyDirectives([shifted], analysisOf(after)).findings).toEqual([]);
        expect(errorsIn(after)).toEqual(errorsIn(text));
      }),
    );
  });
});

function tokenStart(sourceFile: ts.SourceFile, place: number): number {
  const starts: number[] = [];
  const visit = (node: ts.Node): void => {
    starts.push(node.getStart(sourceFile));
    node.forEachChild(visit);
  };
  visit(sourceFile);
  return starts[place % starts.length] ?? 0;
}

function errorsIn(text: string): number {
  const { diagnostics = [] } = ts.transpileModule(text, { fileName: "a.tsx", reportDiagnostics: true });
  return diagnostics.length;
}

function analysisOf(text: string): Analysis {
  const comments: Comment[] = [];
  const sourceFile = ts.createSourceFile("a.tsx", text, ts.ScriptTarget.Latest, true);
  const seen = new Set<number>();
  const visit = (node: ts.Node): void => {
    for (const range of [
      ...(ts.getLeadingCommentRanges(text, node.pos) ?? []),
      ...(ts.getTrailingCommentRanges(text, node.pos) ?? []),
    ]) {
      // Between JSX children there are no comments.
      if (ts.isJsxText(node) || seen.has(range.pos)) continue;
      seen.add(range.pos);
      const isLine = range.kind === ts.SyntaxKind.SingleLineCommentTrivia;
      comments.push({
        range: { start: range.pos, end: range.end },
        text: text.slice(range.pos + 2, isLine ? range.end : range.end - 2),
        kind: isLine ? "line" : "block",
      });
    }
    for (const child of node.getChildren(sourceFile)) visit(child);
  };
  visit(sourceFile);
  return { ...emptyAnalysis(text, "code"), comments };
}
