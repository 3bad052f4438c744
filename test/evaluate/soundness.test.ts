import fc from "fast-check";
import { expect, it } from "vitest";
import { drawProgram } from "../harness/arbitraries/programs";
import { sharedObjectPrograms } from "../harness/arbitraries/shared-objects";
import { evaluateText } from "../harness/evaluating";
import { ignoringRejections, runProgram, type Arrival, type Inputs } from "../harness/running";
import { contradictionsIn } from "./claims";
import { runsOf } from "../harness/runs";

const runs = runsOf(400, 1 / 4);

const inputs: fc.Arbitrary<Inputs> = fc.record({
  b0: fc.boolean(),
  b1: fc.boolean(),
  b2: fc.boolean(),
  b3: fc.boolean(),
  n0: fc.nat(4),
  s0: fc.constantFrom("x", "a", "", "é", "y\n", "/", "a/", "//x", "$&"),
});

/** @returns every arrival that none of the claims for it allows. */
export function contradictionsOf(source: string, arrivals: readonly Arrival[]): string[] {
  return contradictionsIn(evaluateText(`async function main() {\n${source}\n}`, "main.js").sent, arrivals);
}

const drawn = fc.tuple(fc.integer(), fc.integer({ min: 2, max: 16 })).map(([seed, size]) => drawProgram(seed, size));

it.each([
  ["programs", drawn],
  ["programs in which several functions have one object", sharedObjectPrograms],
])(
  `claims nothing that is not so, in ${runs} %s that are run`,
  { timeout: 600_000, tags: ["long"] },
  async (_, programs) => {
    let arrived = 0;
    await ignoringRejections(() =>
      fc.assert(
        fc.asyncProperty(programs, inputs, async (source, given) => {
          const arrivals = await runProgram(source, given);
          arrived += arrivals.length;
          const found = contradictionsOf(source, arrivals);
          if (found.length > 0) throw new Error(`${found.join("\n")}\nwith ${JSON.stringify(given)}\n${source}`);
        }),
        { numRuns: runs },
      ),
    );
    expect(arrived).toBeGreaterThan(runs);
  },
);
