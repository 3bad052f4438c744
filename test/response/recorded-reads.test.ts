import { compileFunction } from "node:vm";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { analyseCode } from "../../src/analysis/code";
import { builtinContract } from "../../src/contract/builtin";
import { noFacts } from "../../src/contract/configuration/configuration";
import { findNeed } from "../../src/request/derived/smallest-selector";
import type { Read, Reads } from "../../src/response/reads";
import { anyObject, Chance } from "../fields/projections";
import { parse } from "../harness/evaluating";
import { runsOf } from "../harness/runs";
import { ReferenceServer, type Mounted } from "../service/server";
import { ReadingProgram } from "./reading-programs";
import { Recorded } from "./recorder";

const programs = runsOf(400, 1 / 3);
const resources = 40;

let server: ReferenceServer;
let mounted: Mounted;
const chance = new Chance(7);
const values = Array.from({ length: resources }, () => anyObject(chance));

beforeAll(async () => {
  server = await ReferenceServer.start();
  const seeds = values.map((value, index) => [`/things/${index}`, { value, tags: false }] as const);
  mounted = server.mount("reads", { resources: Object.fromEntries(seeds), public: true });
});

afterAll(async () => {
  await server.stop();
});

interface Run {
  readonly recorded: Recorded;
  /** What came out of the program, in order. */
  readonly output: readonly unknown[];
}

/** Runs a program against the service; the response's members record that they are read. */
async function run(text: string, fields: string | undefined): Promise<Run> {
  const recorded = new Recorded();
  const output: unknown[] = [];
  const recordingFetch = async (url: string): Promise<Response> => {
    const response = await fetch(fields === undefined ? url : `${url}?fields=${encodeURIComponent(fields)}`, {
      headers: { Authorization: "Bearer uat-1" },
    });
    const json = (): Promise<unknown> =>
      response
        .clone()
        .json()
        .then((value) => recorded.of(value as never));
    return Object.assign(response, { json });
  };
  const body = `return (async () => {\n${text}\n})();`;
  const execute = compileFunction(body, ["fetch", "sink"]) as (...given: unknown[]) => Promise<void>;
  await execute(recordingFetch, (value: unknown) => output.push(recorded.take(value)));
  return { recorded, output };
}

function readsOf(text: string): { readonly reads: Reads; readonly selector: string | undefined } {
  const { requests } = analyseCode({
    ts,
    sourceFile: parse(`export {};\n${text}`, "program.mts"),
    contract: builtinContract,
    facts: noFacts,
  });
  const followed = requests.filter(({ reads }) => reads && !reads.escape);
  const request = followed.at(-1) ?? requests.at(-1);
  if (!request?.reads) throw new Error(`no request in\n${text}`);
  return { reads: request.reads, selector: findNeed(request, noFacts)?.selector };
}

/** Paths that are read, surely and perhaps, and those of which all may be used. */
function pathsOf(read: Read, path = ""): { sure: string[]; all: string[]; whole: string[] } {
  const result = { sure: read.places.length > 0 ? [path] : [], all: [path], whole: read.whole ? [path] : [] };
  for (const field of read.fields.values()) {
    if (field.name === "length") continue;
    const inner = pathsOf(field, path === "" ? field.name : `${path}/${field.name}`);
    result.sure.push(...inner.sure);
    result.all.push(...inner.all);
    result.whole.push(...inner.whole);
  }
  return result;
}

const isWithin = (path: string, outer: string): boolean =>
  outer === "" || path === outer || path.startsWith(`${outer}/`);

describe(`${programs} programs that read a response`, () => {
  it("read what is said of them, and need no more than their smallest selector", async () => {
    const counts = { followed: 0, escaped: 0, selectors: 0, paths: 0 };
    for (let index = 0; index < programs; index += 1) {
      const which = chance.next(resources);
      const text = new ReadingProgram(chance).write(`${mounted.url}/things/${which}`, values[which] ?? {});
      const { reads, selector } = readsOf(text);
      const { recorded, output } = await run(text, undefined);
      const said = pathsOf(reads.body);
      const told = `${text}\nrecorded ${[...recorded.read].join(" ")} whole ${[...recorded.whole].join(" ")}\nsaid ${said.all.join(" ")}`;
      // What is surely read was read.
      for (const path of said.sure) expect(recorded.read.has(path), `${path} in\n${told}`).toBe(true);
      if (reads.escape) {
        counts.escaped += 1;
        expect(recorded.whole.has(""), told).toBe(true);
        continue;
      }
      counts.followed += 1;
      counts.paths += recorded.read.size;
      // What was read is known, or lies in what is known to be used as a whole; nothing else is said.
      for (const path of recorded.read)
        expect(
          said.all.includes(path) || said.whole.some((outer) => isWithin(path, outer)),
          `${path} in\n${told}`,
        ).toBe(true);
      for (const path of said.all) expect(path === "" || recorded.read.has(path), `${path} in\n${told}`).toBe(true);
      for (const path of recorded.whole)
        expect(
          said.whole.some((outer) => isWithin(path, outer)),
          `${path} in\n${told}`,
        ).toBe(true);
      if (selector === undefined) continue;
      counts.selectors += 1;
      const narrowed = await run(text, selector);
      expect(narrowed.output, `${selector} in\n${told}`).toEqual(output);
      expect([...narrowed.recorded.read].sort(), `${selector} in\n${told}`).toEqual([...recorded.read].sort());
    }
    expect(counts.followed).toBeGreaterThan(programs / 2);
    expect(counts.escaped).toBeGreaterThan(programs / 50);
    console.log(`${programs} programs: ${JSON.stringify(counts)}`);
  }, 240_000);
});
