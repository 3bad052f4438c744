import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { type ContractFile, readContractFile, toContract } from "../../src/contract/file/contract-file";
import { parseInFull } from "../../src/contract/file/data-file";
import { sliceKinds } from "../../src/contract/kinds/kind-slices";
import { checkJson, makeFolder, runProgram } from "../hosts/cli/program";
import { runsOf } from "../harness/runs";

/** Long enough that reading it whole is worth avoiding. */
const long = "Long text, to be read when it is needed. ".repeat(60);

const kind = (name: string, type = "string"): string => `  - kind: ${name}
    group: shop.dev
    schema:
      type: object
      description: |
        Lines in here look like a contract:

        kinds:
          - kind: Other
        ${long}

  # Comments stand where they like.
      properties:
        size: { type: ${type} }
`;

const { value: schema } = parseInFull("c.yaml", kind("A").replace(/[^]*schema:\n/u, ""));

const names = Array.from({ length: 60 }, (_, index) => `Widget${index}`);
const contract = (more = "", kinds = names.map((name) => kind(name)).join("")): string =>
  `# A contract.\ngroups: { shop.dev: { versions: [v1] } }\nkinds:\n${kinds}${more}`;

function read(text: string): ReturnType<typeof readContractFile> {
  return readContractFile(join(makeFolder({ "c.yaml": text }), "c.yaml"));
}

/** What a reader that takes its time makes of the text. */
function readWhole(text: string): ReturnType<typeof toContract> {
  const { value, problems } = parseInFull("c.yaml", text);
  expect(problems).toEqual([]);
  return toContract(value as ContractFile);
}

