import { describe, expect, it } from "vitest";
import { follow, functionNamed, written } from "./project";

/** A project that tells of no tests. */
const files = {
  "api.ts": `export class Api { load(path: string) { return fetch(path); } }
export const send = (path: string) => fetch(path);`,
  "use.ts": `import { send } from "./api";
export interface Box { load(path: string): unknown }
export const use = (api: any) => api.get("/use");
export const relay = (given: any) => given.load("/relay");
relay({ send });`,
  "pass.ts": `export const pass = (given: any) => given("/pass");`,
  "util.test.ts": `import { Api } from "./api"; export const api = new Api(); export const go = (path: string) => api.load(path);`,
  "one.test.ts": `import axios from "axios"; import { send } from "./api"; import { pass } from "./pass"; import { type Box, relay, use } from "./use"; import { api, go } from "./util.test";
use(axios); relay(api); pass(send); go("/one"); send("/two");
export const box: Box = api;
export const held = { sendNow: send };
export class Own { loadThings(path: string) { return fetch(path); } }`,
  "other.test.ts": `import { send } from "./api"; import { pass } from "./pass"; import type { Box } from "./use"; import { api, go } from "./util.test"; declare const any: any;
go("/other"); pass(send); any.loadThings("/other"); api.sendNow("/other"); export const open = (box: Box) => box.load("/other");`,
};
const names = Object.keys(files);
const told = ["api.ts", "use.ts", "pass.ts"];

/** @returns by file, in the order of their names: its calls that something flows into, and what is said of them, where the files are asked about in an order. */
function candidates(order: readonly string[]): readonly (readonly string[])[] {
  const { flow, file } = follow(files, { told });
  const found = new Map(
    order.map((name) => [name, flow.candidateCalls(file(name)).map((each) => `${each.verdict}: ${written(each)}`)]),
  );
  return names.map((name) => found.get(name) ?? []);
}

describe("files of which the project does not tell", () => {
  it("are told what they send, and what they call of the project", () => {
    const [, , , util, one, other] = candidates(names);
    expect(util).toContain("leads: api.load(path)");
    expect(one).toContain(`leads: go("/one")`);
    expect(one).toContain(`leads: send("/two")`);
    expect(one).toContain("sends: fetch(path)");
    expect(other).toContain(`leads: go("/other")`);
  });

  it("lead to the same calls in whatever order they are asked about", () => {
    const expected = candidates(names);
    for (const order of [names.toReversed(), ["one.test.ts", ...told, "other.test.ts", "util.test.ts"]])
      expect(candidates(order)).toEqual(expected);
  });

  it("are not followed into the project: what they alone give to it is not told there", () => {
    const { flow, file } = follow(files, { told });
    const before = [...told.map((name) => flow.candidateCalls(file(name)).map(written)), callersOfSend()];
    flow.candidateCalls(file("one.test.ts"));
    expect([...told.map((name) => flow.candidateCalls(file(name)).map(written)), callersOfSend()]).toEqual(before);

    function callersOfSend(): readonly string[] {
      return flow.callersOf(functionNamed(file("api.ts"), "send")).map(written);
    }
  });
});
