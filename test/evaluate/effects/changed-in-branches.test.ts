import { expect, test } from "vitest";
import { requestsOf } from "../../harness/project-requests";

/** @returns what is sent with the parameters that a function adds, of a value. */
const sentFor = (add: string, value: string): readonly string[] =>
  requestsOf({
    "a.ts": `${add}
export const go = () => { const query = new URLSearchParams(); add(query, ${value}); return fetch("/a?" + query); };`,
  });

const flat = `function add(query: URLSearchParams, value: any, key = "one"): void {
  if (typeof value === "object") Object.keys(value).forEach((each) => add(query, value[each], each));
  else query.set(key, value);
}`;

test.each([
  ["nothing", "{}", "GET /a"],
  ["a number", "1", "GET /a ?one?"],
  ["an object", '{ size: 1, page: "x" }', "GET /a ?size?&page?"],
])("a captured object has the changes of the branches that run: %s", (_, value, expected) => {
  expect(sentFor(flat, value)).toEqual([expected]);
});

test("a callback in a branch that is not taken changes nothing", () => {
  const add = `function add(query: URLSearchParams, value: any) { if (Array.isArray(value)) value.forEach((each) => query.append("z", each)); else query.set("k", value); }`;
  expect(sentFor(add, "4")).toEqual(["GET /a ?k?"]);
});

test("what a branch knows of a captured variable is not what the variable holds at its function's end", () => {
  const add = `function add(query: URLSearchParams, value: any) {
  if (typeof value === "object") ["a"].forEach((key) => { query.set(value[key], "1"); value.done = true; });
  else console.log(value);
}`;
  expect(sentFor(add, '{ a: "b" }')).toEqual(["GET /a ?b?"]);
});
