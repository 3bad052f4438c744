import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import type { Analysis } from "../../src/analysis/analysis";
import { analyseManifests } from "../../src/analysis/manifests";
import { builtinContract } from "../../src/contract/builtin";
import { noFacts, type Facts } from "../../src/contract/configuration/configuration";
import { getKnownKinds } from "../../src/manifest/known-kinds";
import { getMismatches, isValid } from "../../src/manifest/mismatches";
import { withSlips, yamlTexts } from "../harness/arbitraries/yaml-texts";
import { runsOf } from "../harness/runs";

const configured: Facts = {
  ...noFacts,
  groups: { a: { name: "timestream.example.dev" }, b: { name: "functions.example.dev" } },
};
const runs = runsOf(250);

function analyse(text: string, facts = configured, language: "yaml" | "json" = "yaml", invalidOnly = false): Analysis {
  return analyseManifests({ text, language, contract: builtinContract, facts, invalidOnly });
}

const database = `apiVersion: timestream.example.dev/v1alpha1
kind: Database
spec:
  providerRef: {}
  resource:
    databaseName: shop
`;

const reasons = (analysis: Analysis): string[] => analysis.skipped.map((document) => document.reason);
const problems = (analysis: Analysis): string[] =>
  analysis.manifests.flatMap((manifest) =>
    getMismatches(manifest).map(({ kind, range }) => `${kind} ${analysis.text.slice(range.start, range.end)}`),
  );

describe("what is checked", () => {
  test("documents of the configured groups, in any place of a stream", () => {
    const analysis = analyse(
      `# licence\n---\n${database}---\n---\n# nothing\n---\napiVersion: apps/v1\nkind: Deployment\n---\n${database}...\n`,
    );
    expect(analysis.manifests.map(({ kind, group }) => `${kind} ${group}`)).toEqual(["Database a", "Database a"]);
    expect(reasons(analysis)).toEqual(["empty", "empty", "unknown kind"]);
    expect(analysis.work).toEqual({ documents: 5, manifests: 2, unlisted: 0 });
  });

  test("are told from others in linear time, whatever comments are in them", () => {
    const line = `${"#".repeat(200)}\n`;
    const texts = [`${line.repeat(50)}\n`, `${line.repeat(50)}\na: 1\n`, `---\n${line.repeat(5000)}a: 1\n`];
    expect(texts.map((text) => reasons(analyse(text)))).toEqual([["empty"], ["not a manifest"], ["not a manifest"]]);
  });

  test("are told from others by patterns that are made once, however many files there are", () => {
    const facts: Facts = { ...configured };
    const namesRead = vi.spyOn(getKnownKinds(builtinContract, facts).kinds, "keys");
    for (const text of [database, "apiVersion: apps/v1\nkind: Deployment\n", database]) analyse(text, facts);
    expect(namesRead).toHaveBeenCalledTimes(1);
  });

  test("without a configured group, what has a distinctive field", () => {
    expect(analyse(database, noFacts).manifests).toHaveLength(1);
    expect(reasons(analyse(database.replace("databaseName", "name"), noFacts))).toEqual(["foreign group"]);
    expect(reasons(analyse(database.replace("v1alpha1", "v1"), noFacts))).toEqual(["foreign group"]);
    expect(analyse(database.replace("databaseName", "database_name"), noFacts).manifests).toHaveLength(1);
  });

  test("not another project's kind of the same name", () => {
    const argo =
      "apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: { name: a }\nspec:\n  destination: { server: x }\n";
    const crossplane = "apiVersion: pkg.crossplane.io/v1\nkind: Function\nspec: { package: x }\n";
    for (const facts of [configured, noFacts]) {
      const analysis = analyse(`${argo}---\n${crossplane}`, facts);
      expect(analysis.manifests).toEqual([]);
      expect(reasons(analysis)).toEqual(["foreign group", "foreign group"]);
    }
  });

  test("items of lists, each on its own", () => {
    const items = `apiVersion: v1\nkind: List\nitems:\n- ${database.trimEnd().replace(/\n/g, "\n  ")}\n- { apiVersion: v1, kind: Secret }\n- 1\n`;
    const analysis = analyse(items);
    expect(analysis.manifests.map((manifest) => manifest.list)).toEqual([{ kind: "List", index: 0 }]);
    expect(reasons(analysis)).toEqual(["unknown kind", "not a manifest"]);
  });
});

