import { describe, expect, test } from "vitest";
import { evaluateText } from "../harness/evaluating";
import { contradictionsIn } from "./claims";
import { ignoringRejections, runProgram, type Inputs } from "../harness/running";
import { programs } from "./tricky-programs";

const inputs: readonly Inputs[] = [
  { b0: true, b1: false, b2: false, b3: true, n0: 2, s0: "x" },
  { b0: false, b1: true, b2: true, b3: false, n0: 0, s0: "" },
];

/** At the top level of a module, and in a function: time differs. */
const places: readonly (readonly [string, (source: string) => string])[] = [
  ["at the top level", (source) => `${source}\nexport {};`],
  ["in a function", (source) => `async function main() {\n${source}\n}`],
];

describe.each(Object.entries(programs))("%s", (_, source) => {
  test.each(places)("%s", async (__, write) => {
    const { sent } = evaluateText(write(source), "main.mjs");
    for (const given of inputs) {
      const arrivals = await ignoringRejections(() => runProgram(source, given));
      expect(contradictionsIn(sent, arrivals)).toEqual([]);
    }
  });
});
