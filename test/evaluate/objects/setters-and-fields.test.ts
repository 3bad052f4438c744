import { expect, test } from "vitest";
import { requestsOf } from "../../harness/project-requests";

const above = `class Above { base = "/a"; get path() { return this.base; } set path(value) { this.base = value; } }`;

test.each([
  [
    "calls the setter above",
    `class Api extends Above { get path() { return super.path + "/c"; } set path(value) { super.path = value + "!"; } } const api = new Api(); api.path = "/z"; fetch("https://h" + api.path);`,
    "GET https://h/z!/c",
  ],
  [
    "calls it in a method, too",
    `class Api extends Above { move(value) { super.path = value; } } const api = new Api(); api.move("/z"); fetch("https://h" + api.base);`,
    "GET https://h/z",
  ],
  [
    "makes a member where there is none",
    `class Api extends Above { move(value) { super.other = value; } } const api = new Api(); api.move("/z"); fetch("https://h" + api.other);`,
    "GET https://h/z",
  ],
  [
    "is none to `this`, whose own setter counts",
    `class Api extends Above { set path(value) { this.base = value + "/own"; } move(value) { this.path = value; } } const api = new Api(); api.move("/z"); fetch("https://h" + api.base);`,
    "GET https://h/z/own",
  ],
])("an assignment to `super` %s", (_, code, expected) => {
  expect(requestsOf({ "a.js": `${above} ${code}` })).toContain(expected);
});

test.each([
  ["new Money(5)", "EUR"],
  ['new Money(5, "USD")', "USD"],
])("a parameter that is a field has its default: %s", (made, expected) => {
  const code = `class Money { constructor(readonly cents: number, readonly cur = "EUR") {} } fetch("https://h/" + (${made}).cur);`;
  expect(requestsOf({ "a.ts": code })).toEqual([`GET https://h/${expected}`]);
});

test.each([
  ["a function that is kept", "store.subs.push((x) => { state.to = x; });", "GET https://h/b"],
  ["nothing", "store.subs.push((x) => { other.to = x; });", "GET https://h/a"],
])("what observers change when a setter tells them: %s", (_, observe, expected) => {
  const sent = requestsOf({
    "a.js": `export async function go() { const state = { to: "/a" }, other = {};
class Store { subs = []; set value(x) { this.subs.forEach((f) => f(x)); } }
const store = new Store(); ${observe} store.value = "/b"; await fetch("https://h" + state.to); }`,
  });
  // What it was before may be there still: nobody knows that they are told.
  if (expected.endsWith("/b")) expect(sent).not.toContain("GET https://h/a");
  else expect(sent).toEqual([expected]);
});
