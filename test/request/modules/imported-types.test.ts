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
