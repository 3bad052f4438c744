import { describe, expect, it } from "vitest";
import { asText, optionsOf } from "../../../src/request/drafts/known";
import { getHeader, type FieldLookup } from "../../../src/request/derived/headers";
import { effectiveMethod, sentMethod } from "../../../src/request/derived/method";
import { getFields } from "../../../src/request/derived/query";
import type { Request } from "../../../src/request/request";
import { requestsIn } from "../../harness/project-requests";

const imports = 'import axios from "axios"; import got from "got"; ';

function requestOf(call: string): Request {
  const [request] = requestsIn({ "a.ts": imports + call });
  if (!request) throw new Error("no request");
  return request;
}

/** A field as `presence name=value`, with the name as it is written. */
function show(call: string, { presence, value, keyRange }: FieldLookup): string {
  const name = keyRange ? (imports + call).slice(keyRange.start, keyRange.end) : "";
  const values = value ? optionsOf(value).map((option) => asText(option) ?? option.kind) : [];
  return `${presence} ${name}=${values.join("|")}`;
}

describe("a header field", () => {
  it.each([
    ["present 'IF-match'=1", "fetch('/a', { headers: { 'IF-match': '1' } })"],
    ["present a=1", "fetch('/a', { headers: { a: '1', 'If-Match': '1' } })", "A"],
    ["maybe 'If-Match'=1", "fetch('/a', { headers: { ...(c && { 'If-Match': '1' }) } })"],
    ["present 'if-match'=1|2", "got('/a', { headers: { 'If-Match': '1', ...(c && { 'if-match': '2' }) } })"],
    ["absent =", "fetch('/a', { headers: { 'If-None-Match': '1' } })"],
    ["unknown =", "fetch('/a', { headers: { 'If-None-Match': '1', ...more } })"],
    ["unknown =", "fetch('/a', { headers })"],
    ["unknown =", "const api = axios.create(); api.interceptors.request.use(sign); api.get('/a')"],
    // Credentials may be set on a client that all of the program shares.
    ["unknown =", "axios.get('/a')", "Authorization"],
    ["unknown =", "axios.get('/a')", "USER-AGENT"],
    ["unknown =", "axios.get('/a')", "accept-encoding"],
    ["absent =", "axios.get('/a')"],
    ["absent =", "axios.create().get('/a')", "Authorization"],
    ["absent =", "fetch('/a')", "Authorization"],
  ])("is %s in %s", (expected, call, name = "If-Match") => {
    expect(show(call, getHeader(requestOf(call), name))).toBe(expected);
  });
});

describe("`fields`", () => {
  it.each([
    ["present fields=a,b", "fetch('/a?x=1&fields=a%2Cb')"],
    ["present fields=a", "axios.get('/a', { params: { fields: 'a' } })"],
    ["maybe fields=a", "axios.get('/a', { params: { ...(c && { fields: 'a' }) } })"],
    ["absent =", "fetch('/a?Fields=a')"],
    ["unknown =", "fetch(`/a?${more}`)"],
    ["unknown =", "fetch(url)"],
  ])("is %s in %s", (expected, call) => {
    expect(show(call, getFields(requestOf(call)))).toBe(expected);
  });
});

describe("the method on which the service acts", () => {
  const post = (headers: string, method = "'POST'"): string =>
    `fetch('/a', { method: ${method}, headers: ${headers} })`;

  it.each([
    ["PATCH", post("{ 'x-http-method-override': 'PATCH' }")],
    ["PATCH", post("{ 'X-HTTP-Method-Override': ' PATCH ' }")],
    // No other value is an override.
    ["POST", post("{ 'X-HTTP-Method-Override': 'patch' }")],
    ["POST", post("{ 'X-HTTP-Method-Override': 'PUT' }")],
    ["PUT", post("{ 'X-HTTP-Method-Override': 'PATCH' }", "'PUT'")],
    ["POST", post("{}")],
    ["POST", post("headers")],
    [undefined, post("{ 'X-HTTP-Method-Override': override }")],
    [undefined, post("c ? { 'X-HTTP-Method-Override': 'PATCH' } : {}")],
    [undefined, post("{}", "method")],
    // The platform writes some methods in upper case, and PATCH is none of them.
    ["patch", post("{}", "'patch'")],
    ["PUT", post("{}", "'put'")],
    ["PATCH", "axios({ url: '/a', method: 'patch' })"],
  ])("is %s in %s", (expected, call) => {
    expect(effectiveMethod(requestOf(call))).toBe(expected);
  });

  it("is not always the one that is sent", () => {
    expect(sentMethod(requestOf(post("{ 'X-HTTP-Method-Override': 'PATCH' }")))).toBe("POST");
  });
});
