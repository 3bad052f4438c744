import { expect, it } from "vitest";
import { evaluateText } from "../../harness/evaluating";
import { ignoringRejections, snapshot, type Arrival } from "../../harness/running";
import { builtinUses } from "./uses";
import { programOf, tagsOfProgram } from "./builtin-members";
import { contradictionsIn } from "../claims";
import { partOf } from "../../harness/runs";

/** The part of the uses that is looked at: every so many-th, a number that goes through all arguments in turn. */
const part = 1 / 17;

/** Uses that are looked at together: enough to share the cost of a file, few enough for the bounds of one. */
const together = 100;

/** Of these a located value shows the entries, which are no members; what their methods give is sent as well. */
const shownByEntries = [FormData, Headers, URL, URLSearchParams, Map, Set, Promise];

/** Runs the programs at once. They wait for nothing but each other: what has not come to its end when Node.js turns to the next event never will. */
async function run(source: string, names: readonly string[]): Promise<readonly Arrival[]> {
  const arrivals: Arrival[] = [];
  const send = (tag: unknown, value: unknown): void => {
    if (shownByEntries.some((each) => value instanceof each)) return;
    arrivals.push({ tag, value: snapshot(value) });
  };
  // The programs are our own.
  // eslint-disable-next-line @typescript-eslint/no-implied-eval
  const make = new Function("send", `${source}\nreturn [${names.join()}];`) as (
    given: typeof send,
  ) => readonly (() => Promise<void>)[];
  for (const program of make(send)) program().catch(() => undefined);
  await new Promise((done) => setImmediate(done));
  return arrivals;
}

it(
  "claims nothing of the language's members that is not so, and counts nothing dead that runs",
  { timeout: 600_000, tags: ["long"] },
  async () => {
    const uses = partOf([...builtinUses()], part);
    const wrong: string[] = [];
    let arrived = 0;
    await ignoringRejections(async () => {
      for (let from = 0; from < uses.length; from += together) {
        const batch = uses.slice(from, from + together);
        const source = batch.map((use, index) => programOf(use, index * tagsOfProgram)).join("\n");
        const arrivals = await run(
          source,
          batch.map((_, index) => `f${index * tagsOfProgram}`),
        );
        arrived += arrivals.length;
        const { sent } = evaluateText(source, "uses.js");
        for (const arrival of arrivals) {
          const use = batch[Math.floor(Number(arrival.tag) / tagsOfProgram)];
          for (const found of contradictionsIn(sent, [arrival]))
            wrong.push(`${use?.member ?? ""}: ${use?.before ?? ""} ${use?.expression ?? ""}: ${found}`);
        }
      }
    });
    const members = new Set(uses.map(({ member }) => member));
    process.stdout.write(`${uses.length} uses of ${members.size} members, ${arrived} values\n`);
    expect(wrong).toEqual([]);
    expect(members.size).toBeGreaterThan(500);
    expect(arrived).toBeGreaterThan(3 * uses.length);
  },
);