describe("what is skipped", () => {
  test.each([
    ["a control structure", database.replace("spec:", "{{- if .Values.a }}\nspec:").concat("{{- end }}\n")],
    ["unquoted braces", database.replace("shop", "{{ .Values.name }}")],
    ["Jinja", database.replace("spec:", "{% if a %}\nspec:").concat("{% endif %}\n")],
  ])("a template: %s", (_, text) => {
    const analysis = analyse(text);
    expect(analysis.problems).toEqual([]);
    expect(reasons(analysis)).toEqual(["template"]);
  });

  test("but not a document whose braces stand in strings and comments only", () => {
    const analysis = analyse(
      database
        .replace("shop", '"{{ name }}" # {{ name }}')
        .concat('    tableCount: "{{ count }}"\n    id: x-{{ id }}\n'),
    );
    expect(analysis.manifests).toHaveLength(1);
    expect(problems(analysis)).toEqual([]);
  });

  test("a patch of kustomize, with its reason", () => {
    expect(reasons(analyse(database.replace("databaseName: shop", "$patch: delete")))).toEqual(["partial"]);
  });

  test("a text that names none of the kinds is not read", () => {
    const analysis = analyse('a: "unclosed\nb: [');
    expect(analysis.problems).toEqual([]);
    expect(reasons(analysis)).toEqual(["not a manifest"]);
  });
});

describe("mistakes in the text", () => {
  test("are problems of one document; the others are checked", () => {
    const analysis = analyse(
      `${database}  a: "unclosed\n---\n${database}---\nkind: Database\n  x: [\n---\n${database}`,
    );
    expect(analysis.manifests).toHaveLength(2);
    expect(analysis.problems).toHaveLength(2);
    expect(
      analysis.problems.map(({ range }) => range.start).every((start) => start > 0 && start <= analysis.text.length),
    ).toBe(true);
  });

  test("are not the lines of a quoted scalar that are indented less than the specification wants", () => {
    const analysis = analyse(
      `${database}    tags: { a: ['\n  one\ntwo '], b: "x\n  y" }\n---\n${database}    arn: "a\n---\n`,
    );
    expect(problems(analysis)).toEqual(["type ['\n  one\ntwo ']"]);
    expect(analysis.problems).toHaveLength(1);
  });

  test("an alias without an anchor is one", () => {
    expect(analyse(`${database}    tags: *none\n`).problems.map(({ message }) => message)).toEqual([
      "there is no anchor &none before this alias",
    ]);
  });

  test("JSON says what is wrong and where", () => {
    const text = `{"kind": "Database", "a": [1, 2}`;
    expect(analyse(text, configured, "json").problems).toEqual([
      { range: { start: 31, end: 32 }, message: "a comma or the closing bracket should stand here" },
    ]);
  });
});

describe("places", () => {
  test("are those of the text without byte-order mark, through CRLF and characters beyond the first plane", () => {
    const text = `\uFEFF# \u{1F600}\r\n${database.replace(/\n/g, "\r\n")}    tags: { "\u{1F600}": 1 }\r\n`;
    const analysis = analyse(text);
    expect(analysis.text.startsWith("#")).toBe(true);
    expect(problems(analysis)).toEqual(["type 1"]);
  });

  test("of what is merged are where a person has to change it", () => {
    const text = `${database}    tags:\n      <<: &base { a: 1 }\n      b: 2\n  state:\n    databaseName: x\n    tags: { <<: *base }\n`;
    expect(
      problems(
        analyse(text.replace("&base { a: 1 }", "*base").replace("spec:", "metadata: { x: &base { a: 1 } }\nspec:")),
      ),
    ).toEqual(["type 2", "type 1"]);
  });
});

