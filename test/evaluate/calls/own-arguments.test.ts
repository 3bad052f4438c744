import { expect, it } from "vitest";
import { requestsOf } from "../../harness/project-requests";

it.each([
  ['arguments[0].url = "/b";'],
  ['const [given] = arguments; given.url = "/b";'],
  ['const all = Array.from(arguments); all[0].url = "/b";'],
  ['const [...all] = [...arguments]; all[0].url = "/b";'],
  ['for (const each of arguments) each.url = "/b";'],
  ['(() => { arguments[0].url = "/b"; })();'],
  ["change.apply(null, arguments);"],
  ['[].forEach.call(arguments, (each) => { each.url = "/b"; });'],
])("what a function is given may change through `arguments`: %s", (code) => {
  const text = `function send(options) { ${code} return fetch(options.url); }
    function change(options) { options.url = "/b"; }
    export const one = () => send({ url: "/a" });`;
  expect(requestsOf({ "a.js": text })).not.toContain("GET /a");
});

it.each([
  ["if (arguments.length > 1) return;"],
  ["const count = arguments.length;"],
  ["function other() { arguments[0].url = '/b'; }"],
])("what only looks at `arguments` changes nothing: %s", (code) => {
  const text = `function send(options) { ${code} return fetch(options.url); } export const one = () => send({ url: "/a" });`;
  expect(requestsOf({ "a.js": text })).toContain("GET /a");
});
