import axios from "axios";
import fc from "fast-check";
import got from "got";
import ky from "ky";
import http from "node:http";
import superagent from "superagent";
import ts from "typescript";
import { request as undici } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { analyseCode } from "../../src/analysis/code";
import { builtinContract } from "../../src/contract/builtin";
import { noFacts } from "../../src/contract/configuration/configuration";
import { gapsOf } from "../../src/request/derived/describe";
import type { Request } from "../../src/request/request";
import { contradictions } from "../harness/consistent";
import { requestPrograms, type RequestProgram } from "../harness/arbitraries/request-programs";
import { WireServer, type Arrived } from "../harness/wire";
import { modes, readInModes } from "../harness/hosts/modes";
import { isCampaign, runsOf, seed } from "../harness/runs";

const programs = runsOf(500, 1 / 5);

type Main = (base: string, flag: boolean, text: string, count: number) => Promise<void>;

/** Makes the program's function, with the clients that it imports. */
function compile(source: string): Main {
  const runnable = source.replace(/^import .*$/gm, "").replace("export async function main", "async function main");
  // The program is the generator's own.
  // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call -- see above
  return new Function("axios", "got", "http", "ky", "superagent", "undici", `${runnable}; return main;`)(
    axios,
    got,
    http,
    ky,
    superagent,
    undici,
  ) as Main;
}

function analyse(source: string): readonly Request[] {
  const sourceFile = ts.createSourceFile("program.js", source, ts.ScriptTarget.Latest, true);
  return analyseCode({ ts, sourceFile, contract: builtinContract, facts: noFacts }).requests;
}

describe("soundness", () => {
  let wire: WireServer;
  beforeAll(async () => {
    wire = await WireServer.start();
  });
  afterAll(() => wire.stop());

  it(`claims nothing that does not arrive, in ${programs} programs`, async () => {
    const samples = fc.sample(requestPrograms, { numRuns: programs, seed });
    const failures: string[] = [];
    let ran = 0;
    let known = 0;
    let missed = 0;
    const sent: [program: RequestProgram, arrived: Arrived][] = [];
    const check = async (program: RequestProgram, index: number): Promise<void> => {
      const prefix = `/p${index}`;
      try {
        await compile(program.source)(wire.url + prefix, program.flag, program.text, program.count);
      } catch (error) {
        // Some mixes are refused by the client itself (a header with a line break): then nothing is sent.
        if (wire.take(prefix).length === 0) return;
        throw error;
      }
      const [arrived] = wire.take(prefix);
      if (!arrived) return;
      ran++;
      sent.push([program, arrived]);
      const requests = analyse(program.source);
      if (requests.length === 0) missed++;
      for (const request of requests) {
        const wrong = contradictions(request, arrived);
        if (wrong.length > 0)
          failures.push(
            `program ${index} (${request.client}): ${wrong.join("; ")}\n${program.source.slice(program.source.indexOf("export"))}`,
          );
      }
      if (requests.some((request) => gapsOf(request).length === 0)) known++;
    };
    for (let start = 0; start < samples.length; start += 25) {
      await Promise.all(samples.slice(start, start + 25).map((program, offset) => check(program, start + offset)));
    }
    // A project, without types and with them, is what hosts look at; a campaign does as well.
    const inModes = isCampaign ? readInModes(sent.map(([{ source }]) => ({ "program.js": source }))) : [];
    inModes.forEach((known, index) => {
      const [program, arrived] = sent[index] ?? [];
      if (!program || !arrived) return;
      for (const mode of modes) {
        const requests = Object.values(known[mode].requests).flat();
        if (requests.length === 0 && known[mode].untold === 0) failures.push(`${mode}: not seen\n${program.source}`);
        for (const request of requests) {
          const wrong = contradictions(request, arrived);
          if (wrong.length > 0) failures.push(`${mode}: ${wrong.join("; ")}\n${program.source}`);
        }
      }
    });
    process.stdout.write(`${ran} programs ran, ${known} of their requests fully known, ${missed} not seen\n`);
    expect(failures.slice(0, 5).join("\n\n")).toBe("");
    expect(failures).toHaveLength(0);
    expect(ran).toBeGreaterThanOrEqual(programs * 0.9);
    expect(known).toBeGreaterThan(ran / 2);
    expect(missed).toBe(0);
  }, 300_000);

  it("would notice a wrong claim", () => {
    const [request] = analyse(
      'await fetch("http://h/a?b=1", { method: "PATCH", headers: { "If-Match": "x" }, body: JSON.stringify({ a: 1 }) });',
    );
    const arrived = {
      method: "PATCH",
      path: "/a",
      query: new URLSearchParams("b=1"),
      headers: { "if-match": "x", "accept-encoding": "gzip, deflate", "user-agent": "node" },
      body: '{"a":1}',
    };
    if (!request) throw new Error("no request");
    expect(contradictions(request, arrived)).toEqual([]);
    expect(contradictions(request, { ...arrived, method: "PUT" })).toEqual(["method PUT"]);
    expect(contradictions(request, { ...arrived, path: "/b" })).toEqual(["path /b"]);
    expect(contradictions(request, { ...arrived, query: new URLSearchParams("b=2") })).toEqual(["query b=2"]);
    expect(contradictions(request, { ...arrived, query: new URLSearchParams("b=1&c=2") })).toEqual([
      "query has c, which is not listed",
    ]);
    expect(contradictions(request, { ...arrived, headers: { ...arrived.headers, "if-match": undefined } })).toEqual([
      "header if-match is not sent",
    ]);
    expect(contradictions(request, { ...arrived, headers: { ...arrived.headers, authorization: "Bearer t" } })).toEqual(
      ["header authorization is sent: Bearer t"],
    );
    expect(contradictions(request, { ...arrived, headers: { ...arrived.headers, "accept-encoding": "br" } })).toEqual([
      "accept-encoding by itself: br",
    ]);
    expect(contradictions(request, { ...arrived, body: '{"a":2}' })).toEqual(['body {"a":2}']);
    expect(contradictions(request, { ...arrived, body: '{"a":1,"b":2}' })).toEqual(['body {"a":1,"b":2}']);
  });
});
