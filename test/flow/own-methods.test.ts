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

describe("methods of an object that is declared to be of a class", () => {
  const service = `export class Service { load(id: string) { return fetch("/items/" + id); } plain(id: string) { return id; } }`;
  const imported = `import { Service } from "./service"; `;
  const container = `${imported}export class Container { readonly held = new Service(); private made: Service | undefined; constructor(readonly given: Service) {} get lazy(): Service { return (this.made ??= new Service()); } }`;
  const program = (use: string): Files => ({
    "service.ts": service,
    "container.ts": container,
    "made.ts": `${imported}export const service = new Service();`,
    "use.ts": `${imported}import { Container } from "./container"; ${use}`,
  });

  test.each([
    ["a parameter", "export function f(service: Service, id: string) { return service.load(id); }"],
    [
      "what may be missing",
      "export function f(service: Service | undefined, id: string) { return service?.load(id); }",
    ],
    ["a field of a parameter", "export function f(c: Container, id: string) { return c.given.load(id); }"],
    [
      "what another file exports",
      `import { service } from "./made"; export function f(id: string) { return service.load(id); }`,
    ],
    ["a getter", "export function f(c: Container, id: string) { return c.lazy.load(id); }"],
    ["what a field begins with", "export function f(c: Container, id: string) { return c.held.load(id); }"],
    [
      "a field of the constructor",
      "export class A { constructor(private c: Container) {} f(id: string) { return this.c.given.load(id); } }",
    ],
    ["what is made", "export function f(id: string) { const s = new Service(); s.plain(id); return s.load(id); }"],
    [
      "what a function gives",
      "function make(): Service { return new Service(); } export function f(id: string) { return make().load(id); }",
    ],
    [
      "a variable of the file",
      "let s: Service = new Service(); export function f(id: string) { return s.load(id); } export function g() { s = new Service(); }",
    ],
  ])("are told without an evaluation: %s", (_, use) => {
    const files = program(use);
    expect(callsOf(files, { name: "use.ts" })).toEqual([expect.stringMatching(/load\(id\)$/u)]);
    // The client's own call is asked for.
    expect(asked(files)).toBe(1);
  });

  test("are those of classes that extend it, too", () => {
    const files = {
      ...program("export function f(service: Service, id: string) { return service.plain(id); }"),
      "other.ts": `${imported}export class Other extends Service { override plain(id: string) { void fetch("/other/" + id); return id; } }`,
    };
    expect(callsOf(files, { name: "use.ts" })).toEqual(["service.plain(id)"]);
  });

  test.each([
    [
      "of an interface",
      "interface Loader { load(id: string): unknown } export const f = (l: Loader, id: string) => l.load(id); f({ load: (id) => fetch(id) }, '1');",
    ],
    [
      "of one of two classes",
      "export const f = (l: Service | Container, id: string) => (l as any).load(id); f(new Service(), '1');",
    ],
  ])("take an evaluation %s", (_, use) => {
    expect(asked(program(use))).toBeGreaterThan(1);
  });
});

test.each([
  ["in its constructor", "constructor() { this.load = (id) => fetch(id) as any; }"],
  ["in another method", "setUp() { this.load = (id) => fetch(id) as any; }"],
])("a method in whose place another function is put leads by that: it is assigned %s", (_, assigning) => {
  const files = {
    "a.ts": `export class A { load(id: string) { return id; } ${assigning} } export const f = (a: A) => a.load("1"); f(new A());`,
  };
  expect(callsOf(files)).toContain('a.load("1")');
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
