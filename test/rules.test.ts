import { describe, expect, test } from "vitest";
import { byId, rules } from "../rules/index";
import type { Rule } from "../src/rule/define";
import { applyEdits } from "../src/rule/edits";
import type { Edit, Finding } from "../src/rule/finding";
import { readFixtures, type Fixture, type Source } from "./harness/fixtures";
import { describeFinding, findingsIn, syntaxErrors, takesTypes, typedSources, type TypedSource } from "./harness/check";
import { readExamples } from "./harness/pages";

/** `RESTRAINT_RULES` names the rules whose cases are tried, where one rule is tried again and again. */
const only = process.env.RESTRAINT_RULES?.split(",");
const isTried = ({ rule }: { readonly rule: string }): boolean => only === undefined || only.includes(rule);
const fixtures = readFixtures().filter(isTried);
const examples = readExamples().filter(isTried);
/** One program of all, which only the tests with types need. */
const typed = once(() => typedSources([...fixtures.flatMap(withOutputs), ...examples].filter(takesTypes)));

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** A fixture, and what its fixes and suggestions should make of it. */
function withOutputs(fixture: Fixture): readonly Source[] {
  const outputs = [fixture.fixed, ...fixture.suggestions].filter((text) => text !== undefined);
  return [fixture, ...outputs.map((text) => output(fixture, text))];
}

function output(fixture: Fixture, text: string): Source {
  const stem = fixture.path.slice(0, -fixture.extension.length - 1);
  const index = text === fixture.fixed ? "fixed" : `suggestion-${fixture.suggestions.indexOf(text) + 1}`;
  return { ...fixture, text, path: `${stem}.${index}.${fixture.extension}` };
}

function ruleOf(id: string): Rule {
  const rule = byId.get(id);
  if (!rule) throw new Error(`no rule is called ${id}`);
  return rule;
}

const described = (
  source: Source,
  found: readonly { messageId: string; range: { start: number; end: number } }[],
): string[] => found.map(({ messageId, range }) => describeFinding(source.text, range, messageId));

type Mode = "by syntax" | "with types";

function modesOf(source: Source): readonly Mode[] {
  if (source.needsTypes) return ["with types"];
  return takesTypes(source) ? ["by syntax", "with types"] : ["by syntax"];
}

/** What tests of a mode are tagged with: TypeScript's declarations are read and checked for those with types. */
const tagsOf = (mode: Mode): "long"[] => (mode === "with types" ? ["long"] : []);

function typesFor(source: Source, mode: Mode): TypedSource | undefined {
  if (mode === "by syntax") return undefined;
  return typed().get(source.path) ?? typedSources([source]).get(source.path);
}

describe.each(fixtures.map((fixture) => [`${fixture.rule}/${fixture.name}`, fixture] as const))("%s", (_, fixture) => {
  const rule = ruleOf(fixture.rule);

  test("is what its name says", () => {
    expect(fixture.expected.length > 0).toBe(fixture.kind === "incorrect");
    expect(syntaxErrors(fixture)).toEqual([]);
  });

  for (const mode of modesOf(fixture)) {
    test(`is checked as marked, ${mode}`, { tags: tagsOf(mode) }, () => {
      const findings = findingsIn(rule, fixture, typesFor(fixture, mode));
      expect(described(fixture, findings)).toEqual(described(fixture, fixture.expected));
      for (const { range } of findings) expect(range.start <= range.end && range.end <= fixture.text.length).toBe(true);
    });

    test(`is fixed as shown, ${mode}`, { tags: tagsOf(mode) }, () => {
      const fixed = fixAll(rule, fixture, mode);
      expect(fixed === fixture.text ? undefined : fixed).toBe(fixture.fixed);
      if (fixture.fixed === undefined) return;
      expect(rule.fixable).toBe(true);
      const result = output(fixture, fixed);
      expect(syntaxErrors(result)).toEqual([]);
      expect(findingsIn(rule, result, typesFor(result, mode)).filter(({ fix }) => fix)).toEqual([]);
    });

    test(`has the suggestions shown, ${mode}`, { tags: tagsOf(mode) }, () => {
      const findings = findingsIn(rule, fixture, typesFor(fixture, mode));
      const texts = (findings[0]?.suggestions ?? []).map(({ edits }) => apply(fixture.text, [edits]));
      expect(texts).toEqual(fixture.suggestions);
      if (texts.length > 0) expect(rule.hasSuggestions).toBe(true);
      for (const text of texts) {
        const result = output(fixture, text);
        expect(syntaxErrors(result)).toEqual([]);
        expect(findingsIn(rule, result, typesFor(result, mode)).length).toBeLessThan(findings.length);
      }
      for (const { suggestions } of findings) {
        for (const { edits } of suggestions)
          expect(syntaxErrors({ ...fixture, text: apply(fixture.text, [edits]) })).toEqual([]);
      }
    });
  }
});

