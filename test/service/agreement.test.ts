import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { byId } from "../../rules/index";
import { readFixtures, type Fixture } from "../harness/fixtures";
import { whatWentWrong } from "./outcome";
import { reasons } from "./reasons";
import { runPrograms } from "./run-programs";
import { readHead, type CaseHead } from "./seed";
import { ReferenceServer, type Mounted } from "./server";

/** A fixture, or what a fix or suggestion makes of it, as a program that runs against a service of its own. */
interface Case {
  readonly name: string;
  readonly rule: string;
  readonly text: string;
  readonly kind: "incorrect" | "correct" | "fixed";
  readonly head: CaseHead;
}

/** Programs about selectors are written for this address; here they find the service under it. */
const exampleHost = "https://api.example.com/v1";

const cases = readFixtures().filter(isProgram).flatMap(casesOf);
const mounts = new Map<Case, Mounted>();
let server: ReferenceServer;
let errors: ReadonlyMap<string, string | undefined> = new Map();

/**
 * Fixtures of rules whose problems the service itself shows, in a language that Node runs. Of those about selectors the wrong ones only: the
 * right ones name fields of many services.
 */
function isProgram({ rule, kind, extension }: Fixture): boolean {
  const code = byId.get(rule)?.code ?? 0;
  const shown = (code >= 100200 && code < 100400) || (isAboutSelectors(rule) && kind === "incorrect");
  return shown && ["ts", "js", "mjs"].includes(extension);
}

function isAboutSelectors(rule: string): boolean {
  return rule === "valid-fields" || rule === "no-data-prefix";
}

function casesOf(fixture: Fixture): readonly Case[] {
  const { rule, kind, expected } = fixture;
  const read = readHead(fixture.text);
  const head = isAboutSelectors(rule) ? { ...read, seed: { ...read.seed, public: true } } : read;
  const name = `${rule}/${fixture.name}`;
  // A suggestion fixes one finding; where there are more, the program stays wrong.
  const fixed = [fixture.fixed, ...(expected.length === 1 ? fixture.suggestions : [])].filter(
    (text) => text !== undefined,
  );
  return [
    { name, rule, text: fixture.text, kind, head },
    ...fixed.map((text, index): Case => ({ name: `${name}, fixed ${index + 1}`, rule, text, kind: "fixed", head })),
  ];
}

function outcomeOf(each: Case): string | undefined {
  const mounted = mounts.get(each);
  return mounted ? whatWentWrong(mounted, each.head) : "was never run";
}

beforeAll(async () => {
  server = await ReferenceServer.start();
  const programs = cases.map((each, index) => {
    const mounted = server.mount(`case-${index}`, each.head.seed);
    mounts.set(each, mounted);
    return { name: each.name, text: each.text.replaceAll(exampleHost, mounted.url), url: mounted.url };
  });
  errors = await runPrograms(programs);
});

afterAll(async () => {
  await server.stop();
  const rows = cases.map((each) => `${each.name.padEnd(72)} ${outcomeOf(each) ?? "served as meant"}`);
  process.stdout.write(`\nRules and service, case by case\n${rows.join("\n")}\n${rows.length} cases\n`);
});

describe("the rules and the service agree", () => {
  test("there are cases", () => {
    expect(cases.length).toBeGreaterThan(0);
  });

  test.each(cases.map((each) => [each.name, each] as const))("%s", (name, each) => {
    expect(mounts.get(each)?.answered).not.toEqual([]);
    const wrong = outcomeOf(each);
    if (each.kind === "incorrect") {
      expect(wrong).toMatch(reasons[each.rule] ?? /^never$/);
    } else {
      expect(wrong).toBeUndefined();
      // What a program about selectors reads of its answer is its own affair.
      if (!isAboutSelectors(each.rule)) expect(errors.get(name)).toBeUndefined();
    }
  });
});
