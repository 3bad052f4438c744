import { expect, test } from "vitest";
import { requestsOf } from "../../harness/project-requests";

const plain = "class A { base = '/x'; go() { return fetch(this.base); } }\nnew A().go();";

test.each([
  ["a field", "declare const given: any;", plain.replace("base", "@given base")],
  ["a field, by a factory", "declare const given: any;", plain.replace("base", "@given('name') base")],
  ["a static field", "declare const given: any;", plain.replace("base", "@given static base").replace("this", "A")],
  ["an accessor", "declare const given: any;", plain.replace("base", "@given accessor base")],
  [
    "a field, by a decorator of the project",
    "const given = (value: undefined, context: object) => () => '/other';",
    plain.replace("base", "@given base"),
  ],
])("what a decorator puts into %s is not known", (_, before, code) => {
  expect(requestsOf({ "a.ts": `${before}\n${plain}` }).join()).toContain("GET /x");
  const requests = requestsOf({ "a.ts": `${before}\n${code}` });
  expect(requests.length).toBeGreaterThan(0);
  expect(requests.join()).not.toContain("/x");
});

test("what a decorated field begins with is run", () => {
  const code =
    "declare const given: any;\nclass A { @given all = fetch('/list'); go() { return fetch('/one'); } }\nnew A().go();";
  expect(requestsOf({ "a.ts": code })).toEqual(expect.arrayContaining(["GET /list", "GET /one"]));
});
