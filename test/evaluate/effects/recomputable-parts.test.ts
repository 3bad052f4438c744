import { describe, expect, it } from "vitest";
import ts from "typescript";
import { noFacts } from "../../../src/contract/configuration/configuration";
import type { Evaluation } from "../../../src/clients/evaluation";
import { describeValue } from "../../../src/generate/describe-value";
import { createLibrary } from "../../../src/request/library";
import type { Draft } from "../../harness/evaluating";
import { type Files, project, run } from "../names/projects";

const given = ({ sent }: Evaluation): readonly string[] =>
  sent.map(({ draft }) => (draft as Draft).arguments.map(describeValue).join("; "));

/** Stands for the instances of a class of another file: it is made once for all functions of the file that runs. */
const api = `import { settings } from "./settings";
  export class Api { private readonly base = settings.base; path(): string { return this.base + "/x"; } }`;
const settings = `export const settings = { base: "/a", next: "/b", other: "/o" };`;
const reads = `export function reads(api: Api) { send(api.path()); }`;
/** It has nothing to do with the class, and costs more than all else together. */
const bystander = `export function bystander() { ${"log(1);".repeat(300)} send("/other"); }`;
/** An alias hides the write from a look at the tree: it is known once the function has run. */
const changing = (change: string): string => `export function later() { const it = settings; ${change} }`;

const filesOf = (main: string, others: Files = {}): Files => ({
  "settings.ts": settings,
  "api.ts": api,
  ...others,
  "main.ts": `import { Api } from "./api"; import { settings } from "./settings";\n${main}`,
});

function of(main: string, others: Files = {}): { sent: readonly string[]; passes: number; nodes: number } {
  const result = run(project(filesOf(main, others)), "main.ts");
  return { sent: given(result), passes: 0, nodes: result.nodes };
}

describe("what stands for the instances of an imported class", () => {
  it("is made again where what it read is written at another time, and only those run again that use it", () => {
    const before = of([changing("it.base = it.next;"), reads, bystander].join("\n"));
    const after = of([reads, bystander, changing("it.base = it.next;")].join("\n"));
    expect(after.sent).toEqual(before.sent);
    expect(after.passes).toBe(1);
    expect(after.nodes).toBeLessThan(before.nodes + 200);
  });

  it("tells all that it may hold", () => {
    const { sent } = of([reads, changing("it.base = it.next;")].join("\n"));
    expect(sent).toEqual(['"/a/x" | "/b/x" | "undefined/x"']);
  });

  it("stays where another member is written", () => {
    const { sent, passes } = of([reads, changing("it.other = it.next;")].join("\n"));
    expect([sent, passes]).toEqual([['"/a/x"'], 1]);
  });

  it("is made again where it holds another that is", () => {
    const service = `import { Api } from "./api"; export class Service { constructor(private readonly api: Api) {} path(): string { return this.api.path(); } }`;
    const uses = `export function reads(service: Service) { send(service.path()); }`;
    const main = [`import { Service } from "./service";`, uses, bystander, changing("it.base = it.next;")].join("\n");
    const { sent, passes } = of(main, { "service.ts": service });
    expect([sent, passes]).toEqual([['"/a/x" | "/b/x" | "undefined/x"', '"/other"'], 1]);
  });

  it("is made once where its constructor changes a client: then all runs again", () => {
    const client = `import axios from "axios"; export const client = axios.create();`;
    const sending = `import { client } from "./client"; import { settings } from "./settings";
      export class Api { private readonly base = settings.base; constructor() { client.defaults.baseURL = "/v1"; } path(): string { return this.base + "/x"; } }`;
    const main = [`export function reads(api: Api) { return fetch(api.path()); }`, changing("it.base = it.next;")].join(
      "\n",
    );
    const files = filesOf(main, { "client.ts": client, "api.ts": sending });
    const { sent } = run(
      project(files, (sources) => createLibrary(ts, noFacts, sources)),
      "main.ts",
    );
    expect(sent).toHaveLength(1);
  });
});
