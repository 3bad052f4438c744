import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { readPlainScalar } from "../../src/value/yaml-scalars";
import type { Value } from "../../src/value/value";
import { runsOf } from "../harness/runs";

const alphabet = "0123456789abcdefoxyYnNtTrRuUeEsSlLfF_.:+-~";
const notable =
  "null Null NULL ~ true True TRUE false False FALSE yes Yes YES no No NO on On ON off Off OFF y Y n N .inf -.Inf +.INF .nan .NaN 0x1F 0o17 0b11 0777 08 1_000 1e3 1E+3 1.5e-3 1. .5 +1 -0 00 12:30 190:20:30 190:20:30.15 1:60".split(
    " ",
  );
const scalars = fc.oneof(
  fc.constantFrom(...notable),
  fc.array(fc.constantFrom(...alphabet.split("")), { minLength: 1, maxLength: 6 }).map((parts) => parts.join("")),
  fc
    .tuple(
      fc.constantFrom("", "-", "+", "0", "0x", "0o", "0b", "."),
      fc.stringMatching(/^[0-9_.:]{1,8}$/),
      fc.constantFrom("", "e3", "e-3", "E+10"),
    )
    .map((parts) => parts.join("")),
);

const isPlain = (text: string): boolean =>
  /^[^-+:.~]/.test(text) ? !/:(?:$| )/.test(text) : /^[-+.][^-+:. ]/.test(text) && !text.endsWith(":");

function show(value: Value | undefined): unknown {
  if (value === undefined) return undefined;
  if (value.kind === "null") return null;
  if (value.kind === "number") return Object.is(Number(value.value), -0) ? 0 : Number(value.value);
  return value.kind === "boolean"
    ? value.value
    : value.kind === "string"
      ? value.parts.map((part) => (part.kind === "text" ? part.text : "")).join("")
      : value.kind;
}

const read = (text: string): Value => readPlainScalar(text, { start: 0, end: text.length });
const positive = (value: unknown): unknown =>
  Object.is(value, -0) ? 0 : typeof value === "bigint" ? Number(value) : value;

test("plain scalars are read as YAML 1.2's core schema reads them", () => {
  fc.assert(
    fc.property(scalars.filter(isPlain), (text) => {
      expect(show(read(text))).toEqual(
        positive(parse(text, { schema: "core", intAsBigInt: false, logLevel: "silent" })),
      );
    }),
    { numRuns: runsOf(1000) },
  );
});

/** What the oracle's 1.1 schema reads more freely than the specification of 1.1: exponents without a sign or point, decimals that begin with 0, odd underscores. */
const isLoose = (text: string): boolean =>
  /[eE]/.test(text) ||
  /^[-+]?0[0-9_]*[89]/.test(text) ||
  /^[-+]?0_/.test(text) ||
  /__|_$|_\./.test(text) ||
  /^[-+]?_|[xb]_|\._|:_|_:/.test(text) ||
  (text.includes(":") && /^[-+]?0/.test(text)) ||
  /^[-+]?0[xb][-+]/.test(text);

test("where YAML 1.1 reads them differently, that reading is kept beside", () => {
  fc.assert(
    fc.property(
      scalars.filter((text) => isPlain(text) && !isLoose(text)),
      (text) => {
        const value = read(text);
        const older = parse(text, { version: "1.1", logLevel: "silent" }) as unknown;
        fc.pre(!(older instanceof Date));
        const kept =
          value.kind === "string" || value.kind === "number" || value.kind === "boolean" ? value.older : undefined;
        expect(show(kept ?? value)).toEqual(positive(older));
      },
    ),
    { numRuns: runsOf(1000) },
  );
});
