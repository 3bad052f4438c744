import { expect, test } from "vitest";
import { requestsOf } from "../../harness/project-requests";

const filled = (loop: string): string => `function load(path: string, query: Record<string, string | undefined> = {}) {
  const url = new URL("https://h" + path);
  ${loop}
  return fetch(url);
}
export const none = () => load("/none");
export const some = (n?: string) => load("/some", { n, m: "1" });`;

/** What rounds add to an object is known where what they go through is. */
test.each([
  [
    "entries",
    `for (const [key, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(key, value);`,
  ],
  [
    "keys",
    `for (const key of Object.keys(query)) { if (query[key] === undefined) continue; url.searchParams.append(key, query[key]); }`,
  ],
])("a loop over the %s of a known object adds what each of them adds", (_, loop) => {
  expect(requestsOf({ "a.ts": filled(loop) }).slice(1)).toEqual(["GET https://h/none", "GET https://h/some ?n?&m"]);
});

test("a request in a loop has what any of its rounds has", () => {
  const sent = requestsOf({
    "a.ts": `export const go = () => { const url = new URL("https://h/x"); for (const key of ["a", "b"]) { fetch(url); url.searchParams.set(key, "1"); } return fetch(url); };`,
  });
  expect(sent).toEqual(["GET https://h/x ?+", "GET https://h/x ?a&b"]);
});

test("what a loop may leave early has any number of rounds", () => {
  const sent = requestsOf({
    "a.ts": `export const go = (last: string) => { const url = new URL("https://h/x"); for (const key of ["a", "b"]) { if (key === last) break; url.searchParams.set(key, "1"); } return fetch(url); };`,
  });
  expect(sent).toEqual(["GET https://h/x ?a?&b?+"]);
});

test("a list to which rounds add is gone through as long as there is more", () => {
  const sent = requestsOf({
    "a.ts": `export const go = () => { const url = new URL("https://h/x"); const keys = ["a"]; for (const key of keys) { if (key === "a") keys.push("b"); url.searchParams.set(key, "1"); } return fetch(url); };`,
  });
  expect(sent).toEqual(["GET https://h/x ?a?+"]);
});
