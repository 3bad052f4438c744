import { expect, it } from "vitest";
import { ignoringRejections } from "../../harness/running";
import { partOf } from "../../harness/runs";
import { contradiction } from "./describes";
import { Interpreter } from "./interpreter";
import { builtinUses, type Use } from "./uses";

/** What is done with each result. */
const uses = [
  "v",
  "v?.length",
  "v?.size",
  "JSON.stringify(v)",
  "`${v}`",
  "Object.keys(v)",
  "[...v]",
  "{ ...v }",
  "String(v)",
  "Array.isArray(v)",
  "Object.entries(v)",
];

const receiver = /^const r = (.*);$/su;

/** @returns what was claimed of a use and is not so. */
async function contradictionsOf({ before, expression }: Use): Promise<readonly string[]> {
  const actual = await run(before, expression);
  if (!actual) return [];
  const interpreter = new Interpreter();
  const [, made] = receiver.exec(before) ?? [];
  if (made !== undefined) interpreter.set("r", interpreter.run(made));
  interpreter.set("v", interpreter.run(expression));
  const wrong: string[] = [];
  const check = (what: string, value: unknown): void => {
    const reason = contradiction(interpreter.run(what), value);
    if (reason !== undefined) wrong.push(`${before} v = ${expression}; ${what}: ${reason}`);
  };
  if (made !== undefined) check("r", actual.receiver);
  for (const use of uses) {
    const result = attempt(use, actual.value);
    if (result) check(use, result.value);
  }
  return wrong;
}

async function run(
  before: string,
  expression: string,
): Promise<{ readonly value: unknown; readonly receiver: unknown } | undefined> {
  try {
    // The programs are our own.
    // eslint-disable-next-line @typescript-eslint/no-implied-eval
    const make = new Function(
      `${before}; const v = (${expression}); return { v, r: ${before === "" ? "undefined" : "r"} };`,
    ) as () => { v: unknown; r: unknown };
    const { v, r } = make();
    const late = Symbol("late");
    const value: unknown = await Promise.race([v, new Promise((done) => setImmediate(done, late))]);
    return value === late ? undefined : { value, receiver: r instanceof Promise ? await r : r };
  } catch {
    return undefined;
  }
}

function attempt(use: string, value: unknown): { readonly value: unknown } | undefined {
  if (use === "[...v]" && typeof (value as Iterator<unknown> | null)?.next === "function") return undefined;
  try {
    // The programs are our own.
    // eslint-disable-next-line @typescript-eslint/no-implied-eval
    return { value: (new Function("v", `return (${use});`) as (v: unknown) => unknown)(value) };
  } catch {
    return undefined;
  }
}

it("claims nothing of the members of the language that is not so", { timeout: 600_000, tags: ["long"] }, async () => {
  const all = partOf([...builtinUses()], 1 / 17);
  const wrong: string[] = [];
  await ignoringRejections(async () => {
    for (const use of all) wrong.push(...(await contradictionsOf(use)));
  });
  expect(wrong).toEqual([]);
  expect(new Set(all.map(({ member }) => member)).size).toBeGreaterThan(300);
});
