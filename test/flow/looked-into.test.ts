import { describe, expect, it } from "vitest";
import { callsOf, type Files, follow, written } from "./project";

/** @returns the names of the files that take part once each file has been looked at. */
function takingPart(files: Files): readonly string[] {
  const { flow, file } = follow(files);
  for (const name of Object.keys(files)) flow.candidateCalls(file(name));
  return flow.files.map(({ name }) => name).toSorted();
}

const api = `export const LIMIT = 20;
export const send = (path: string) => fetch(path);
export class Api { sendAllOf(path: string) { return fetch(path); } }`;

describe("files that are not looked into", () => {
  it.each([
    [
      "one that takes something else, and the default of a package",
      `import React from "react"; import { LIMIT } from "./api"; React.use(LIMIT);`,
    ],
    [
      "one that takes the default of another file",
      `import label from "./label"; import { LIMIT } from "./api"; label(LIMIT);`,
    ],
    [
      "one with a template and a method that a client has, too",
      "export const label = (map: Map<string, string>) => `${map.get('a')}`;",
    ],
    [
      "one with words of a client of two words, apart",
      "export const load = (list: string[]) => list.map(String); export const ajax = 1;",
    ],
    ["one with the name of a method that sends, as another name", "export const sendAllOf = (text: string) => text;"],
    ["one with the name of a class that sends, as another name", "export const Api = (text: string) => text;"],
  ])("%s", (_, text) => {
    const files = { "api.ts": api, "label.ts": "export default (text: unknown) => String(text);", "page.ts": text };
    expect(takingPart(files)).toEqual(["api.ts"]);
  });

  it("one of which the project does not tell, with words of a client of two words, apart", () => {
    const { flow, file } = follow({ "api.ts": api, "page.test.ts": "export const ajax = 1;" }, { told: ["api.ts"] });
    expect(flow.candidateCalls(file("page.test.ts"))).toEqual([]);
    expect(flow.files.map(({ name }) => name)).toEqual(["api.ts"]);
  });

  it("are not parsed, unless somebody asks for them", () => {
    const files = {
      "api.ts": api,
      "page.ts": `import React from "react"; import { LIMIT } from "./api"; React.use(LIMIT);`,
    };
    const { flow, file, parsed } = follow(files);
    expect(flow.candidateCalls(file("api.ts")).map(written)).toEqual(["fetch(path)", "fetch(path)"]);
    expect(parsed()).toEqual(["api.ts"]);
  });
});

describe("files that are looked into", () => {
  it.each([
    ["a default under another name", `import call from "./default"; call("/a");`, `call("/a")`],
    ["a default that is named", `import { default as call } from "./default"; call("/a");`, `call("/a")`],
    ["a namespace", `import * as all from "./api"; all.send("/a");`, `all.send("/a")`],
    ["a module of the older form", `const all = require("./api"); all.send("/a");`, `all.send("/a")`],
    ["a name that is given on the way", `import { call } from "./index"; call("/a");`, `call("/a")`],
    ["a namespace that is handed on", `import { all } from "./index"; all.send("/a");`, `all.send("/a")`],
    ["a default beside a name", `import call, { other } from "./default"; call(other);`, `call(other)`],
    [
      "an instance of a class with another name",
      `import { Client } from "./index"; new Client().load("/a");`,
      `new Client().load("/a")`,
    ],
    ["a client of two words", `declare const $: any; $.ajax("/a");`, `$.ajax("/a")`],
    ["a member that is taken out", `export const f = ({ sendAllOf }: any) => sendAllOf("/a");`, `sendAllOf("/a")`],
  ])("%s", (_, text, call) => {
    const files = {
      "page.ts": text,
      "api.ts": api,
      "default.ts": "export const other = '/b'; export default (path: string) => fetch(path);",
      "index.ts": `export { send as call } from "./api"; export * as all from "./api"; export { Api as Client } from "./class";`,
      "class.ts":
        "export class Api { load(path: string) { return fetch(path); } sendAllOf(path: string) { return fetch(path); } }",
    };
    expect(callsOf(files, { verdicts: ["sends", "leads", "possible"] })).toContain(call);
  });
});
