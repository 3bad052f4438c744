import fc from "fast-check";
import { expect, it } from "vitest";
import type { Sent } from "../../src/evaluator/models/native";
import { evaluateText, type Draft } from "../harness/evaluating";
import { contradiction } from "../harness/holds";
import { drawProgram } from "../harness/arbitraries/programs";
import { ignoringRejections, runProgram, type Arrival, type Inputs } from "../harness/running";

const runs = Number(process.env.RESTRAINT_PROGRAMS ?? 1000);

const inputs: fc.Arbitrary<Inputs> = fc.record({
  b0: fc.boolean(),
  b1: fc.boolean(),
  b2: fc.boolean(),
  b3: fc.boolean(),
  n0: fc.nat(4),
  s0: fc.constantFrom("x", "a", "", "é", "y\n", "/", "a/", "//x", "$&"),
});

function argumentOf(sent: Sent, index: number) {
  return (sent.draft as Draft).arguments[index];
}

/** The claims that may be meant for what arrived: those with its tag, or, where no call shows the tag, all that leave it open. */
function claimsFor(sent: readonly Sent[], { tag }: Arrival): readonly Sent[] {
  const own = sent.filter((each) => {
    const claimed = argumentOf(each, 0);
    return claimed?.kind === "number" && claimed.value === tag;
  });
  return own.length > 0 ? own : sent.filter((each) => argumentOf(each, 0)?.kind !== "number");
}

/** @returns every arrival that none of the claims for it allows. */
export function contradictionsOf(source: string, arrivals: readonly Arrival[]): string[] {
  const { sent } = evaluateText(`async function main() {\n${source}\n}`, "main.js");
  return arrivals.flatMap((arrival): string[] => {
    const claims = claimsFor(sent, arrival);
    if (claims.length === 0) return [`nothing is known of the call with tag ${String(arrival.tag)}`];
    const reasons = claims.map((claim) => {
      const value = argumentOf(claim, 1);
      return value ? contradiction(value, arrival.value) : undefined;
    });
    return reasons.every((reason) => reason !== undefined)
      ? [`tag ${String(arrival.tag)}: ${reasons.join("\n or ")}`]
      : [];
  });
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
