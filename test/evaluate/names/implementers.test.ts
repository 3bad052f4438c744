import { describe, expect, test } from "vitest";
import { requestsOf } from "../../harness/project-requests";

const numbers = [1, 2, 3, 4, 5, 6, 7];

/** A file with an interface of its own, and its own object of it. */
const alone = (
  n: number,
  made: string,
): string => `export interface Http { send(input: string, init?: RequestInit): Promise<Response> }
export class Api { constructor(private readonly http: Http) {} issue(id: string) { return this.http.send(\`https://h/issues${n}/\${id}\`, { method: "DELETE" }); } }
${made}`;

describe("what implements an interface", () => {
  test.each([
    ["an object that a function gives", `export const host = (): Http => ({ send: (a, b) => fetch(a, b) });`],
    ["an object with a type", `export const host: Http = { send: (a, b) => fetch(a, b) };`],
    ["a class", `export class Host implements Http { send(a: string, b?: RequestInit) { return fetch(a, b); } }`],
    ["what a promise gives", `export async function host(): Promise<Http> { return { send: (a, b) => fetch(a, b) }; }`],
  ])("is none of another interface of that name: %s", (_, made) => {
    const files = Object.fromEntries(numbers.map((n) => [`file${n}.ts`, alone(n, made)]));
    expect(requestsOf(files)).toContain("DELETE https://h/issues1/{id}");
  });

  test("is what takes the interface from its file, by any name", () => {
    const files = {
      "a.ts": `import type { Http } from "./http"; export const go = (http: Http, id: string) => http.send("https://h/" + id, { method: "PUT" });`,
      "http.ts": `export interface Http { send(input: string, init?: RequestInit): Promise<Response> }`,
      "host.ts": `import type { Http as Given } from "./http"; export const host = (): Given => ({ send: (a, b) => fetch(a, b) });`,
      "own.ts": `interface Http { send(a: string): void } export const own = (): Http => ({ send: (a) => log(a) });`,
    };
    expect(requestsOf(files)).toContain("PUT https://h/{id}");
  });
});
