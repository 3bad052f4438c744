import { expect, test } from "vitest";
import { requestsOf } from "../../harness/project-requests";

const send = `const options = { method: "PUT", kind: { name: "x" } };
  mark(options);
  return fetch("https://h/a", options);`;

/** More calls than are followed for one. */
const touches = "touch(kind); ".repeat(350);

test("a function that takes too much changes no other members than it gives to others", () => {
  const text = `declare function touch(value: unknown): void;
function mark(given: any) { const { kind } = given; ${touches} }
export const go = () => { ${send} };`;
  expect(requestsOf({ "a.ts": text })).toEqual(["PUT https://h/a"]);
});

test("one that assigns the member may have changed it", () => {
  const text = `declare function touch(value: unknown): string;
function mark(given: any) { const { kind } = given; ${touches} given.method = touch(kind); }
export const go = () => { ${send} };`;
  expect(requestsOf({ "a.ts": text })).toEqual([expect.stringMatching(/^\? /u)]);
});

test("one that gives away the whole may have changed all", () => {
  const text = `declare function touch(value: unknown): void;
function mark(given: any) { const { kind } = given; ${touches} touch(given); }
export const go = () => { ${send} };`;
  expect(requestsOf({ "a.ts": text })).toEqual([expect.stringMatching(/^\? /u)]);
});
