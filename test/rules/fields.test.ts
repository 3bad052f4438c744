import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { byId } from "../../rules/index";
import type { Rule } from "../../src/rule/define";
import { applyEdits } from "../../src/rule/edits";
import type { Finding } from "../../src/rule/finding";
import { isSound } from "../fields/recogniser";
import { slippedTexts, soundTexts } from "../fields/texts";
import { readSource } from "../harness/fixtures";
import { check, syntaxErrors } from "../harness/check";
import { runsOf } from "../harness/runs";

/** A way to write a `fields` text in client code. */
interface Rendering {
  readonly name: string;
  readonly render: (text: string, escape: (text: string) => string) => string;
}

const base = "https://api.example.com/v1/tables";
const half = (text: string): [string, string] => [text.slice(0, text.length >> 1), text.slice(text.length >> 1)];

/** Each calls the service with the text as `fields`. `escape` writes a piece of a literal, with escapes or without. */
const renderings: readonly Rendering[] = [
  { name: "a literal", render: (text, escape) => `fetch("${base}?fields=${escape(encodeURIComponent(text))}");` },
  { name: "a raw literal", render: (text, escape) => `fetch("${base}?page=1&fields=${escape(text)}&more=2");` },
  { name: "a template", render: (text, escape) => `const f = "${escape(text)}"; fetch(\`${base}?fields=\${f}\`);` },
  {
    name: "an encoded component",
    render: (text, escape) => `fetch(\`${base}?fields=\${encodeURIComponent("${escape(text)}")}\`);`,
  },
  {
    name: "search parameters",
    render: (text, escape) => `fetch("${base}?" + new URLSearchParams({ fields: "${escape(text)}" }));`,
  },
  {
    name: "a URL",
    render: (text, escape) =>
      `const u = new URL("${base}"); u.searchParams.set("fields", "${escape(text)}"); fetch(u);`,
  },
  {
    name: "axios",
    render: (text, escape) =>
      `import axios from "axios"; axios.get("${base}", { params: { fields: "${escape(text)}" } });`,
  },
  {
    name: "concatenation",
    render: (text, escape) => {
      const [left, right] = half(text);
      return `fetch("${base}?fields=${escape(left)}" + "${escape(right)}");`;
    },
  },
  {
    name: "a joined list",
    render: (text, escape) =>
      `const list = [${text
        .split(",")
        .map((each) => `"${escape(each)}"`)
        .join(", ")}]; fetch(\`${base}?fields=\${list.join(",")}\`);`,
  },
];

const escapes: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.replace(/[a-z(,]/gu, (unit) => `\\x${unit.charCodeAt(0).toString(16)}`),
  (text) => text.replace(/[/)*]/gu, (unit) => `\\u{${unit.charCodeAt(0).toString(16)}}`),
];

const names = ["a", "data", "items", "*"];
const text = fc.oneof(soundTexts(...names), slippedTexts(...names));
const program = fc.tuple(text, fc.constantFrom(...renderings), fc.constantFrom(...escapes));

function find(id: string, code: string): readonly Finding[] {
  const rule: Rule | undefined = byId.get(id);
  if (!rule) throw new Error(`no rule ${id}`);
  return check(rule, readSource("/case.js", code)).findings;
}

describe("however a `fields` value is written", { tags: ["long"] }, () => {
  test("valid-fields reports it exactly when it is not sound", () => {
    fc.assert(
      fc.property(program, ([value, { name, render }, escape]) => {
        const code = render(value, escape);
        const found = find("valid-fields", code).length > 0;
        expect({ value, name, code, found }).toEqual({ value, name, code, found: !isSound(value) });
      }),
      { numRuns: runsOf(200) },
    );
  });

  test("a suggestion of valid-fields leaves a program with fewer mistakes", () => {
    fc.assert(
      fc.property(program, ([value, { render }, escape]) => {
        const code = render(value, escape);
        const findings = find("valid-fields", code);
        for (const { edits } of findings.flatMap(({ suggestions }) => suggestions)) {
          const fixed = applyEdits(code, [edits]).text;
          expect(syntaxErrors(readSource("/case.js", fixed))).toEqual([]);
          expect(find("valid-fields", fixed).length, fixed).toBeLessThan(findings.length);
        }
      }),
      { numRuns: runsOf(100) },
    );
  });

  test("no-data-prefix reports each root selector that begins with `data`, and its fixes leave a sound value", () => {
    fc.assert(
      fc.property(program, ([value, { name, render }, escape]) => {
        const code = render(value, escape);
        const findings = find("no-data-prefix", code);
        const roots = isSound(value) ? rootsOf(value).filter((root) => /^data(?:$|[/(])/u.test(root)) : [];
        // Where the source shows no place for a part of the value, all are reported at one, and what is the same there is said once.
        const merged = name === "an encoded component" && findings.length > 0;
        const found = merged ? roots.length : findings.length;
        expect({ value, name, code, found }).toEqual({ value, name, code, found: roots.length });
        const fixes = findings.flatMap(({ fix }) => (fix ? [fix] : []));
        const fixed = applyEdits(code, fixes).text;
        expect(find("valid-fields", fixed), fixed).toEqual(find("valid-fields", code));
        expect(find("no-data-prefix", fixed).filter(({ fix }) => fix)).toEqual([]);
      }),
      { numRuns: runsOf(200) },
    );
  });
});

/** The selectors of a sound text that are not inside a group. */
function rootsOf(value: string): string[] {
  let rest = value;
  for (let before = ""; rest !== before;) {
    before = rest;
    rest = rest.replace(/\([^()]*\)/gu, (group) => "#".repeat(group.length));
  }
  const roots: string[] = [];
  let start = 0;
  for (const root of rest.split(",")) {
    roots.push(value.slice(start, start + root.length));
    start += root.length + 1;
  }
  return roots;
}

test("thousands of mistakes are reported as far as they help, in linear work", () => {
  const rule = byId.get("valid-fields");
  if (!rule) throw new Error("no such rule");
  const text = `fetch("${base}?fields=${"/".repeat(5000)}b");`;
  const source = {
    path: "/many.ts",
    text,
    extension: "ts",
    options: {},
    configuration: undefined,
  } as unknown as Parameters<typeof check>[1];
  expect(check(rule, source).findings).toHaveLength(10);
});
