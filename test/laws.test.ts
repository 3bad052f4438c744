import { Ajv } from "ajv";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { byId, rules } from "../rules/index";
import { clauseMeanings } from "../src/generate/clauses";
import { findRules, generateFiles } from "../src/generate/main";
import { optionsSchema, withDefaults } from "../src/rule/options";
import { fixtureFolders, readFixtures, root } from "./harness/fixtures";
import { readExamples } from "./harness/pages";

const places = findRules(root);
const ids = places.map(({ id }) => id);
const fixtures = readFixtures();
const examples = readExamples();
const blocks: Readonly<Record<string, number>> = {
  fields: 100100,
  patch: 100200,
  transport: 100300,
  permissions: 100400,
  kinds: 100500,
};
const each = rules.map((rule) => [rule.id, rule] as const);

describe("rules, index, pages and fixtures are the same", () => {
  test("files and index", () => {
    expect(rules.map(({ id }) => id)).toEqual(ids);
    expect([...byId.keys()]).toEqual(ids);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  test("pages", () => {
    const pages = readdirSync(join(root, "docs/rules")).filter((name) => name !== "README.md");
    expect(pages.sort()).toEqual(ids.map((id) => `${id}.md`).sort());
  });

  test("fixtures", () => {
    expect(fixtureFolders()).toEqual([...ids].sort());
  });

  test("no fixture is stale: every file is a case or a case's output", () => {
    const cases = new Set(fixtures.map(({ path }) => path));
    for (const rule of fixtureFolders()) {
      for (const name of readdirSync(join(root, "fixtures/rules", rule))) {
        const ofCase = name.replace(/\.(?:fixed|suggestion-\d+)(?=\.\w+$)/u, "");
        expect(cases, `${rule}/${name}`).toContain(join(root, "fixtures/rules", rule, ofCase));
      }
    }
    const used = fixtures.reduce(
      (sum, fixture) => sum + (fixture.fixed === undefined ? 0 : 1) + fixture.suggestions.length,
      fixtures.length,
    );
    const files = fixtureFolders().flatMap((rule) => readdirSync(join(root, "fixtures/rules", rule)));
    expect(files).toHaveLength(used);
  });

  test("generated files are up to date", { tags: ["long"] }, () => {
    const stale = [...generateFiles(root, rules)].filter(
      ([path, text]) => !existsSync(join(root, path)) || readFileSync(join(root, path), "utf8") !== text,
    );
    expect(stale.map(([path]) => path)).toEqual([]);
  });

  test("codes are unique", () => {
    const codes = rules.map(({ code }) => code);
    expect(rules.filter(({ code }, index) => codes.indexOf(code) !== index).map(({ id }) => id)).toEqual([]);
  });
});

describe.each(each)("%s", (id, rule) => {
  test("has a code of its group's block", () => {
    const block = blocks[places.find((place) => place.id === id)?.group ?? ""] ?? 0;
    expect(rule.code > block && rule.code < block + 100).toBe(true);
  });

  test("says what, why and by which clause", () => {
    expect(rule.docs.summary).toMatch(/^(?:Disallow|Require) .*\.$/u);
    expect(rule.docs.why).toMatch(/\.$/u);
    expect(rule.docs.clauses.length).toBeGreaterThan(0);
    // Readers of the page do not have the documents: a clause that is cited is explained there.
    expect(rule.docs.clauses.filter((clause) => clauseMeanings[clause] === undefined)).toEqual([]);
    for (const message of Object.values(rule.messages)) expect(message).not.toMatch(/…\.$|TODO/u);
  });

  test("has cases that report and cases that do not", () => {
    const own = fixtures.filter((fixture) => fixture.rule === id);
    expect(own.some(({ kind }) => kind === "incorrect")).toBe(true);
    expect(own.some(({ kind }) => kind === "correct")).toBe(true);
  });

  test("shows both in its page", () => {
    const own = examples.filter((example) => example.rule === id);
    expect(new Set(own.map(({ kind }) => kind))).toEqual(new Set(["incorrect", "correct"]));
    const page = readFileSync(join(root, "docs/rules", `${id}.md`), "utf8");
    const headings = [...page.matchAll(/^#{2,3} (.*)$/gmu)].map(([, heading]) => heading);
    for (const heading of ["Examples", "❌ Incorrect", "✅ Correct", "When Not To Use It"])
      expect(headings).toContain(heading);
  });

  test("has options with defaults, and takes no nonsense", () => {
    const validate = new Ajv({ strict: false }).compile(optionsSchema(rule));
    expect(validate({})).toBe(true);
    expect(validate(withDefaults(rule, {}))).toBe(true);
    expect(validate({ "no-such-option": true })).toBe(false);
    for (const [name, schema] of Object.entries(rule.options)) {
      expect(schema.description).toMatch(/\.$/u);
      expect(schema.default).toBeDefined();
      expect(validate({ [name]: { nonsense: true } }), name).toBe(false);
      if (schema.enum) expect(validate({ [name]: "no-such-value" }), name).toBe(false);
    }
  });
});
