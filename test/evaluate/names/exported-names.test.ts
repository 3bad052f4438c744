import { expect, test } from "vitest";
import { requestsOf } from "../../harness/project-requests";

test("a name that a module declares is not what it exports under that name", () => {
  const files = {
    "a.ts": `import { url } from "./b"; fetch(url);`,
    "b.ts": `const url = "/own"; const other = "/b"; export { other as url };`,
  };
  expect(requestsOf(files)).toEqual(["GET /b"]);
});

test("a class without a name is the default of its module", () => {
  const files = {
    "a.ts": `import Api from "./b"; new Api().load();`,
    "b.ts": `export default class { load() { return fetch("/b"); } }`,
  };
  expect(requestsOf(files)).toEqual(["GET /b"]);
});
