import { describe, expect, it } from "vitest";
import { builtinContract } from "../../../src/contract/builtin";
import { noFacts } from "../../../src/contract/configuration/configuration";
import type { Contract } from "../../../src/contract/contract";
import type { Endpoint } from "../../../src/contract/description/endpoint";
import { rootsOf } from "../../../src/contract/description/description-file";
import { findDescribed } from "../../../src/request/derived/described";
import { requestsIn } from "../../harness/project-requests";

const keys = [
  "GET /drive/v3/files",
  "POST /upload/drive/v3/files",
  "POST /batch/drive/v3",
  "GET /drive/v3/files/{fileId}",
];

function endpointOf(key: string): Endpoint {
  const [method = "", path = ""] = key.split(" ");
  return {
    method,
    path,
    query: new Map(),
    headers: new Map(),
    pathParameters: new Map(),
    openQuery: false,
    tokens: [],
  };
}

function look(call: string, listed: readonly string[], roots: readonly string[]): string {
  const server = "https://www.googleapis.com";
  const contract: Contract = {
    ...builtinContract,
    description: {
      endpoints: listed.map(endpointOf),
      conventions: new Set(),
      servers: [server],
      ...(roots.length > 0 && { scopes: [{ server, roots }] }),
    },
  };
  const facts = { ...noFacts, service: { baseUrls: [server] } };
  const [request] = requestsIn({ "a.ts": call }, facts);
  if (!request) throw new Error("no request");
  const described = findDescribed(request, contract, facts);
  if (!described) return "of another service";
  return described.endpoint?.path ?? (described.isUnlisted === true ? "unlisted" : "not known");
}

describe("a description of one of several services at a host", () => {
  it("speaks of what is below the beginnings of its paths, up to the version", () => {
    expect(rootsOf(keys)).toEqual(["/drive/v3", "/upload/drive/v3", "/batch/drive/v3"]);
    expect(rootsOf(["GET /{name}", "GET /users/{id}/posts"])).toEqual(["/users"]);
  });

  it.each([
    ["/drive/v3/files", "/drive/v3/files"],
    ["/drive/v3/fils", "unlisted"],
    ["/calendar/v3/events", "of another service"],
    ["/oauth2/v2/userinfo", "of another service"],
    ["/drive/v2/files", "of another service"],
    ["/${x}/v3/files", "/drive/v3/files"],
  ])("%s: %s", (path, expected) => {
    expect(look(`const x = read(); fetch(\`https://www.googleapis.com${path}\`)`, keys, rootsOf(keys))).toBe(
      path.includes("$") ? "not known" : expected,
    );
  });

  it("speaks of the whole host where it names no beginnings", () => {
    expect(look("fetch('https://www.googleapis.com/calendar/v3/events')", keys, [])).toBe("unlisted");
  });
});

describe("the verb behind a resource's name", () => {
  const people = [
    "GET /v1/people/{peopleId}",
    "PATCH /v1/people/{peopleId}:updateContact",
    "DELETE /v1/people/{peopleId}:deleteContact",
    "GET /v1/contactGroups/{contactGroupsId}",
    "POST /v1/sheets/{sheetId}",
    "POST /v1/sheets/{sheetId}:clear",
    "POST /v1/sheets/{sheetId}:batchClear",
  ];

  it.each([
    ["PATCH", "/v1/${x}:updateContact", "/v1/people/{peopleId}:updateContact"],
    ["PATCH", "/v1/people/${x}:updateContact", "/v1/people/{peopleId}:updateContact"],
    ["DELETE", "/v1/${x}:deleteContact", "/v1/people/{peopleId}:deleteContact"],
    ["PATCH", "/v1/${x}:updateContacts", "unlisted"],
    ["GET", "/v1/${x}", "not known"],
    ["POST", "/v1/sheets/${x}:clear", "/v1/sheets/{sheetId}:clear"],
    ["POST", "/v1/sheets/7:batchClear", "/v1/sheets/{sheetId}:batchClear"],
    ["POST", "/v1/sheets/${x}:clean", "unlisted"],
    ["POST", "/v1/sheets/${x}", "/v1/sheets/{sheetId}"],
  ])("%s %s is %s", (method, path, expected) => {
    const call = `const x = read(); fetch(\`https://www.googleapis.com${path}\`, { method: "${method}" })`;
    expect(look(call, people, [])).toBe(expected);
  });
});

describe("a base path that stands in the base or in the paths", () => {
  const listedBelow = (server: string, listed: readonly string[], call: string): boolean | undefined => {
    const [base = "", path = ""] = call.split(" ");
    const description = { endpoints: listed.map(endpointOf), conventions: new Set<never>(), servers: [server] };
    const facts = { ...noFacts, service: { baseUrls: [base] } };
    const contract: Contract = { ...builtinContract, description };
    const [request] = requestsIn({ "a.ts": `fetch("${base}${path}")` }, facts);
    return request && findDescribed(request, contract, facts)?.isUnlisted;
  };

  it.each<[string, string, readonly string[], string, boolean]>([
    ["is one where the code's base has it too", "https://a.test", ["GET /v2/x"], "https://a.test/v2 /x", false],
    ["is one where the server repeats it", "https://a.test/v2", ["GET /v2/x"], "https://a.test/v2 /x", false],
    ["does not list what is not there", "https://a.test", ["GET /v2/x"], "https://a.test/v2 /y", true],
    ["is told apart where paths have several", "https://a.test", ["GET /v1/x", "GET /v2/y"], "https://a.test /x", true],
    ["is not doubled", "https://a.test", ["GET /v2/v2/x"], "https://a.test /v2/x", true],
  ])("%s", (_, server, listed, call, isUnlisted) => {
    expect(listedBelow(server, listed, call)).toBe(isUnlisted);
  });
});
