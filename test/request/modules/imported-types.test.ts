import { describe, expect, it } from "vitest";
import { requestsOf } from "../../harness/project-requests";

describe("a member of an imported type that is optional", () => {
  const given = "export interface Given { name?: string }";
  it.each<[string, string, Readonly<Record<string, string>>]>([
    ["an imported interface", 'import type { Given } from "./b";', { "b.ts": given }],
    [
      "one under another name",
      'import { type Other as Given } from "./b";',
      { "b.ts": given.replace("Given", "Other") },
    ],
    ["one that is passed on", 'import { Given } from "./b";', { "b.ts": 'export * from "./c";', "c.ts": given }],
    [
      "one that is passed on by name",
      'import { Given } from "./b";',
      { "b.ts": 'export { Other as Given, Given as Other } from "./c";', "c.ts": given.replace("Given", "Other") },
    ],
    [
      "one that is imported and exported",
      'import { Given } from "./b";',
      { "b.ts": 'import { Given } from "./c"; export { Given };', "c.ts": given },
    ],
    ["a default export", 'import Given from "./b";', { "b.ts": `${given.slice(7)} export default Given;` }],
    ["a class", 'import { Given } from "./b";', { "b.ts": "export class Given { name?: string; }" }],
    ["an alias", 'import { Given } from "./b";', { "b.ts": "export type Given = { name?: string };" }],
  ])("may be missing where %s says so", (_, head, others) => {
    const file = `${head} export const send = ({ name }: Given) => fetch("/x", { method: "POST", body: JSON.stringify({ name }) });`;
    expect(requestsOf({ "a.ts": file, ...others })).toEqual(["POST /x json {name?}"]);
  });

  it("is there where files pass the type on to each other without end", () => {
    const file = `import { Given } from "./b"; export const send = ({ name }: Given) => fetch("/x", { method: "POST", body: JSON.stringify({ name }) });`;
    const others = { "b.ts": 'export * from "./c";', "c.ts": 'export * from "./b"; export * from "./a";' };
    expect(requestsOf({ "a.ts": file, ...others })).toEqual(["POST /x json {name}"]);
  });
});

describe("a member of a type that is made of others", () => {
  const base = "interface Base { name?: string } interface Sure { name: string }";
  it.each([
    ["one that extends another", "interface Given extends Base { id: string }", "name?"],
    ["one that declares the member anew", "interface Given extends Base { name: string }", "name"],
    ["a class that extends another", "class Above { name?: string } class Given extends Above { id = 1 }", "name?"],
    ["one that extends a part of another", "interface Given extends Partial<Sure> { id: string }", "name?"],
    ["`Partial`", "type Given = Partial<Sure>;", "name?"],
    ["`Partial` of what is not known", 'type Given = Partial<import("x").Other>;', "name?"],
    ["`Required`", "type Given = Required<Base>;", "name"],
    ["`Omit`", 'type Given = Omit<Base, "id">;', "name?"],
    ["an intersection", "type Given = { id: string } & Base;", "name?"],
    ["an intersection that demands it", "type Given = Sure & Base;", "name"],
    ["a union", "type Given = Sure | Base;", "name?"],
    ["an alias of an alias", "type Other = (Base); type Given = Other;", "name?"],
    ["a type with parameters", "interface Held<T> { name?: T } type Given = Held<string>;", "name?"],
    ["a parameter of the name of a type", "type Held<Base> = Base; type Given = Held<Sure>;", "name"],
    ["a type of its own under the name", "interface Partial<T> { name: T } type Given = Partial<Sure>;", "name"],
    ["types that extend each other", "interface Given extends Other {} interface Other extends Given {}", "name"],
  ])("is told by %s", (_, declared, expected) => {
    const file = `${base} ${declared} export const send = ({ name }: Given) => fetch("/x", { method: "POST", body: JSON.stringify({ name }) });`;
    expect(requestsOf({ "a.ts": file })).toEqual([`POST /x json {${expected}}`]);
  });
});

describe("a member of a member", () => {
  const types = {
    "b.ts": 'import type { Inner } from "./c"; export interface Outer { inner: Inner; near?: Inner; list: Inner[] }',
    "c.ts": "export class Inner { a?: string; b: string; next?: Inner; }",
  };
  it.each([
    ["{ inner }: Outer", "{ a: inner.a, b: inner.b }", "{a?, b}"],
    ["{ inner: { a, b } }: Outer", "{ a, b }", "{a?, b}"],
    ["given: Outer", "{ a: given.inner.a, b: given.inner.b }", "{a?, b}"],
    ["given: Partial<Outer>", "{ a: given.inner.a, b: given.inner.b }", "{a?, b}"],
    ["given: { outer: Outer }", "{ next: given.outer.inner.next, a: given.outer.near.a }", "{next?, a?}"],
    ["given: Outer", "{ a: given.other.a, b: given.list[0].b }", "{a, b}"],
  ])("may be missing where its own type says so: %s", (parameter, body, expected) => {
    const file = `import type { Outer } from "./b"; export const send = (${parameter}) => fetch("/x", { method: "POST", body: JSON.stringify(${body}) });`;
    expect(requestsOf({ "a.ts": file, ...types })).toEqual([`POST /x json ${expected}`]);
  });
});

describe("a receiver of which an imported type tells", () => {
  const classes = {
    "c.ts": 'export class First { rename(id: string) { return fetch("/first/" + id, { method: "PATCH" }); } }',
    "d.ts": 'export class Second { rename(id: string) { return fetch("/second/" + id, { method: "PATCH" }); } }',
  };
  it.each([
    ["an interface", 'import { First } from "./c"; export interface Deps { api: First }'],
    ["an alias", 'import { First } from "./c"; export type Deps = { api: First };'],
  ])("is found without a checker: %s", (_, deps) => {
    const file = 'import type { Deps } from "./b"; export const go = (deps: Deps) => deps.api.rename("1");';
    expect(requestsOf({ "a.ts": file, "b.ts": deps, ...classes })).toEqual(["PATCH /first/1"]);
  });
});