describe.each(examples.map((example) => [`docs/rules/${example.rule}.md, example ${example.index}`, example] as const))(
  "%s",
  (_, example) => {
    for (const mode of modesOf(example)) {
      test(`is ${example.kind}, ${mode}`, { tags: tagsOf(mode) }, () => {
        const findings = findingsIn(ruleOf(example.rule), example, typesFor(example, mode));
        if (example.kind === "correct") expect(described(example, findings)).toEqual([]);
        else expect(findings).not.toEqual([]);
      });
    }

    test("is sound", () => {
      expect(syntaxErrors(example)).toEqual([]);
    });
  },
);

describe.each(rules.filter(({ id }) => isTried({ rule: id })).map((rule) => [rule.id, rule] as const))(
  "messages of %s",
  { tags: ["long"] },
  (id, rule) => {
    // Asked for by the tests: while they are collected, nothing is checked.
    const found = (): readonly Finding[] =>
      [...fixtures, ...examples]
        .filter((source) => source.rule === id)
        .flatMap((source) => modesOf(source).flatMap((mode) => findingsIn(rule, source, typesFor(source, mode))));

    test("has every message used", () => {
      const shown = new Set<string>();
      for (const finding of found()) {
        shown.add(rule.messages[finding.messageId] ?? "");
        for (const { message } of [...finding.suggestions, ...finding.related]) {
          for (const template of Object.values(rule.messages))
            if (patternOf(template).test(message)) shown.add(template);
        }
      }
      expect(Object.values(rule.messages).filter((template) => !shown.has(template))).toEqual([]);
    });

    test("words its messages as sentences, and its suggestions as phrases for a menu", () => {
      for (const { message, suggestions } of found()) {
        expect(message).toMatch(/^(?:[A-Z]|`).*[.?]$/su);
        // Two short sentences: what is wrong and what the service does, then what to do.
        expect(message.replaceAll(/`[^`]*`/gu, "").split(/[.?](?= |$)/u).length - 1).toBeLessThanOrEqual(2);
        for (const suggestion of suggestions) expect(suggestion.message).toMatch(/^[A-Z].*[^.]$/su);
      }
    });
  },
);

/** Applies fixes until none is left, as hosts do. */
function fixAll(rule: Rule, fixture: Fixture, mode: Mode): string {
  let source: Source = fixture;
  for (let pass = 0; pass < 10; pass += 1) {
    const findings = findingsIn(rule, source, typesFor(source, mode));
    const text = apply(
      source.text,
      findings.flatMap(({ fix }) => (fix ? [fix] : [])),
    );
    if (text === source.text) return text;
    source = output(fixture, text);
  }
  throw new Error("fixes never come to an end");
}

function apply(text: string, groups: readonly (readonly Edit[])[]): string {
  return applyEdits(text, groups).text;
}

/** A message's template as a pattern that its texts match. */
function patternOf(template: string): RegExp {
  const literal = template.split(/\{\w+\}/u).map((piece) => piece.replace(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`));
  return new RegExp(`^${literal.join(".*")}$`, "su");
}
