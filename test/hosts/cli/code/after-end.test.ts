import { expect, test } from "vitest";
import { afterEnd, type EndedTry } from "../../../../src/hosts/cli/threads/after-end";

const typed = { configuration: "tsconfig.json", files: ["a", "b", "c", "d"] };

function after(ended: Partial<EndedTry>, done: readonly string[] = []) {
  const isDone = (path: string): boolean => done.includes(path);
  return afterEnd({ group: typed, entered: [], isDone, isFresh: true, lost: 0, ...ended });
}

test("a file that ends a thread which has looked at no other is given up", () => {
  expect(after({ entered: ["a"] })).toEqual({ lost: ["a"], again: { ...typed, files: ["b", "c", "d"] } });
  expect(after({ group: { ...typed, files: ["a"] }, entered: ["a"] })).toEqual({ lost: ["a"] });
});

test("one that comes after others is tried first, in a thread of its own", () => {
  const again = { ...typed, files: ["c", "d"] };
  expect(after({ entered: ["a", "b", "c"] }, ["a", "b"])).toEqual({ lost: [], again });
  expect(after({ entered: ["a", "b"] })).toEqual({ lost: [], again: { ...typed, files: ["b", "a", "c", "d"] } });
  expect(after({ entered: ["a"], isFresh: false })).toEqual({ lost: [], again: typed });
});

test("a program that ends its thread is left out; what has none is given up", () => {
  expect(after({})).toEqual({ lost: [], again: { ...typed, configuration: undefined }, withoutTypes: true });
  expect(after({ isFresh: false })).toEqual({ lost: [], again: typed });
  expect(after({ group: { ...typed, configuration: undefined } })).toEqual({ lost: typed.files });
});

test("a thread that ends between files, or behind the last, gives none up", () => {
  expect(after({ entered: ["a"] }, ["a"])).toEqual({ lost: [], again: { ...typed, files: ["b", "c", "d"] } });
  expect(after({ entered: typed.files }, typed.files)).toEqual({ lost: [] });
});

test("a group that goes on ending threads is given up as a whole", () => {
  expect(after({ entered: ["a"], lost: 4 })).toEqual({ lost: typed.files });
});
