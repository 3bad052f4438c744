import { expect, test } from "vitest";
import { requestsOf } from "../../harness/project-requests";

test("what a condition says of a value on one way is not known where the ways meet", () => {
  const sent = requestsOf({
    "a.ts": `import colours from "some-colours";
const load = (branch?: string, only = false) => {
  console.log(only ? "a" : branch ? colours.bold(branch) : "c");
  let url = "/x";
  if (branch) url += "/" + branch;
  return fetch(url);
};
export const go = (branch?: string) => load(branch);`,
  });
  expect(sent.at(-1)).toBe("GET /x/{branch} | /x");
});

const several = `let path = "/a/" + id; if (other) path += "/" + other; const url = new URL(path, base);`;

test.each([
  ["its parameters", `${several} url.searchParams.set("t", "1");`, "GET {base}/a/{id}/{other} | /a/{id} ?t"],
  [
    "its parameters on some ways",
    `${several} if (id) url.searchParams.set("t", "1");`,
    "GET {base}/a/{id}/{other} | /a/{id} ?t?",
  ],
  [
    "what a member of it holds",
    `const url = other ? { of: new URL("/a", base) } : { of: new URL("/b", base) }; url.of.searchParams.set("t", "1");`,
    "GET {base}/a | /b ?t",
    "url.of",
  ],
])("a change of one of several objects changes %s", (_, made, expected, given = "url") => {
  const sent = requestsOf({
    "a.ts": `export const go = (base: string, id: string, other?: string) => { ${made} return fetch(${given}); };`,
  });
  expect(sent).toEqual([expected]);
});

test("header fields of one of several objects are its own", () => {
  const sent = requestsOf({
    "a.ts": `export const go = (plain: boolean) => {
  const headers = plain ? new Headers({ A: "1" }) : new Headers({ B: "2" });
  headers.set("C", "3"); headers.set("D", "4"); headers.set("E", "5");
  return fetch("https://h/x", { headers });
};`,
  });
  expect(sent).toEqual(["GET https://h/x [A?, C, D, E, B?]"]);
});

const options = (changes: string): readonly string[] =>
  requestsOf({
    "a.ts": `export const go = (options: any, rule: any) => { ${changes} return fetch("https://h/x", { method: options.method }); };`,
  });
const ifs = (change: (index: number) => string): string =>
  Array.from({ length: 12 }, (_, index) => `if (rule.a${index}) ${change(index)};`).join(" ");

test("what is assigned to something unknown stays known through many ways that assign something else", () => {
  const changes = ifs((index) => `options.a${index} = rule.a${index}`);
  expect(options(`options.method = "PUT"; ${changes}`)[0]).toMatch(/^PUT https:/u);
});

test("what is assigned on some ways only may be what it was", () => {
  expect(options(`if (rule.a) options.method = "PUT";`)[0]).not.toMatch(/^(?:PUT|GET) /u);
  expect(options(`options.method = "PUT"; if (rule.a) change(options);`)[0]).not.toMatch(/^(?:PUT|GET) /u);
});
