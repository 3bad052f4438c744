import { describe, expect, it } from "vitest";
import { builtinContract } from "../../../src/contract/builtin";
import { type Facts, noFacts } from "../../../src/contract/configuration/configuration";
import { describedResponse } from "../../../src/request/derived/described-response";
import type { Shape } from "../../../src/shape/shape";
import { requestsIn } from "../../harness/project-requests";

const shapes = { one: { type: "string" }, latest: { type: "number" }, other: { type: "boolean" } } satisfies Readonly<
  Record<string, Shape>
>;
const resources = [
  { method: "GET", path: "/widgets/{id}", shape: shapes.one },
  { method: "GET", path: "/widgets/latest", shape: shapes.latest },
  // Two descriptions of one answer, which agree or do not.
  { method: "GET", path: "/alike", shape: shapes.one },
  { method: "GET", path: "/alike", shape: shapes.one },
  { method: "GET", path: "/unlike", shape: shapes.one },
  { method: "GET", path: "/unlike", shape: shapes.other },
];

function describedType(call: string, described = resources, facts: Facts = noFacts): string | undefined {
  const [request] = requestsIn({ "a.ts": call }, facts);
  if (!request) throw new Error("no request");
  return describedResponse(request, { ...builtinContract, resources: described }, facts)?.type;
}

describe("the answer that a contract describes", () => {
  it.each([
    ["string", "fetch('/widgets/7')"],
    ["number", "fetch('/widgets/latest')"],
    ["string", "fetch('/alike')"],
    // What is not known is an identifier.
    ["string", "export const f = (id) => fetch(`/widgets/${id}`)"],
    // It may be either, or none.
    [undefined, "fetch('/unlike')"],
    [undefined, "fetch('/others')"],
    [undefined, "fetch('/widgets/7', { method: 'PATCH' })"],
    [undefined, "fetch(url)"],
    [undefined, "fetch('/widgets/7', { method })"],
  ])("is %s of %s", (type, call) => {
    expect(describedType(call)).toBe(type);
  });

  it("is none of another service, or of a contract without answers", () => {
    const facts = { ...noFacts, service: { baseUrls: ["https://api.example.com"], etags: true } };
    expect(describedType("fetch('https://api.example.com/widgets/7')", resources, facts)).toBe("string");
    expect(describedType("fetch('https://api.example.org/widgets/7')", resources, facts)).toBeUndefined();
    expect(describedType("fetch('/widgets/7')", [])).toBeUndefined();
  });
});
