import { describe, expect, it } from "vitest";
import { builtinContract } from "../../../src/contract/builtin";
import { type Facts, noFacts } from "../../../src/contract/configuration/configuration";
import { templateOf } from "../../../src/request/derived/describe";
import { findRequestEndpoints } from "../../../src/request/derived/endpoint";
import { requestsIn } from "../../harness/project-requests";

/** @returns method and paths by which a request was looked up, and what was found. */
function found(call: string, facts: Facts = noFacts): string | undefined {
  const [request] = requestsIn({ "a.ts": call }, facts);
  if (!request) throw new Error("no request");
  const match = findRequestEndpoints(request, builtinContract, facts);
  if (!match) return undefined;
  const entries = match.entries.map(({ method, path }) => `${method} ${path}`);
  return `${match.method} ${match.paths.map(templateOf).join(" | ")}: ${match.certainty} ${entries.join()}`.trim();
}

const located: Facts = { ...noFacts, service: { baseUrls: ["https://api.example.com"], etags: true } };
const patch = (path: string): string => `fetch("https://api.example.com${path}", { method: "PATCH" })`;

describe("the endpoint of a request", () => {
  it.each([
    [patch("/orgs/acme"), "PATCH /orgs/acme: certain PATCH /orgs/{org}"],
    // The service's base, where no service is configured.
    [patch("/api/v3/orgs/acme"), "PATCH /orgs/acme: certain PATCH /orgs/{org}"],
    [patch("/v1.2/orgs/acme"), "PATCH /orgs/acme: certain PATCH /orgs/{org}"],
    [patch("/rest/orgs/acme"), "PATCH /orgs/acme: certain PATCH /orgs/{org}"],
    [patch("/v1x/orgs/acme"), "PATCH /v1x/orgs/acme: none"],
    [patch("/x/v1/orgs/acme"), "PATCH /x/v1/orgs/acme: none"],
    [patch("/v1"), "PATCH /v1: none"],
    // What the map does not list below the base either is told as it is sent.
    [patch("/v1/unlisted/acme"), "PATCH /v1/unlisted/acme: none"],
    [
      'fetch(c ? "/v1/orgs/a" : "/v1/orgs/b", { method: "PATCH" })',
      "PATCH /orgs/a | /orgs/b: certain PATCH /orgs/{org}",
    ],
    ['export const f = (url) => fetch(url, { method: "PATCH" })', undefined],
    ['fetch("/orgs/acme", { method })', undefined],
  ])("of %s", (call, expected) => {
    expect(found(call)).toBe(expected);
  });

  it("is looked up as it is sent, where the service is configured", () => {
    expect(found(patch("/orgs/acme"), located)).toBe("PATCH /orgs/acme: certain PATCH /orgs/{org}");
    expect(found(patch("/v1/orgs/acme"), located)).toBe("PATCH /v1/orgs/acme: none");
  });

  it("is that of what is sent instead of a PATCH", () => {
    const post = `fetch("/orgs/acme", { method: "POST", headers: { "X-HTTP-Method-Override": "PATCH" } })`;
    expect(found(post)).toBe("PATCH /orgs/acme: certain PATCH /orgs/{org}");
  });
});
