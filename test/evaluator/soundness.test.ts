import fc from "fast-check";
import { expect, it } from "vitest";
import { drawProgram } from "../harness/arbitraries/programs";
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

it(`claims nothing that is not so, in ${runs} programs that are run`, async () => {
  let arrived = 0;
  await ignoringRejections(() =>
    fc.assert(
      fc.asyncProperty(fc.integer(), fc.integer({ min: 2, max: 16 }), inputs, async (seed, size, given) => {
        const source = drawProgram(seed, size);
        const arrivals = await runProgram(source, given);
        arrived += arrivals.length;
        const found = contradictionsOf(source, arrivals);
        if (found.length > 0) throw new Error(`${found.join("\n")}\nwith ${JSON.stringify(given)}\n${source}`);
      }),
      { numRuns: runs },
    ),
  );
  expect(arrived).toBeGreaterThan(runs);
}, 600_000);
