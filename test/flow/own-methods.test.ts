import { describe, expect, test } from "vitest";
import { callsOf, type Files, follow } from "./project";

/** What `this.method()` calls, by the declarations of classes. */

const base = `export abstract class Base {
  get(path: string) { return this.send("GET", path); }
  protected send(method: string, path: string) { return fetch(path, { method }); }
}`;
const special = `import { Base } from "./base";
export class Special extends Base { protected override send(method: string, path: string) { return super.send(method, "/v2" + path); } }`;
const use = `import { Special } from "./special"; new Special().get("/a");`;

const asked = (files: Files): number => {
  const { flow, file, asked: count } = follow(files);
  for (const name of Object.keys(files)) flow.candidateCalls(file(name));
  return count();
};

describe("methods of `this`", () => {
  test("lead whichever class replaces them", () => {
    const files = { "base.ts": base, "special.ts": special, "use.ts": use };
    for (const [name, calls] of [
      ["base.ts", ['this.send("GET", path)', "fetch(path, { method })"]],
      ["special.ts", ['super.send(method, "/v2" + path)']],
      ["use.ts", ['new Special().get("/a")']],
    ] as const)
      expect(callsOf(files, { name })).toEqual(calls);
  });

  test("are told without an evaluation, fields are not", () => {
    const method = asked({ "a.ts": base });
    const field = asked({
      "a.ts": base.replace(
        "protected send(method: string, path: string) {",
        "protected send = (method: string, path: string) => {",
      ),
    });
    expect(field).toBeGreaterThan(method);
  });
});

test("a closure that is handed on sends what the function around it is given, by whichever way it is run", () => {
  const files = {
    "queue.ts": `export async function attempt(task: () => Promise<unknown>, left = 3) { for (;;) { try { return await task(); } catch { if (left-- === 0) throw new Error(); } } }`,
    "client.ts": `import { attempt } from "./queue"; declare const queue: { add(task: unknown): Promise<unknown> } | undefined;
export function request(path: string, options: any) { const task = () => fetch(path, options); const queued = queue ? () => queue.add(task) : task; return attempt(queued); }`,
    "use.ts": `import { request } from "./client";
${["a", "b", "c", "d", "e", "f"].map((each) => `request("/${each}", { send: fetch });`).join("\n")}`,
  };
  expect(callsOf(files, { name: "use.ts" })).toEqual(
    ["a", "b", "c", "d", "e", "f"].map((each) => `request("/${each}", { send: fetch })`),
  );
});
