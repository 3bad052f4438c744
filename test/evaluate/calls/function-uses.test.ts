import { expect, it } from "vitest";
import { functionUses } from "../../../src/evaluate/calls/function-uses";
import { follow } from "../../flow/project";

/** @returns how many times in all a function is found to be handed to a call. */
function handed(count: number): number {
  const rounds = Array.from({ length: count }, (_, index) => `  if (all[${index}]) f = () => ${index};\n`);
  const text = `export const all = (all, f, run) => {\n${rounds.join("")}  run(${"f, ".repeat(count)});\n};\n`;
  const { file } = follow({ "a.ts": text });
  return [...functionUses(file("a.ts")).arguments.values()].reduce((sum, calls) => sum + calls.length, 0);
}

it("finds the functions that a variable may hold", () => {
  expect(handed(1)).toBe(1);
  expect(handed(3)).toBe(9);
});

it("is linear where a variable is assigned and handed to calls again and again", () => {
  expect(handed(400)).toBeLessThan(2.2 * handed(200));
});
