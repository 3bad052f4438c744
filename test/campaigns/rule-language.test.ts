import { celEnv, isCelError, isCelList, isCelMap, isCelUint, parse, plan } from "@bufbuild/cel";
import { strings } from "@bufbuild/cel/ext";
import {
  getConformanceSuite,
  type IncrementalTest,
  type IncrementalTestSuite,
} from "@bufbuild/cel-spec/testdata/tests.js";
import { expect, test } from "vitest";
import { parseExpression } from "../../src/shape/cel/library";

type Expected = NonNullable<IncrementalTest["original"]["resultMatcher"]>;
type Evaluate = (source: string) => unknown;

/** A value as a text that shows its type. */
function show(value: unknown): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "bigint") return `int ${value}`;
  if (typeof value === "number") return `double ${value}`;
  if (typeof value === "string") return JSON.stringify(value);
  if (value instanceof Uint8Array) return `bytes ${[...value].join()}`;
  if (Array.isArray(value) || isCelList(value)) return `[${[...value].map(show).join()}]`;
  if (value instanceof Map || isCelMap(value))
    return `{${[...value]
      .map(([key, member]) => `${show(key)}: ${show(member)}`)
      .sort()
      .join()}}`;
  if (isCelUint(value)) return `uint ${value.value}`;
  if (isPlain(value)) return show(new Map(Object.entries(value)));
  return isUnsigned(value) ? `uint ${value.valueOf()}` : "another";
}

function isPlain(value: unknown): value is object {
  const prototype: unknown = typeof value === "object" ? Object.getPrototypeOf(value) : undefined;
  return prototype === null || prototype === Object.prototype;
}

function isUnsigned(value: unknown): value is { valueOf(): bigint } {
  return typeof value === "object" && value?.constructor.name === "UnsignedInt";
}

interface Message {
  readonly kind: { readonly case?: string | undefined; readonly value?: unknown };
}

/**
 * A value of the suite's tests in the same form; `undefined` for protobuf messages, which rules of a schema do not
 * have.
 */
function showExpected({ kind }: Message): string | undefined {
  switch (kind.case) {
    case "nullValue":
      return "null";
    case "uint64Value":
      return `uint ${String(kind.value)}`;
    case "int64Value":
    case "doubleValue":
    case "stringValue":
    case "boolValue":
    case "bytesValue":
      return show(kind.value);
    case "listValue": {
      const items = (kind.value as { values: Message[] }).values.map(showExpected);
      return items.includes(undefined) ? undefined : `[${items.join()}]`;
    }
    case "mapValue": {
      const entries = (kind.value as { entries: { key: Message; value: Message }[] }).entries.map(({ key, value }) => {
        const [name, member] = [showExpected(key), showExpected(value)];
        return name === undefined || member === undefined ? undefined : `${name}: ${member}`;
      });
      return entries.includes(undefined) ? undefined : `{${entries.sort().join()}}`;
    }
    default:
      return undefined;
  }
}

function expectedOf({ case: name, value }: Expected): string | undefined {
  if (name === undefined) return "true";
  if (name === "evalError") return "an error";
  return name === "value" ? showExpected(value) : undefined;
}

function* testsOf(suite: IncrementalTestSuite): Generator<IncrementalTest> {
  yield* suite.tests;
  for (const inner of suite.suites) yield* testsOf(inner);
}

const environment = celEnv({ funcs: [...strings] });

const libraries: Readonly<Record<string, Evaluate>> = {
  ours: (source) => parseExpression(source)({}) as unknown,
  "@bufbuild/cel": (source) => {
    const result: unknown = plan(environment, parse(source))();
    if (isCelError(result)) throw new Error("an error");
    return result;
  },
};

function outcome(evaluate: Evaluate, source: string): string {
  try {
    return show(evaluate(source));
  } catch {
    return "an error";
  }
}

test.skipIf(process.env.RESTRAINT_CAMPAIGN === undefined)(
  "the language's conformance tests, of what rules can say",
  () => {
    let all = 0;
    const counts = new Map<string, { right: number; silent: number; wrong: string[] }>();
    for (const suite of getConformanceSuite().suites)
      for (const { original } of testsOf(suite)) {
        const { expr, container, bindings, resultMatcher } = original;
        const expected = expectedOf(resultMatcher);
        // A schema's rules have no protobuf messages, no enums, and no variables other than the usual ones.
        const isOfMessages = container !== "" || /google\.|TestAllTypes|cel\.(?:bind|block|iterVar|index)/.test(expr);
        if (expected === undefined || isOfMessages || Object.keys(bindings).length > 0) continue;
        all += 1;
        for (const [name, evaluate] of Object.entries(libraries)) {
          const count = counts.get(name) ?? { right: 0, silent: 0, wrong: [] };
          counts.set(name, count);
          const found = outcome(evaluate, expr);
          if (found === expected) count.right += 1;
          else if (found === "an error") count.silent += 1;
          else count.wrong.push(`${suite.name}: ${expr} is ${expected}, not ${found}`);
        }
      }
    for (const [name, { right, silent, wrong }] of counts)
      process.stdout.write(
        `${name}: of ${all} ${right} right, ${silent} not evaluated, ${wrong.length} otherwise\n${wrong.map((each) => `  ${each}\n`).join("")}`,
      );
    expect(counts.get("ours")?.right).toBeGreaterThan(all * 0.7);
    expect(counts.get("ours")?.wrong.length).toBeLessThan(60);
  },
);
