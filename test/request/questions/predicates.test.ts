import { expect, test } from "vitest";
import { isObject, isPatch, isPut, isService, jsonBodies } from "../../../src/request/derived/predicates";
import type { Request } from "../../../src/request/request";
import { requestsIn } from "../../harness/project-requests";

function only(code: string): Request {
  const [request] = requestsIn({ "a.ts": code });
  if (!request) throw new Error("no request");
  return request;
}

test.each([
  ['{ method: "PATCH" }', "patch"],
  ['{ method: "POST", headers: { "X-HTTP-Method-Override": "PATCH" } }', "patch"],
  ['{ method: "PUT" }', "put"],
  ['{ method: "POST" }', "neither"],
  ["{ method: x }", "neither"],
  ['{ method: x ? "PUT" : "PATCH" }', "neither"],
])("a request with %s is %s", (options, expected) => {
  const request = only(`declare const x: any; fetch("/a", ${options});`);
  expect([isPatch(request), isPut(request)]).toEqual([expected === "patch", expected === "put"]);
});

test.each([
  ["JSON.stringify({ a: 1 })", ["object"]],
  ["JSON.stringify(x ? { a: 1 } : [1])", ["object", "array"]],
  ['"a=1"', []],
  ["undefined", []],
])("the JSON bodies of %s", (body, expected) => {
  const bodies = jsonBodies(only(`declare const x: any; fetch("/a", { method: "PUT", body: ${body} });`));
  expect(bodies.map(({ kind }) => kind)).toEqual(expected);
  expect(bodies.map(isObject)).toEqual(expected.map((kind) => kind === "object"));
});

test("nothing is no object", () => {
  expect(isObject(undefined)).toBe(false);
});

test.each(["yes", "no", "unknown"] as const)(
  "a request whose service is %s is the service's only if that is sure",
  (service) => {
    const request = only('fetch("/a");');
    expect(isService({ ...request, target: { ...request.target, service } })).toBe(service === "yes");
  },
);
