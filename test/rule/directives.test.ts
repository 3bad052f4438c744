import { Linter, type Rule } from "eslint";
import fc from "fast-check";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { type Analysis, type Comment, emptyAnalysis } from "../../src/analysis/analysis";
import { applyDirectives } from "../../src/rule/directives";
import { applyEdits } from "../../src/rule/edits";
import type { Finding } from "../../src/rule/finding";
import { runsOf } from "../harness/runs";

const ids = ["a", "b"];

/** Each identifier `a` or `b` in the text is a finding of the rule of that name. */
function findingsIn(text: string): Finding[] {
  const withoutComments = text.replace(/\/\*.*?\*\/|\/\/[^\n\r]*|#[^\n\r]*/gsu, (comment) =>
    comment.replace(/[^\n\r]/gu, " "),
  );
  return [...withoutComments.matchAll(/\b[ab]\b/gu)].map(({ 0: rule, index }) => ({
    rule,
    messageId: "found",
    message: "Found.",
    severity: "error",
    range: { start: index, end: index + 1 },
    suggestions: [],
    related: [],
  }));
}

function analysisOf(text: string, language: "code" | "yaml" = "code"): Analysis {
  const comments: Comment[] = [];
  for (const found of text.matchAll(language === "yaml" ? /#([^\n\r]*)/gu : /\/\*(.*?)\*\/|\/\/([^\n\r]*)/gsu)) {
    const line = language === "yaml" ? found[1] : found[2];
    comments.push({
      range: { start: found.index, end: found.index + found[0].length },
      text: line ?? found[1] ?? "",
      kind: line === undefined ? "block" : "line",
    });
  }
  return { ...emptyAnalysis(text, language), comments };
}

const kept = (text: string, language?: "code" | "yaml"): string[] =>
  applyDirectives(findingsIn(text), analysisOf(text, language)).findings.map(
    ({ rule, range }) => `${rule}@${range.start}`,
  );

/** What ESLint itself leaves of the same findings, and the unused directives that it names. */
function byESLint(text: string): { kept: string[]; unused: number } {
  const rule = (name: string): Rule.RuleModule => ({
    create: (context) => ({
      Identifier(node: { name: string }) {
        if (node.name === name) context.report({ node: node as unknown as Rule.Node, message: "Found." });
      },
    }),
  });
  const messages = new Linter().verify(text, {
    plugins: { restraint: { rules: { a: rule("a"), b: rule("b") } } },
    rules: { "restraint/a": "error", "restraint/b": "error" },
    linterOptions: { reportUnusedDisableDirectives: "error" },
  });
  const file = ts.createSourceFile("x.js", text, ts.ScriptTarget.Latest);
  const found = messages.filter(({ ruleId }) => ruleId?.startsWith("restraint/"));
  return {
    kept: found.map(
      ({ ruleId, line, column }) =>
        `${String(ruleId).slice(-1)}@${file.getPositionOfLineAndCharacter(line - 1, column - 1)}`,
    ),
    unused: messages.filter(({ ruleId, message }) => ruleId === null && message.includes("restraint/")).length,
  };
}

describe("directive comments", () => {
  const directive = fc
    .tuple(
      fc.constantFrom(
        "eslint-disable",
        "eslint-enable",
        "eslint-disable-line",
        "eslint-disable-next-line",
        "eslint-disable-lines",
        "note",
      ),
      fc.constantFrom(
        "",
        " restraint/a",
        " restraint/b",
        " restraint/a, restraint/b",
        " other/c,restraint/b",
        " 'restraint/a'",
      ),
      fc.constantFrom("", " -- a reason", " --- why -- so"),
      fc.constantFrom("line" as const, "block" as const, "long" as const),
    )
    .map(([name, list, reason, kind]) =>
      kind === "line"
        ? `// ${name}${list}${reason}\n`
        : kind === "block"
          ? `/* ${name}${list}${reason} */`
          : `/* ${name}${list}${reason}\n*/`,
    );
  const program = fc
    .array(fc.oneof(directive, fc.constantFrom("a;", "b;", "\n", "\r\n", "a; b;", " ")), { maxLength: 12 })
    .map((pieces) => pieces.join(""));

  test("silence what they silence in ESLint", () => {
    fc.assert(
      fc.property(program, (text) => {
        expect(kept(text)).toEqual(byESLint(text).kept);
      }),
      { numRuns: runsOf(300) },
    );
  });

  test("are unused when taking them out changes nothing", () => {
    fc.assert(
      fc.property(program, (text) => {
        const { unused, findings } = applyDirectives(findingsIn(text), analysisOf(text));
        for (const { edits } of unused) {
          // Without a comment of several lines, others' "next line" would be another.
          if (edits.some(({ range }) => text.slice(range.start, range.end).includes("\n"))) continue;
          const changed = applyEdits(text, [edits]).text;
          expect(applyDirectives(findingsIn(changed), analysisOf(changed)).findings.length).toBe(findings.length);
        }
      }),
      { numRuns: runsOf(200) },
    );
  });

  test.each([
    ["a; // eslint-disable-line restraint/b\n", 1],
    ["a; // eslint-disable-line restraint/a\n", 0],
    ["// eslint-disable-next-line restraint/a, restraint/b\na;\n", 1],
    ["/* eslint-disable restraint/a */ b;", 1],
    ["// eslint-disable-next-line other/x\na;", 0],
    ["// eslint-disable-next-line\nc;", 0],
    ["// eslint-disable-next-line restraint/a", 1],
  ])("%j has %i unused", (text, count) => {
    expect(applyDirectives(findingsIn(text), analysisOf(text)).unused).toHaveLength(count);
    expect(byESLint(text).unused).toBe(count);
  });

  test("an unused rule goes with its comma", () => {
    const text = "// eslint-disable-next-line restraint/a, restraint/b -- why\nb;";
    const [unused] = applyDirectives(findingsIn(text), analysisOf(text)).unused;
    expect(unused && applyEdits(text, [unused.edits]).text).toBe("// eslint-disable-next-line restraint/b -- why\nb;");
    const other = text.replace("\nb;", "\na;");
    const [last] = applyDirectives(findingsIn(other), analysisOf(other)).unused;
    expect(last && applyEdits(other, [last.edits]).text).toBe("// eslint-disable-next-line restraint/a -- why\na;");
  });

  test("of a rule that did not run are not unused", () => {
    const text = "// eslint-disable-next-line restraint/b\na;";
    expect(applyDirectives(findingsIn(text), analysisOf(text), new Set(["a"])).unused).toEqual([]);
  });

  test("carry their reason to what they silence", () => {
    const text = "a; // eslint-disable-line restraint/a -- the server -- really -- wants it";
    expect(applyDirectives(findingsIn(text), analysisOf(text)).suppressed.map(({ reason }) => reason)).toEqual([
      "the server -- really -- wants it",
    ]);
  });

  test("in YAML are all comments", () => {
    expect(kept("# eslint-disable restraint/a\na b\n# eslint-enable\na # eslint-disable-line\na\n", "yaml")).toEqual([
      "b@31",
      "a@73",
    ]);
  });

  test.each(ids)("%s is a rule here", (id) => {
    expect(kept(`${id};`)).toEqual([`${id}@0`]);
  });
});
