import ts from "typescript";
import { beforeAll, describe, expect, it } from "vitest";
import { analyseCode } from "../../../../src/analysis/code";
import { builtinContract } from "../../../../src/contract/builtin";
import { noFacts } from "../../../../src/contract/configuration/configuration";
import type { Request } from "../../../../src/request/request";
import { fieldsOf, requestsOfBodies } from "../../../harness/declared-requests";
import { typedText } from "../../../harness/typed-text";

const wrappers = `
import axios from "axios";
interface Widget { id: string; color?: string }
interface Envelope<T> { result: T }
const api = axios.create();
async function patch<T>(path: string, body: Partial<T>): Promise<T> {
  const response = await fetch("https://api.example.com" + path, { method: "PATCH", body: JSON.stringify(body) });
  return (await response.json()) as T;
}
async function plain<T>(path: string): Promise<T> { const response = await fetch(path); return response.json(); }
async function failing<T>(path: string): Promise<T> { const r = await fetch(path); if (!r.ok) { const e = await r.json(); throw new Error(e.message); } return r.json(); }
async function annotated<T>(path: string): Promise<T> { const body: T = await (await fetch(path)).json(); return body; }
async function vague(path: string): Promise<unknown> { const response = await fetch(path); return response.json(); }
async function within(path: string) { const body = await vague(path); return (body as any).result; }
async function part<T>(path: string): Promise<T> { const body = await (await fetch(path)).json(); return body.result; }
async function data<T>(path: string): Promise<T> { const body = await (await fetch(path)).json(); return body.data; }
async function either<T>(path: string): Promise<T> { const body = await (await fetch(path)).json(); if (!body) return body.one.name(); return body.two ?? body.three; }
async function envelope<T>(path: string): Promise<T> { const body = (await (await fetch(path)).json()) as Envelope<T>; return body.result; }
async function viaAxios<T>(path: string, body: unknown): Promise<T> { const { data } = await api.patch<T>(path, body); return data; }
async function deep<T>(path: string, body: Partial<T>): Promise<T> { return patch<T>(path, body); }
async function silent(path: string, body: Partial<Widget>): Promise<void> { await fetch(path, { method: "PATCH", body: JSON.stringify(body) }); }
async function count<T>(path: string, body: T): Promise<number> { return (await fetch(path, { method: "PATCH", body: JSON.stringify(body) })).status; }
`;

/** A statement, and response and resource of the request that it sends, by their fields. */
const cases: readonly (readonly [string, string, string])[] = [
  ["the type argument", `return patch<Widget>("/a", { color: "x" });`, "id,color id,color"],
  ["through a second wrapper", `return deep<Widget>("/a", { color: "x" });`, "id,color id,color"],
  ["through axios", `return viaAxios<Widget>("/a", { color: "x" });`, "id,color id,color"],
  ["the annotation that takes it", `const widget: Widget = await plain("/a"); return widget;`, "id,color id,color"],
  ["an assertion", `return (await plain("/a")) as Widget;`, "id,color id,color"],
  ["an assertion of what says nothing", `return (await vague("/a")) as Widget;`, "id,color id,color"],
  ["an assertion of its promise", `return vague("/a") as Promise<Widget>;`, "id,color id,color"],
  ["an assertion of a variable", `const a = await vague("/a"); return a as Widget;`, "id,color id,color"],
  ["nothing of what gives a part", `return (await within("/a")) as Widget;`, "none none"],
  ["a wrapper that annotates the body", `return annotated<Widget>("/a");`, "id,color id,color"],
  ["a wrapper that reads failures apart", `return failing<Widget>("/a");`, "id,color id,color"],
  ["nothing where nothing is declared", `return plain("/a");`, "none none"],
  ["the part of the body that the wrapper returns", `return part<Widget>("/a");`, "result none"],
  ["the resource in the part that is called data", `return data<Widget>("/a");`, "data id,color"],
  ["nothing where two parts are returned", `return either<Widget>("/a");`, "none none"],
  ["the envelope that the wrapper declares", `return envelope<Widget>("/a");`, "result result"],
  ["the resource of the body's type alone", `return silent("/a", { color: "x" });`, "none id,color"],
  ["nothing of a body that is no part of a resource", `return count<Widget>("/a", { id: "1" });`, "none none"],
];

let requests: readonly (readonly Request[])[];

beforeAll(() => {
  requests = requestsOfBodies(
    wrappers,
    cases.map(([, statement]) => statement),
  );
}, 60_000);

describe("the shape that a generic wrapper's call declares", () => {
  it.each(cases.map(([title, , expected], index) => [title, expected, index] as const))(
    "is %s",
    (_, expected, index) => {
      const own = requests[index] ?? [];
      expect(own.map((request) => `${fieldsOf(request.response)} ${fieldsOf(request.resource)}`).join("; ")).toBe(
        expected,
      );
    },
  );
});

it("is looked up when it is first asked for", () => {
  const { sourceFile, checker } = typedText(`${wrappers}export const f = () => patch<Widget>("/a", {});`);
  const analysis = analyseCode({ ts, sourceFile, checker, contract: builtinContract, facts: noFacts });
  const lookups = (): number => analysis.work.typeLookups ?? 0;
  const request = analysis.requests.at(-1);
  const before = lookups();
  expect(fieldsOf(request?.response)).toBe("id,color");
  const once = lookups();
  expect(once).toBeGreaterThan(before);
  expect(fieldsOf(request?.response)).toBe("id,color");
  expect(lookups()).toBe(once);
});
