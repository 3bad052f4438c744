import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { rule as requireIfMatch } from "../../rules/patch/require-if-match";
import { analyseCode } from "../../src/analysis/code";
import { createCodebase } from "../../src/analysis/codebase";
import { builtinContract } from "../../src/contract/builtin";
import { noFacts } from "../../src/contract/configuration/configuration";
import type { Sources } from "../../src/project/sources";
import { describeRequest } from "../../src/request/derived/describe";
import { runRules } from "../../src/rule/run";
import { projectOf } from "../harness/check";

/**
 * Forms that applications of others have, in small programs of our own. A file holds several, each after a line `// === name`. A call that sends has
 * `// sends: METHOD path ?query [headers] body` behind it, with `?` for what is not known, `+` behind what may be more, and `||` between readings that
 * are all right (`…` at the end: and whatever is told besides; `nothing`: it may be missing, `any`: whatever is told of it). No other line may have a request. `// problem: rule` marks findings.
 */

const folder = join(__dirname, "../../fixtures/forms");

const configuration = `{service: {baseUrls: ["https://api.example.com"], conventions: [all]}}`;

interface Form {
  readonly name: string;
  readonly text: string;
}

function formsOf(file: string): readonly Form[] {
  const parts = readFileSync(join(folder, file), "utf8").split(/^\/\/ === (.*)$/mu);
  return parts.slice(1).flatMap((name, index) => (index % 2 === 0 ? [{ name, text: parts[index + 2] ?? "" }] : []));
}

function marksOf(text: string, mark: string): ReadonlyMap<number, readonly string[]> {
  const marks = new Map<number, readonly string[]>();
  for (const [index, line] of text.split("\n").entries()) {
    const found = line.split(`// ${mark}: `)[1];
    if (found !== undefined)
      marks.set(
        index + 1,
        found.split(" || ").map((each) => each.trim()),
      );
  }
  return marks;
}

type Described = ReturnType<typeof describeRequest>;

function show({ method = "?", origin = "", path, query, headers, body, gaps }: Described): string {
  const more = (part: string): string => (gaps.some((gap) => gap.part === part) ? "+" : "");
  const parts = [`${method} ${path === undefined ? "?" : origin + path}`];
  if (query.length > 0 || more("query")) parts.push(`?${query.join("&")}${more("query")}`);
  if (headers.length > 0 || more("headers")) parts.push(`[${headers.join(", ")}]${more("headers")}`);
  if (body !== undefined) parts.push(body);
  return parts.join(" ");
}

/** What a hole is called makes no difference. */
function isSame(wanted: string, row: string): boolean {
  const [bare, found] = [wanted, row].map((each) =>
    each.replace(/\{[^{}]*\}(?!$)/gu, (hole) => (/^\{[\w.[\]]*\}$/u.test(hole) ? "{}" : hole)),
  );
  if (bare?.endsWith(" …")) return found === bare.slice(0, -2) || found?.startsWith(bare.slice(0, -1)) === true;
  return bare === found;
}

/** @returns what is wrong, a line each. */
function compare(
  marks: ReadonlyMap<number, readonly string[]>,
  found: ReadonlyMap<number, readonly string[]>,
): readonly string[] {
  const lines = [...new Set([...marks.keys(), ...found.keys()])].sort((one, other) => one - other);
  return lines.flatMap((line) => {
    const wanted = marks.get(line) ?? [];
    const rows = found.get(line) ?? [];
    if (wanted.length === 0) return rows.map((row) => `line ${line}: nothing, but found: ${row}`);
    if (rows.length === 0)
      return wanted.includes("nothing") ? [] : [`line ${line}: ${wanted.join(" || ")}, but found nothing`];
    if (wanted.includes("any")) return [];
    return rows
      .filter((row) => !wanted.some((each) => isSame(each, row)))
      .map((row) => `line ${line}: ${wanted.join(" || ")}, but found: ${row}`);
  });
}

/** @returns what is wrong with what is found in the forms of a file, which are a project. */
function check(forms: readonly Form[], { name, text }: Form): readonly string[] {
  const trees = new Map(
    forms.map((form) => [form.name, ts.createSourceFile(form.name, form.text, ts.ScriptTarget.Latest, true)]),
  );
  const sources: Sources = {
    find: (_, specifier) =>
      [".ts", ".tsx"].map((ending) => specifier.replace(/^\.\//u, "") + ending).find((each) => trees.has(each)),
    file: (each) => trees.get(each),
    all: () => [...trees.keys()],
  };
  const sourceFile = trees.get(name);
  if (!sourceFile) return ["no such file"];
  const problems = marksOf(text, "problem");
  const { contract, facts } =
    problems.size > 0 ? projectOf(configuration) : { contract: builtinContract, facts: noFacts };
  const codebase = createCodebase(ts, sources, facts, { lookedAt: [...trees.keys()] });
  const analysis = analyseCode({ ts, sourceFile, codebase, contract, facts });
  const lineOf = (offset: number): number => sourceFile.getLineAndCharacterOfPosition(offset).line + 1;
  const found = new Map<number, readonly string[]>();
  if (problems.size > 0) {
    const { findings } = runRules(analysis, [{ rule: requireIfMatch, severity: "error", options: {} }], {
      contract,
      facts,
    });
    for (const { range, rule } of findings) found.set(lineOf(range.start), [rule]);
    return compare(problems, found);
  }
  for (const request of analysis.requests) {
    const line = lineOf(request.range.start);
    found.set(line, [...(found.get(line) ?? []), show(describeRequest(request, builtinContract, noFacts))]);
  }
  return compare(marksOf(text, "sends"), found);
}

describe("forms of applications", () => {
  for (const file of readdirSync(folder)) {
    const forms = formsOf(file);
    it.each(forms)(`${file}: $name`, (form) => {
      expect(check(forms, form)).toEqual([]);
    });
  }
});
