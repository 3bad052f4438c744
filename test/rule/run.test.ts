import { describe, expect, test } from "vitest";
import { type Analysis, emptyAnalysis } from "../../src/analysis/analysis";
import { builtinContract } from "../../src/contract/builtin";
import { noFacts } from "../../src/contract/configuration/configuration";
import type { Request } from "../../src/request/request";
import type { Report, Rule } from "../../src/rule/define";
import { runRules } from "../../src/rule/run";
import { selectRules } from "../../src/rule/select";

const project = { contract: builtinContract, facts: noFacts };

const insides = new WeakMap<Request, Request>();

function request(id: number, inside?: Request): Request {
  const made: Request = {
    id,
    client: "fetch",
    range: { start: id, end: id + 1 },
    calls: [],
    anchor: { start: id, end: id + 1 },
    method: { kind: "unknown", reason: "test", range: { start: 0, end: 0 } },
    target: { service: "yes" },
    query: { kind: "unknown", reason: "test", range: { start: 0, end: 0 } },
    headers: { kind: "unknown", reason: "test", range: { start: 0, end: 0 } },
    defaults: { contentType: false, acceptEncoding: undefined, userAgent: undefined, unseenHeaders: false },
    earlier: [],
    tagsInScope: [],
  };
  if (inside) insides.set(made, inside);
  return made;
}

function analysis(requests: readonly Request[]): Analysis {
  return { ...emptyAnalysis("0123456789", "code"), requests, insideOf: (each) => insides.get(each) };
}

function rule(
  id: string,
  check: (request: Request, report: (report: Report) => void, options: object) => void,
  more: Partial<Rule> = {},
): Rule {
  return {
    id,
    code: 1,
    on: "request",
    docs: { summary: "", why: "", clauses: [], preset: "recommended", severity: "error" },
    messages: { one: "One.", two: "Two {name}." },
    options: { depth: { type: "integer", description: "", default: 3 } },
    fixable: false,
    hasSuggestions: false,
    ...more,
    check(subject, context) {
      check(
        subject as Request,
        (report) => {
          context.report(report);
        },
        context.options,
      );
    },
  };
}

const run = (rules: readonly Rule[], requests: readonly Request[], options = {}): ReturnType<typeof runRules> =>
  runRules(
    analysis(requests),
    rules.map((each) => ({ rule: each, severity: "error", options })),
    project,
  );

const everywhere = (id: string, message = "one"): Rule =>
  rule(id, ({ range }, report) => {
    report({ message, data: { name: id }, range });
  });

describe("the runner", () => {
  test("orders findings by place, then by rule", () => {
    const { findings } = run([everywhere("b"), everywhere("a")], [request(5), request(2)]);
    expect(findings.map((each) => `${each.rule}@${each.range.start}`)).toEqual(["a@2", "b@2", "a@5", "b@5"]);
  });

  test("merges what is the same", () => {
    const same = rule("a", (_, report) => {
      report({ message: "one", range: { start: 0, end: 1 } });
    });
    expect(run([same], [request(1), request(2)]).findings).toHaveLength(1);
  });

  test("keeps the findings of others, and of before, when a rule throws", () => {
    const crashing = rule("crashing", ({ id, range }, report) => {
      if (id === 2) throw new Error("boom");
      report({ message: "one", range });
    });
    const { findings, failures } = run([crashing, everywhere("a")], [request(1), request(2), request(3)]);
    expect(findings.map((each) => each.rule)).toEqual(["a", "crashing", "a", "a"]);
    expect(failures.map((each) => [each.rule, each.error.message])).toEqual([["crashing", "boom"]]);
  });

  test.each([
    ["an unknown message", "three", {}, 'Rule a has no message "three".'],
    ["an inherited name", "toString", {}, 'Rule a has no message "toString".'],
    ["an empty placeholder", "two", {}, 'Rule a reports "two" without its placeholder {name}.'],
  ])("takes %s for a failure", (_, message, data, expected) => {
    const { findings, failures } = run(
      [
        rule("a", ({ range }, report) => {
          report({ message, data, range });
        }),
      ],
      [request(1)],
    );
    expect(findings).toEqual([]);
    expect(failures[0]?.error.message).toBe(expected);
  });

  test("does not blame a call for what its wrapper does wrong", () => {
    const inner = request(1);
    const messages = new Map([
      [1, ["one"]],
      [2, ["one", "two"]],
      [3, ["two"]],
    ]);
    const asked: number[] = [];
    const checking = rule("a", ({ id, range }, report) => {
      asked.push(id);
      for (const message of messages.get(id) ?? []) report({ message, data: { name: "x" }, range });
    });
    const { findings } = run([checking], [inner, request(2, inner), request(3, inner)]);
    expect(findings.map((each) => `${each.messageId}@${each.range.start}`)).toEqual(["one@1", "two@2", "two@3"]);
    expect(asked).toEqual([1, 2, 3]);
  });

  test("checks a wrapper of another file without reporting it here", () => {
    const { findings } = run([everywhere("a")], [request(2, request(1))]);
    expect(findings).toEqual([]);
  });

  test("fills options in, and messages", () => {
    const seen: object[] = [];
    const asking = rule("a", ({ range }, report, options) => {
      seen.push(options);
      report({
        message: "two",
        data: { name: "$&" },
        range,
        suggestions: [{ message: "one", edits: [] }],
        related: [{ message: "one", range }],
      });
    });
    const [finding] = run([asking], [request(1)]).findings;
    expect(seen).toEqual([{ depth: 3 }]);
    expect(finding).toMatchObject({
      message: "Two $&.",
      suggestions: [{ message: "One." }],
      related: [{ message: "One." }],
    });
    run([asking], [request(1)], { depth: 7 });
    expect(seen[1]).toEqual({ depth: 7 });
  });

  test("says which rules had nothing to check", () => {
    const manifests = rule("m", () => undefined, { on: "manifest" });
    expect(run([manifests, everywhere("a")], [request(1)]).notRun).toEqual(["m"]);
    expect(run([manifests, everywhere("a")], []).notRun).toEqual(["m", "a"]);
  });
});

describe("selecting rules", () => {
  const recommended = everywhere("r");
  const strict = rule("s", () => undefined, { docs: { ...recommended.docs, preset: "strict", severity: "warn" } });
  const rules = [recommended, strict];
  const selected = (
    ...[preset, overrides]: [Parameters<typeof selectRules>[0], Parameters<typeof selectRules>[1]]
  ): string[] =>
    selectRules(preset, overrides, rules).map(
      (each) => `${each.rule.id} ${each.severity} ${JSON.stringify(each.options)}`,
    );

  test("follows the preset", () => {
    expect(selected("recommended", {})).toEqual(["r error {}"]);
    expect(selected("strict", {})).toEqual(["r error {}", "s warn {}"]);
  });

  test("lets the configuration override it", () => {
    expect(
      selected("recommended", { s: { severity: "error", options: { depth: 1 } }, r: { severity: "off", options: {} } }),
    ).toEqual(['s error {"depth":1}']);
    expect(selected("strict", { unknown: { severity: "error", options: {} } })).toEqual(["r error {}", "s warn {}"]);
  });
});
