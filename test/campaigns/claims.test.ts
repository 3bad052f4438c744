import { createContext, Script } from "node:vm";
import { expect, test } from "vitest";
import { contradictionsIn } from "../evaluate/claims";
import { evaluateText } from "../harness/evaluating";
import { snapshot, type Arrival } from "../harness/running";
import { readSuite } from "./language-suite";

const root = process.env.LANGUAGE_SUITE;
const folders = (process.env.LANGUAGE_FOLDERS ?? "test/language").split(",");

/** Runs a test of the suite in Node, as a script in its own realm. */
function run(source: string): readonly Arrival[] {
  const arrivals: Arrival[] = [];
  const send = (tag: unknown, value: unknown): void => {
    if (arrivals.length < 200) arrivals.push({ tag, value: snapshot(value) });
  };
  class Test262Error extends Error {}
  const assert = Object.assign(() => undefined, {
    sameValue: () => undefined,
    notSameValue: () => undefined,
    compareArray: () => undefined,
    throws: (_: unknown, body: () => unknown) => {
      try {
        body();
      } catch {
        // As expected.
      }
    },
  });
  const context = createContext({ send, assert, Test262Error, print: () => undefined });
  try {
    new Script(source).runInContext(context, { timeout: 2000 });
  } catch {
    // Values sent before the error count.
  }
  return arrivals;
}

test.skipIf(root === undefined)(
  "the language's suite, read as claims",
  () => {
    const wrong: string[] = [];
    const dead: string[] = [];
    let tests = 0;
    let values = 0;
    for (const { name, source } of readSuite(root ?? "", folders)) {
      const arrivals = run(source);
      if (arrivals.length === 0) continue;
      tests += 1;
      values += arrivals.length;
      const found = contradictionsIn(evaluateText(source, "test.js").sent, arrivals);
      for (const each of found) (each.startsWith("nothing is known") ? dead : wrong).push(`${name}: ${each}`);
    }
    process.stdout.write(
      `${tests} tests, ${values} values: ${wrong.length} claimed otherwise, ${dead.length} in code that counts as dead\n`,
    );
    process.stdout.write([...wrong, ...dead].map((each) => `  ${each.replaceAll("\n", " ")}\n`).join(""));
    expect(tests).toBeGreaterThan(0);
  },
  3_600_000,
);
