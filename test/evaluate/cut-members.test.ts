import { expect, it } from "vitest";
import type { Place } from "../../src/evaluate/domain";
import { Effort } from "../../src/evaluate/effort";
import { lazyEntry, unknown } from "../../src/evaluate/make";
import { follow } from "../flow/project";

/** @returns a member that reads another one twice, and so on, of which the last was cut; and how often any was evaluated. */
function chain(depth: number): { readonly read: () => number } {
  const place: Place = { file: follow({ "a.ts": "" }).file("a.ts"), start: 0, end: 0, context: undefined };
  let count = 0;
  let last = lazyEntry(() => {
    count += 1;
    return unknown("a value of a project with too many of them", place, { cut: true });
  }, place);
  for (let level = 0; level < depth; level += 1) {
    const before = last;
    last = lazyEntry(() => {
      count += 1;
      const [first] = [before.value, before.value];
      return first;
    }, place);
  }
  return {
    read: () => {
      expect(last.value.kind).toBe("unknown");
      return count;
    },
  };
}

it("evaluates members that were cut once in one evaluation, and again in the next", () => {
  const { read } = chain(16);
  expect(read()).toBe(17);
  expect(read()).toBe(17);
  const effort = new Effort(() => 0);
  // A question that is not cut changes nothing, one that has no evaluations left ends what was cut in it.
  effort.question(1, () => effort.isUsedUp);
  expect(read()).toBe(17);
  expect(effort.question(0, () => effort.isUsedUp)).toEqual({ answer: true, isCut: true });
  expect(read()).toBe(34);
});
