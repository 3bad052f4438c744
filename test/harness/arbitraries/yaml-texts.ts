import fc from "fast-check";

/** Scalars on which readers of YAML disagree, or that need care. */
const scalars = [
  "a",
  "Table",
  "shop-1",
  "1",
  "128",
  "0777",
  "0o17",
  "0x1F",
  "0b11",
  "1_000",
  "1e3",
  "1.5",
  "1.",
  ".5",
  "+1",
  "-1",
  "-",
  "--",
  "---x",
  "12:30:00",
  "190:20:30",
  "yes",
  "No",
  "on",
  "OFF",
  "y",
  "n",
  "true",
  "False",
  "null",
  "~",
  "Null",
  "2024-01-01",
  "2024-01-01T00:00:00Z",
  ".inf",
  "-.INF",
  ".nan",
  "08",
  "00",
  "9223372036854775807",
  "9223372036854775808",
  "1.10",
  "v1",
  "timestream.example.dev/v1alpha1",
  "a b",
  "a  b",
  "a #b",
  "a#b",
  "a: b",
  "a:b",
  "a:",
  ":a",
  "?a",
  "? a",
  "-a",
  "- a",
  "@a",
  "`a`",
  "%a",
  "&x a",
  "*x",
  "!t a",
  "!!str 1",
  "!!int 2",
  "<<",
  "=",
  "|",
  ">",
  "[",
  "]",
  "{",
  "}",
  ",",
  "a, b",
  "a]",
  "{{ x }}",
  "${x}",
  "a{b}",
  '"a"',
  "'a'",
  '"a\\n"',
  '"a\\tb"',
  "'it''s'",
  '"a',
  "'a",
  '"a" b',
  '""',
  "''",
  '"a" # c',
  '"é\u{1F600}"',
  "é\u{1F600}",
  "\u00a0a",
  "a\u2028b",
  "\ufeff",
  "a\u0085b",
  "[]",
  "{}",
  "[a, b]",
  "[a, 1, yes]",
  "[ a ,b ]",
  "[a,]",
  "[,a]",
  "[a b, 'c', \"d\"]",
  "{ a: b }",
  "{a: 1, b: yes}",
  "{a}",
  "{a:}",
  '{"a":1}',
  '{"a": 1}',
  "{a: [b, {c: d}]}",
  "[a: b]",
  "[[a], [b]]",
  "[a]b",
  "{a: b}c",
  "{ a : b }",
  "[a #c\n]",
  "{a: b,\n c: d}",
  "{? a : b}",
  "[&x a, *x]",
  "[a:b]",
  "[-1, - ]",
  "[-]",
  "|\n",
  "|-\n",
  "|+\n",
  ">-\n",
  "|2\n",
  "| # c\n",
  "|x\n",
  "&x",
  "&x\n",
  "*x # c",
  "!!map",
  "# c",
  "  # c",
  "\t# c",
  "a\t",
  "a \t# c",
  "\ta",
  "'a'\t",
  "a # c\r",
  "...",
  "--- a",
];

const keys = [
  "a",
  "b",
  "kind",
  "spec",
  "on",
  "yes",
  "y",
  "1",
  "0777",
  "1e3",
  "a b",
  "a-b",
  "x.y/z",
  "$patch",
  '"a"',
  "'b'",
  '"a\\n"',
  "<<",
  '"<<"',
  "? a",
  "&k a",
  "*x",
  "!t a",
  "a ",
  "-a",
  "~",
  "null",
  "é",
  "@a",
  "[a]",
  "{a: b}",
  "",
];

const indents = ["", "", " ", "  ", "  ", "    ", "    ", "      ", "\t", "  \t"];
const breaks = ["\n", "\n", "\n", "\n", "\r\n", "\n\n", "\n  \n", "\n\t\n", "\r", " \n", ""];

const scalar = fc.constantFrom(...scalars);
const key = fc.constantFrom(...keys);

/** Lines at random indentation: mostly invalid YAML. */
const soup = fc
  .array(
    fc.tuple(
      fc.constantFrom(...indents),
      fc.oneof(
        fc.tuple(key, scalar).map(([name, value]) => `${name}: ${value}`),
        key.map((name) => `${name}:`),
        scalar.map((value) => `- ${value}`),
        fc.tuple(key, scalar).map(([name, value]) => `- ${name}: ${value}`),
        scalar,
        fc.constantFrom(
          "-",
          "- -",
          "- - a",
          "- - a: b",
          "-  a: b",
          "---",
          "--- # c",
          "# c",
          " # c",
          "...",
          "%YAML 1.1",
          "text",
          "<<: *x",
          "a: &x",
          "a: # c",
          "a:  ",
          "- # c",
          "- |",
          "a: |",
        ),
      ),
      fc.constantFrom(...breaks),
    ),
    { maxLength: 12 },
  )
  .map((lines) => lines.map((parts) => parts.join("")).join(""));

type Tree = string | readonly Tree[] | { readonly entries: readonly (readonly [string, Tree])[] };

const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, depthSize: "medium" },
    scalar,
    fc.array(tie("tree"), { maxLength: 3 }),
    fc.array(fc.tuple(key, tie("tree")), { maxLength: 4 }).map((entries) => ({ entries })),
  ),
}));

function print(value: Tree, indent: string, step: string): string {
  if (typeof value === "string")
    return /^[|>]/.test(value) ? ` ${value}${indent}${step}text\n\n${indent}${step} more # text\n` : ` ${value}\n`;
  if (Array.isArray(value)) {
    if (value.length === 0) return " []\n";
    return `\n${(value as readonly Tree[]).map((item) => `${indent}-${compact(print(item, `${indent}  `, step))}`).join("")}`;
  }
  const { entries } = value as { readonly entries: readonly (readonly [string, Tree])[] };
  if (entries.length === 0) return " {}\n";
  return `\n${entries.map(([name, item]) => `${indent}${name}:${print(item, indent + step, step)}`).join("")}`;
}

/** Moves a mapping's or list's first line behind its dash. */
function compact(text: string): string {
  return text.startsWith("\n") ? ` ${text.trimStart()}` : text;
}

/** Trees in block style: mostly valid YAML. */
const printed = fc
  .tuple(
    tree,
    fc.constantFrom("  ", " ", "    ", ""),
    fc.constantFrom("\n", "\r\n"),
    fc.constantFrom("", "---\n", "# c\n---\n", "\n\n"),
  )
  .map(([value, step, lineBreak, head]) =>
    (head + print(value, "", step).replace(/^\n/, "")).replace(/\n/g, lineBreak),
  );

const inserted = fc.constantFrom(
  ...Array.from(" \n\t:#-,[]{}'\"|>&*!?%@\\ab01\r~.<"),
  "  ",
  "\n  ",
  ": ",
  " #",
  "\n---\n",
  "- ",
  "\r\n",
  "\u{1F600}",
  "{{ x }}",
);

/** A text with a few typing errors. */
function slip(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const slips = fc.array(fc.tuple(fc.nat(), fc.nat(2), inserted), { maxLength: 3 });
  return fc.tuple(text, slips).map(([original, changes]) => {
    return changes.reduce((changed, [at, removed, piece]) => {
      const place = changed.length === 0 ? 0 : at % (changed.length + 1);
      return changed.slice(0, place) + piece + changed.slice(place + removed);
    }, original);
  });
}

/** YAML texts of every kind: valid, nearly valid, invalid. */
export const yamlTexts = fc.oneof(printed, slip(printed), soup);

/** The same typing errors in given texts. */
export { slip as withSlips };
