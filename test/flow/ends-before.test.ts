import { describe, expect, test } from "vitest";
import { requestsOf } from "../harness/project-requests";

const sentBy = (code: string): readonly string[] => requestsOf({ "a.ts": code });

describe("a call with too few arguments", () => {
  test.each([
    [
      "a member of what is missing is an argument",
      `async function call(path: string, options?: any) { await fetch("https://h" + path, { method: (options.method || "get").toUpperCase() }); }`,
    ],
    [
      "it is taken apart before",
      `async function call(path: string, options: any) { const { token } = options; log(token); await fetch("https://h" + path); }`,
    ],
    [
      "it is taken apart at once",
      `async function call(path: string, { token }: any) { await fetch("https://h" + path, { headers: { Authorization: token } }); }`,
    ],
    [
      "it is read on the way to the call",
      `async function call(path: string, options?: any) { if (flag) { log(options.name); await fetch("https://h" + path); } }`,
    ],
    [
      "a function around reads it",
      `function call(path: string, options: any) { log(options.name); return [1].map(() => fetch("https://h" + path)); }`,
    ],
  ])("sends nothing where %s", (_, made) => {
    const file = `declare const flag: boolean; declare function log(x: any): void;\n${made}`;
    expect(sentBy(`${file}\ncall("/given", {});`).join()).toContain("https://h/given");
    expect(sentBy(`${file}\ncall("/given");`).join()).not.toContain("/given");
  });

  test.each([
    ["there is a default", `(path: string, options: any = {}) => fetch("https://h" + path + (options.x ?? ""))`],
    ["it is asked for", `(path: string, options?: any) => fetch("https://h" + path, options?.init)`],
    [
      "it is read under a condition alone",
      `(path: string, options?: any) => { if (options) log(options.x); return fetch("https://h" + path); }`,
    ],
    [
      "it is read under another condition",
      `(path: string, options?: any) => { if (flag) log(options.x); return fetch("https://h" + path); }`,
    ],
    [
      "what it throws is caught",
      `(path: string, options?: any) => { try { log(options.x); } catch {} return fetch("https://h" + path); }`,
    ],
    [
      "it is read behind the call",
      `async (path: string, options?: any) => { await fetch("https://h" + path); log(options.x); }`,
    ],
    [
      "it is assigned before",
      `(path: string, options?: any) => { options ??= {}; log(options.x); return fetch("https://h" + path); }`,
    ],
  ])("sends where %s", (_, made) => {
    const file = `declare const flag: boolean; declare function log(x: any): void; const call = ${made};`;
    expect(sentBy(`${file}\ncall("/given");`).join()).toContain("https://h/given");
  });
});