describe("the kinds of a large contract", () => {
  test.each([
    ["as it is imported", contract()],
    ["with what follows", contract("resources:\n  - path: /a\n    schema:\n      type: object\n")],
    ["with line breaks of Windows", contract().replaceAll("\n", "\r\n")],
    ["with dashes that are not indented", contract().replace(/^ {2}(?=- )|^ {4}(?! *#)/gmu, (found) => found.slice(2))],
    [
      "with an entry that is written another way",
      contract("  - { kind: Flow, group: shop.dev, schema: { type: object } }\n"),
    ],
    ["with a key behind the schema", contract("    versions: [v1]\n")],
  ])("are those of the whole: %s", (_, text) => {
    const slices = [...(sliceKinds(text)?.schemas.values() ?? [])];
    expect(slices.map((slice) => parseInFull("c.yaml", slice).value)).toEqual(names.map(() => schema));
    const { contract: lazy, problems } = read(text);
    expect(problems).toEqual([]);
    expect(lazy.kinds.map(({ shape }) => shape)).toEqual(readWhole(text).kinds.map(({ shape }) => shape));
    expect(lazy).toEqual(readWhole(text));
  });

  test.each([
    [
      "an alias that names what another kind has",
      contract()
        .replace("{ type: string }", "&size { type: string }")
        .replace(/\{ type: string \}\n$/u, "*size\n"),
    ],
    ["a small file", contract("", kind("Widget0"))],
  ])("are read with the whole where they must be: %s", (_, text) => {
    const { contract: lazy, problems } = read(text);
    expect(lazy).toEqual(readWhole(text));
    expect(problems).toEqual([]);
  });

  test("are read when they are needed", () => {
    const text = contract(
      "",
      kind("Widget0") +
        kind("Bad", "strin") +
        names
          .slice(1)
          .map((name) => kind(name))
          .join(""),
    );
    const { contract: lazy, problems } = read(text);
    const [first, bad, second] = lazy.kinds;
    expect([first?.shape.fields.get("size")?.shape, second?.shape.name]).toEqual([{ type: "string" }, "Widget1"]);
    expect(problems).toEqual([]);
    expect(bad?.shape).toMatchObject({ open: true });
    expect(problems).toMatchObject([
      { line: text.slice(0, text.indexOf("strin }")).split("\n").length, severity: "error" },
    ]);
    expect(bad?.shape.fields.size).toBe(0);
    expect(problems).toHaveLength(1);
  });

  test.each([
    ["a group that is not there", contract("  - kind: Lost\n    group: other.dev\n    schema: {}\n")],
    ["an entry without a group", contract("  - kind: Lost\n    schema:\n      type: object\n")],
    ["a key that is there twice", contract("groups: {}\n")],
    ["a second document", contract("---\na: 1\n")],
    ["a tab", contract("\t- kind: Lost\n")],
  ])("have mistakes around them found at once: %s", (_, text) => {
    const { contract: lazy, problems } = read(text);
    expect(lazy.kinds).toEqual([]);
    expect(problems.length).toBeGreaterThan(0);
  });

  describe("are cut by what the text means", () => {
    const text = fc.stringMatching(/^[ \-:#|>a-z"'\n]{0,30}$/u);
    const schema = fc.record(
      { type: fc.constant("object"), description: fc.oneof(text, fc.string()) },
      { requiredKeys: [] },
    );
    const entry = fc.record(
      { kind: fc.constantFrom("A", "B"), group: fc.constant("g"), schema, versions: fc.constant(["v1"]) },
      { requiredKeys: ["kind", "group", "schema"] },
    );
    const layout = fc.record({
      indent: fc.constantFrom(1, 2, 4),
      indentSeq: fc.boolean(),
      lineWidth: fc.constantFrom(0, 20),
    });
    const printed = fc
      .tuple(fc.array(entry, { minLength: 1, maxLength: 4 }), layout)
      .map(([kinds, options]) =>
        stringify({ groups: { g: { versions: ["v1"] } }, kinds }, { ...options, aliasDuplicateObjects: false }),
      );

    /** The same file twice, once too short to be cut: both say the same of every kind, and of what is wrong. */
    function holdsInBoth(source: string): void {
      const [short, cut] = ["x", "x".repeat(100_000)].map((padding) => {
        const { contract, problems } = read(`${source}resources:\n- schema: {}\n  path: /${padding}\n`);
        // A mistake is found when the shape is asked for.
        const kinds = contract.kinds.map((each) => ({ ...each }));
        return { kinds, problems: problems.map(({ line, column, message }) => ({ line, column, message })) };
      });
      expect(cut?.problems).toEqual(short?.problems);
      if (short?.problems.length === 0) expect(cut?.kinds).toEqual(short.kinds);
    }

    test("however it is written", () => {
      fc.assert(fc.property(printed, holdsInBoth), { numRuns: runsOf(40) });
    });

    test("and with something wrong anywhere in it", () => {
      const slip = fc.record({
        place: fc.double({ min: 0, max: 1, noNaN: true }),
        length: fc.nat(3),
        put: fc.oneof(fc.constantFrom("\n", " ", ":", "- ", "#", "'", '"', "|", "{", "&a ", "*a", "\t", "...\n"), text),
      });
      fc.assert(
        fc.property(printed, fc.array(slip, { minLength: 1, maxLength: 3 }), (source, slips) => {
          const wrong = slips.reduce((before, { place, length, put }) => {
            const at = Math.floor(place * before.length);
            return before.slice(0, at) + put + before.slice(at + length);
          }, source);
          holdsInBoth(wrong.endsWith("\n") ? wrong : `${wrong}\n`);
        }),
        { numRuns: runsOf(20) },
      );
    });

    test.each([
      // What stands in a block scalar by its indicator, and is a key by its column.
      ["a line that is indented less than a block scalar", "   schema:\n    description: |2-\n      \n     :\n"],
    ])("where there is %s", (_, entryEnd) => {
      holdsInBoth(`groups:\n g:\n  versions: [v1]\nkinds:\n - kind: A\n   group: g\n${entryEnd}`);
    });
  });
});

test("a kind with a mistake is named when a manifest needs it, each time, and by the list of all kinds", () => {
  const folder = makeFolder({
    "restraint.config.yaml": "contract: [c.yaml]\n",
    "c.yaml": contract(kind("Bad", "strin")),
    "good.yaml": "apiVersion: shop.dev/v1\nkind: Widget1\nsize: 1\n",
    "bad.yaml": "apiVersion: shop.dev/v1\nkind: Bad\nsize: 1\n",
  });
  const good = checkJson(folder, ["good.yaml"]);
  expect(good).toMatchObject({ status: 1, problems: [], findings: [{ rule: "valid-kind-values" }] });
  for (const args of [["bad.yaml"], ["--cache", "bad.yaml"], ["--cache", "bad.yaml"]])
    expect(checkJson(folder, args)).toMatchObject({
      status: 2,
      findings: [],
      problems: [{ file: "c.yaml", severity: "error" }],
    });
  const listed = runProgram(folder, ["kinds"]);
  expect(listed.status).toBe(2);
  expect(listed.stderr).toContain("c.yaml:");
  expect(readFileSync(join(folder, "c.yaml"), "utf8")).toContain("strin }");
});