const endsBehind = `apiVersion: timestream.example.dev/v1alpha1
kind: Database
spec:
  providerRef: {}[  resource:
    databaseName:{{ x }}shop`;

describe("hostile texts end in bounded work", () => {
  test("an alias bomb, a cycle, deep nesting, many duplicate keys", { tags: ["long"] }, () => {
    const bomb = Array.from(
      { length: 30 },
      (_, level) =>
        `  l${level}: &l${level} [${level === 0 ? "1" : `*l${level - 1}, *l${level - 1}, *l${level - 1}`}]\n`,
    ).join("");
    expect(analyse(database.replace("spec:", `metadata:\n${bomb}spec:`)).manifests).toHaveLength(1);
    expect(analyse(`${database}    tags: &a { b: *a }\n`).problems).toHaveLength(1);
    const merges = Array.from(
      { length: 400 },
      (_, level) => `  m${level + 1}: &m${level + 1} { <<: *m${level}, k${level}: 1 }\n`,
    ).join("");
    expect(analyse(database.replace("spec:", `metadata:\n  m0: &m0 {}\n${merges}spec:`)).manifests).toHaveLength(1);
    expect(analyse(`${database}    tags: ${"[".repeat(20_000)}`).manifests).toEqual([]);
    expect(analyse(`${database}    tags: ${"[".repeat(3000)}${"]".repeat(3000)}\n`).skipped).toEqual([]);
    expect(analyse(`{"kind": "Database", "a": ${"[".repeat(20_000)}`, configured, "json").problems).toHaveLength(1);
    expect(problems(analyse(`${database}    tags: {}\n${"    arn: x\n".repeat(5000)}`))).toHaveLength(4999);
  });

  test(
    "a hundred thousand unknown keys, in a document that lacks nothing else or another key",
    { timeout: 20_000, tags: ["long"] },
    () => {
      const keys = Array.from({ length: 100_000 }, (_, index) => `"key${index}": ${index}`).join(", ");
      for (const own of ['"databaseName": "a", ', ""]) {
        const text = `{ "apiVersion": "timestream.example.dev/v1alpha1", "kind": "Database", "spec": { "providerRef": {}, "resource": { ${own}${keys} } } }`;
        expect(problems(analyse(text, configured, "json")).length).toBeGreaterThanOrEqual(100_000);
      }
    },
  );

  test("any text at all gives an answer, with places inside it", { tags: ["long"] }, () => {
    fc.assert(
      fc.property(
        fc.oneof(yamlTexts, withSlips(fc.constant(database)), fc.string({ unit: "binary" })),
        fc.constantFrom("yaml" as const, "json" as const),
        (text, language) => {
          const analysis = analyse(`# Table\n${text}`, configured, language);
          const ranges = [
            ...analysis.skipped,
            ...analysis.problems,
            ...analysis.comments,
            ...analysis.manifests.flatMap(getMismatches),
          ].map(({ range }) => range);
          expect(ranges.every(({ start, end }) => 0 <= start && start <= end && end <= analysis.text.length)).toBe(
            true,
          );
        },
      ),
      // The parser ends this document one behind the text.
      { numRuns: runs, examples: [[`${endsBehind}\n`, "yaml"]] },
    );
  });
});

test("leaving valid manifests out leaves the invalid ones as they are", { tags: ["long"] }, () => {
  const stream = fc
    .array(withSlips(fc.constant(database)), { maxLength: 4 })
    .map((documents) => documents.join("---\n"));
  fc.assert(
    fc.property(stream, (text) => {
      const all = analyse(text);
      const invalid = analyse(text, configured, "yaml", true);
      expect(invalid.manifests).toEqual(all.manifests.filter((manifest) => !isValid(manifest)));
      expect({ ...invalid, manifests: [], comments: [] }).toEqual({ ...all, manifests: [], comments: [] });
    }),
    { numRuns: runs },
  );
});
