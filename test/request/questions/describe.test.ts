import { describe, expect, it } from "vitest";
import { builtinContract } from "../../../src/contract/builtin";
import { type Facts, noFacts } from "../../../src/contract/configuration/configuration";
import { describeRequest, type Description } from "../../../src/request/derived/describe";
import { requestsIn } from "../../harness/project-requests";

function describeOne(text: string, facts: Facts = noFacts): Description {
  const [request, ...others] = requestsIn({ "a.ts": `import axios from "axios"; ${text}` }, facts);
  if (!request || others.length > 0) throw new Error("not one request");
  return describeRequest(request, builtinContract, facts);
}

const configured: Facts = { ...noFacts, service: { baseUrls: ["https://api.example.com/v1"], etags: true } };

describe("a request in words", () => {
  it("tells what is known of it", () => {
    const text = `const r = await fetch(\`https://api.example.com/v1/orgs/\${org.name}\`, {
       method: "PATCH", headers: { "If-Match": tag, ...(c && { "X-A": "1" }) }, body: JSON.stringify({ name: "x", ...rest }) });
      console.log((await r.json()).login.length);`;
    expect(describeOne(text, configured)).toEqual({
      client: "fetch",
      method: "PATCH",
      path: "/orgs/{org.name}",
      origin: "https://api.example.com/v1",
      service: "yes",
      endpoint: "PATCH /orgs/{org}",
      query: [],
      headers: ["If-Match", "X-A?"],
      headersElsewhere: false,
      body: "json {name, …}",
      selector: "login",
      gaps: [],
    });
  });

  it.each([
    ["json {a, b?, c?, d}", "{ a: 1, b: x.b || undefined, c: x.c ? x.c : undefined, d: x.d || null }"],
    ["json {a?}", "{ ...(x.a && { a: x.a }) }"],
  ])("marks members of its body that are left out where they are undefined: %s", (body, value) => {
    const text = `export const f = (x) => axios.put("/a", ${value});`;
    expect(describeOne(text).body).toBe(body);
  });

  it.each([
    [true, "import type { AxiosInstance } from 'axios'; export const f = (http: AxiosInstance) => http.get('/a')"],
    [false, "axios.create({ baseURL: '/b' }).get('/a')"],
  ])("says %s where header fields may be set by whoever made the client: %s", (elsewhere, text) => {
    expect(describeOne(text).headersElsewhere).toBe(elsewhere);
  });

  it.each([
    ["/a | /b", "fetch(c ? '/a' : '/b')"],
    ["/a/{x}", "fetch(c ? `/a/${x}` : `/a/${x}`)"],
    ["/a/{id}", "export const f = (id) => fetch(`/a/${id}`)"],
    ["/a/{id}", "import { Octokit } from 'octokit'; new Octokit().request('GET /a/{id}')"],
    ["/a/{made()}", "fetch(`/a/${made()}`)"],
    ["/a/{}", "fetch(`/a/${(() => {})}`)"],
    [undefined, "export const f = (url) => fetch(url)"],
  ])("names its path %s: %s", (path, text) => {
    expect(describeOne(text).path).toBe(path);
  });

  it.each([
    ["PATCH /orgs/{org}", "fetch('https://api.example.com/v1/orgs/acme', { method: 'PATCH' })"],
    [undefined, "fetch('https://api.example.com/v1/unlisted/acme', { method: 'PATCH' })"],
    [undefined, "fetch('https://other.example.org/orgs/acme', { method: 'PATCH' })"],
    [undefined, "export const f = (kind) => fetch(`/${kind}/acme/members`)"],
  ])("names its endpoint %s: %s", (endpoint, text) => {
    expect(describeOne(text, configured).endpoint).toBe(endpoint);
  });

  it.each([
    [["x", "y"], "fetch('/a?x=1&y=' + z)"],
    [["x", "y?"], "axios.get('/a?x=1', { params: c ? { y: 1 } : {} })"],
    [[], "export const f = (url) => fetch(url)"],
    [[], "import got from 'got'; got('http://a.test/a', { searchParams })"],
  ])("lists its query %j: %s", (query, text) => {
    expect(describeOne(text).query).toEqual(query);
  });

  it.each([
    [undefined, "fetch('/a')"],
    ["json {a, …} | array", "axios.put('/a', c ? { a: 1, ...rest } : d ? [1] : [2])"],
    ["json {a}", "axios.put('/a', { a: 1 })"],
    ["text string", "fetch('/a', { method: 'PUT', body: 'x' })"],
    [
      "form {a, b}",
      "const p = new URLSearchParams({ a: 'x' }); p.set('b[c]', y); fetch('/a', { method: 'PUT', body: p.toString() })",
    ],
  ])("sums its body up as %s: %s", (body, text) => {
    expect(describeOne(text).body).toBe(body);
  });
});

describe("what is not known of a request", () => {
  it.each([
    ["", "fetch(`/a/${id}?x=${x}`, { method: 'PUT', headers: { 'If-Match': tag }, body: JSON.stringify({ a }) })"],
    ["method: `m`", "fetch('/a', { method: c ? 'PUT' : m })"],
    ["method: a string that is not known", "fetch('/a', { method: `P${m}` })"],
    ["path: the URL is not known; query: there may be more parameters", "export const f = (url) => fetch(url)"],
    [
      "path: what follows https://h.test{p.q} is not known; query: there may be more parameters",
      "export const f = (p) => fetch(`https://h.test${p.q}`)",
    ],
    ["query: there may be more parameters", "axios.get('/a', { params: { x: 1, ...more } })"],
    ["query: there may be more parameters", "fetch(`/a?${more}`)"],
    [
      "query: parameter `q`",
      "import got from 'got'; export const f = (q) => got('http://a.test/a', { searchParams: q })",
    ],
    ["headers: option `headers` is not known", "fetch('/a', { method: 'GET', body: undefined, ...more })", ["headers"]],
    ["headers: there may be more fields", "axios.get('/a', { headers: { 'X-A': 1, ...more } })"],
    ["body: parameter `body`", "export const f = (body) => axios.put('/a', body)"],
    ["body: `b`", "axios.put('/a', c ? { a: 1 } : b)"],
    ["", "const body = new FormData(); fetch('/a', { method: 'PUT', body })"],
  ])("is %s: %s", (expected, text, parts?: readonly string[]) => {
    const { gaps } = describeOne(text);
    const told = gaps.filter(({ part }) => parts?.includes(part) ?? true);
    expect(told.map(({ part, reason }) => `${part}: ${reason}`).join("; ")).toBe(expected);
  });
});
