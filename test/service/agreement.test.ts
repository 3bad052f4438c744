import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readFixtures, type Fixture } from "../harness/fixtures";
import { whatWentWrong } from "./outcome";
import { runPrograms } from "./run-programs";
import { readHead, type CaseHead } from "./seed";
import { ReferenceServer, type Mounted } from "./server";

/** A fixture, or what a fix or suggestion makes of it, as a program that runs against a service of its own. */
interface Case {
  readonly name: string;
  readonly rule: string;
  readonly text: string;
  readonly answer: string;
  readonly kind: "incorrect" | "correct" | "fixed";
  readonly head: CaseHead;
}

/** Programs about selectors are written for this address; here they find the service under it, and need no token. */
const exampleHost = "https://api.example.com/v1";

const fixtures = readFixtures().filter(({ extension }) => ["ts", "js", "mjs"].includes(extension));
const cases = fixtures.flatMap(casesOf);
const mounts = new Map<Case, Mounted>();
let server: ReferenceServer;
let errors: ReadonlyMap<string, string | undefined> = new Map();

/** A case that says what the service answers, and what its fixes and suggestions make of it: those are served. */
function casesOf(fixture: Fixture): readonly Case[] {
  const { rule, kind, expected, answer } = fixture;
  if (answer === undefined) return [];
  const read = readHead(fixture.text);
  const head = isAtExampleHost(fixture.text) ? { ...read, seed: { ...read.seed, public: true } } : read;
  const name = `${rule}/${fixture.name}`;
  // A suggestion fixes one finding; where there are more, the program stays wrong.
  const fixed = [fixture.fixed, ...(expected.length === 1 ? fixture.suggestions : [])].filter(
    (text) => text !== undefined,
  );
  return [
    { name, rule, text: fixture.text, answer, kind, head },
    ...fixed.map((text, index): Case => ({
      name: `${name}, fixed ${index + 1}`,
      rule,
      text,
      answer: "served",
      kind: "fixed",
      head,
    })),
  ];
}

function isAtExampleHost(text: string): boolean {
  return text.includes(exampleHost);
}

/** An outcome in the words of a case: without the status, of which the description says too little to rely on it. */
function answerOf(outcome: string | undefined): string {
  if (outcome === undefined) return "served";
  return outcome
    .replace(/^refused \d+:/u, "refused:")
    .replace(/ \(the description shows no status for this case\)$/u, "")
    .trim();
}

function outcomeOf(each: Case): string | undefined {
  const mounted = mounts.get(each);
  return mounted ? whatWentWrong(mounted, each.head) : "was never run";
}

/** @returns a program that calls the service where it is mounted, with what stands before the host: `https://user:password@host`. */
function mountedText(text: string, url: string): string {
  const host = exampleHost.replace("https://", "");
  const withUser = new RegExp(`https://(\\w+:\\w+@)${host}`, "gu");
  return text.replaceAll(withUser, (_, user: string) => url.replace("://", `://${user}`)).replaceAll(exampleHost, url);
}

beforeAll(async () => {
  server = await ReferenceServer.start();
  const programs = cases.map((each, index) => {
    const mounted = server.mount(`case-${index}`, each.head.seed);
    mounts.set(each, mounted);
    return { name: each.name, text: mountedText(each.text, mounted.url), url: mounted.url };
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

  test("a rule that is put to the service is put there by all of its wrong programs", () => {
    const rules = new Set(cases.map(({ rule }) => rule));
    // What goes to another service cannot be put to this one, nor what is below a resource of it.
    const elsewhere = /^incorrect-(?:documented|generated|parent(?:-header)?)\./u;
    const silent = fixtures.filter(
      ({ rule, kind, name, answer, text }) =>
        rules.has(rule) &&
        kind === "incorrect" &&
        !answer &&
        !elsewhere.test(name) &&
        !/https:\/\/(?:api\.stripe\.com|elsewhere\.example\.org)\/|from "@octokit\//u.test(text),
    );
    expect(silent.map(({ rule, name }) => `${rule}/${name}`)).toEqual([]);
  });

  test.each(cases.map((each) => [each.name, each] as const))("%s", (name, each) => {
    expect(mounts.get(each)?.answered).not.toEqual([]);
    expect(answerOf(outcomeOf(each))).toBe(each.answer);
    expect(each.answer === "served").toBe(each.kind !== "incorrect");
    // What a program about selectors reads of its answer is its own affair.
    if (each.kind !== "incorrect" && !isAtExampleHost(each.text)) expect(errors.get(name)).toBeUndefined();
  });
});
