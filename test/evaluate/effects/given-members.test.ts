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

test("one that assigns it may have changed it where functions that run later have it, too", () => {
  const text = `declare function touch(value: unknown): string;
declare function later(run: () => void): void;
function mark(given: any) { const { kind } = given; ${touches} given.method = touch(kind); later(() => console.log(given.kind)); }
export const go = () => { ${send} };`;
  expect(requestsOf({ "a.ts": text })).toEqual([expect.stringMatching(/^\? /u)]);
});

test("one that gives away the whole may have changed all", () => {
  const text = `declare function touch(value: unknown): void;
function mark(given: any) { const { kind } = given; ${touches} touch(given); }
export const go = () => { ${send} };`;
  expect(requestsOf({ "a.ts": text })).toEqual([expect.stringMatching(/^\? /u)]);
});

test("options with a default, which functions that run later have too, are changed in the members that are given alone", () => {
  const text = `declare function touch(value: unknown): void;
declare function later(run: () => void): void;
function mark(given: any = {}) { const { kind } = given; const headers = new Headers(given.headers); ${touches} headers.set("a", "b"); later(() => touch(given.method)); }
export const go = () => { ${send} };`;
  expect(requestsOf({ "a.ts": text })).toEqual(["PUT https://h/a"]);
});

test("what is changed by another name may be changed", () => {
  const text = `declare function touch(value: unknown): string;
function mark(given: any = {}) { const { kind } = given; const own = given; ${touches} own.method = touch(kind); }
export const go = () => { ${send} };`;
  expect(requestsOf({ "a.ts": text })).toEqual([expect.stringMatching(/^\? /u)]);
});

test("what a function changes, functions that it hands on change too", () => {
  const later = "declare function later(run: () => void): void;\ndeclare function touch(value: unknown): void;\n";
  const go = `export const go = () => { const options: any = { method: "PUT" }; mark(options); return fetch("https://h/a", options); };`;
  const assigned = `function mark(given: any) { given.headers = { a: "b" }; later(() => { given.method = "POST"; }); }\n`;
  expect(requestsOf({ "a.ts": later + assigned + go })).toEqual([
    expect.stringMatching(/^PUT \| POST |^POST \| PUT /u),
  ]);
  const handed = `function mark(given: any) { given.headers = { a: "b" }; later(() => touch(given)); }\n`;
  expect(requestsOf({ "a.ts": later + handed + go })).toEqual([expect.stringMatching(/^\? /u)]);
});

test("a member that may be deleted may be missing", () => {
  const text = `declare function touch(value: unknown): void;
function mark(given: any) { const { kind } = given; ${touches} delete given.headers; }
export const go = () => { const options: any = { method: "PUT", kind: { name: "x" }, headers: { a: "b" } }; mark(options); return fetch("https://h/a", options); };`;
  expect(requestsOf({ "a.ts": text }).join()).not.toMatch(/\[a\]/u);
});
