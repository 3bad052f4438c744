import { betterFetch, createFetch } from "@better-fetch/fetch";
import axios from "axios";
import { Gaxios } from "gaxios";
import got from "got";
import ky from "ky";
import { ofetch } from "ofetch";
import createClient from "openapi-fetch";
import superagent from "superagent";
import ts from "typescript";
import { request } from "undici";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import wretch from "wretch";
import QueryString from "wretch/addons/queryString";
import { analyseCode } from "../../src/analysis/code";
import { builtinContract } from "../../src/contract/builtin";
import { noFacts } from "../../src/contract/configuration/configuration";
import { contradictions } from "../harness/consistent";
import { WireServer, type Arrived } from "../harness/wire";
import { classes, headers, instances, others, queries } from "./client-programs";
import { renderRequest } from "./render";
import { wrongInModes } from "./wire/claims";

const clients = {
  ...{ axios, betterFetch, createClient, createFetch, Gaxios, got, ky, ofetch },
  ...{ QueryString, request, superagent, wretch },
};
const imports = `
import { betterFetch, createFetch } from "@better-fetch/fetch";
import axios from "axios";
import { Gaxios } from "gaxios";
import got from "got";
import ky from "ky";
import { ofetch } from "ofetch";
import createClient from "openapi-fetch";
import superagent from "superagent";
import { request } from "undici";
import wretch from "wretch";
import QueryString from "wretch/addons/queryString";
`;

describe("what is sent is what the client makes of it", () => {
  let wire: WireServer;
  beforeAll(async () => {
    wire = await WireServer.start();
  });
  afterAll(() => wire.stop());

  const given = [
    ...queries.map(([known, source]) => [known === "" ? "GET /a []" : `GET /a ${known} []`, source] as const),
    ...headers,
    ...others,
    ...instances.map(([known, source]) => [known, `${classes} ${source}`] as const),
  ];

  test.each(given)("%s: %s", async (known, source) => {
    const text = `${imports} const base = "http://host"; export async function main(c) { ${source} }`;
    const sourceFile = ts.createSourceFile("program.js", text, ts.ScriptTarget.Latest, true);
    const { requests } = analyseCode({ ts, sourceFile, contract: builtinContract, facts: noFacts });
    expect(requests.map(renderRequest)).toEqual([known]);
    const all: Arrived[] = [];
    for (const c of [true, false]) {
      const before = wire.take("").length;
      // The programs are our own.
      // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call -- see above
      await new Function(...Object.keys(clients), "base", "c", `return (async () => { ${source} })()`)(
        ...Object.values(clients),
        wire.url,
        c,
      );
      const arrived = wire.take("").slice(before);
      expect(arrived).toHaveLength(1);
      all.push(...arrived);
      expect(requests.flatMap((each) => arrived.flatMap((one) => contradictions(each, one)))).toEqual([]);
    }
    expect(wrongInModes([{ text, arrived: all }])).toEqual([]);
  });
});
