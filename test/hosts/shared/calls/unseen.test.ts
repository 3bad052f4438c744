import ts from "typescript";
import { describe, expect, it } from "vitest";
import { analyseCode } from "../../../../src/analysis/code";
import { builtinContract } from "../../../../src/contract/builtin";
import { noFacts } from "../../../../src/contract/configuration/configuration";
import { findUnseenCalls } from "../../../../src/hosts/shared/calls/unseen";

/** @returns each call as `callee` with what of it is what. */
function unseenIn(text: string): readonly unknown[] {
  const sourceFile = ts.createSourceFile("a.ts", text, ts.ScriptTarget.Latest, true);
  const analysis = analyseCode({ ts, sourceFile, contract: builtinContract, facts: noFacts });
  return findUnseenCalls(ts, sourceFile, analysis).map(({ start, ...call }) => {
    expect(start).toBeGreaterThanOrEqual(0);
    return call;
  });
}

describe("calls that look like requests", () => {
  it.each([
    [
      "a client that a function is given",
      "limiter.schedule(fetch, `/a/${id}`, { method: 'PUT' });",
      { callee: "limiter.schedule", method: "2.method", path: 1 },
    ],
    [
      "a function of a client that a function is given",
      "withToken(axios.put, `/a/${id}`, x);",
      { callee: "withToken", method: "PUT", path: 1, body: 2 },
    ],
    [
      "a client that is wrapped",
      "retry(fetch)(`/a/${id}`, { method: 'PUT' });",
      { callee: "retry", method: "1.method", path: 0 },
    ],
    ["a verb and a path", 'this.$api.get("/a");', { callee: "$api.get", method: "GET", path: 0 }],
    [
      "the options of a request, given to what settings hold",
      'this.config.send(`https://h/${id}`, { method: "DELETE" });',
      { callee: "config.send", method: "1.method", path: 0 },
    ],
    [
      "a verb, a path and a body",
      "store.api.patch(`/a/${id}`, { x });",
      { callee: "store.api.patch", method: "PATCH", path: 0, body: 1 },
    ],
    ["a path by its name", "api.del(Urls.one);", { callee: "api.del", method: "DELETE", path: 0 }],
    [
      "a path that is put together",
      'api.post(base + "/a", x);',
      { callee: "api.post", method: "POST", path: 0, body: 1 },
    ],
    [
      "the name of a method",
      'this.client.send("PUT", `/a/${id}`, x);',
      { callee: "client.send", method: 0, path: 1, body: 2 },
    ],
    ["a tagged path", 'client.run("GET", uri`/a/${id}`);', { callee: "client.run", method: 0, path: 1 }],
    [
      "an object",
      'run({ method: "POST", url: u, data: x, headers: h });',
      { callee: "run", method: "0.method", path: "0.url", body: "0.data", headers: "0.headers" },
    ],
    [
      "an object whose method is not written",
      "http.request({ method, path, query: q });",
      { callee: "http.request", method: "0.method", path: "0.path", query: "0.query" },
    ],
    ["a path and an object", 'load("/a", { method: "DELETE" });', { callee: "load", method: "1.method", path: 0 }],
  ])("are found by %s", (_, text, expected) => {
    expect(unseenIn(text)).toEqual([expected]);
  });

  it.each([
    [
      "requests that are understood",
      'fetch("/a"); const api = (p) => fetch(p); api("/b"); fetch("/c", { method: "PUT" }).then((r) => r.json());',
    ],
    [
      "settings that are read by a path",
      'config.get("/a"); this.appConfig.delete("/a/b"); config.get("/a", { x: 1 });',
    ],
    ["routes", 'app.get("/a", (req, res) => res.end()); router.post("/a", handle); usersRouter.put("/a", handle);'],
    ["mocks and stores", 'nock(host).get("/a"); cache.get("/a"); this.pathMap.delete("/a"); params.get("url");'],
    ["names that are no paths", 'api.get("a"); api.get(key); api.post(x, y); list.delete(item);'],
    ["objects of other things", 'pay({ method: "card", url }); log({ url, path });'],
  ])("are not %s", (_, text) => {
    expect(unseenIn(text)).toEqual([]);
  });
});

describe("calls that lead to requests through too much code", () => {
  const steps = Array.from({ length: 800 }, (_, index) => `list.push({ step: ${index} });`).join("\n");
  const api = `const prepare = () => { const list = []; ${steps} return list; };
    const send = (path, method) => fetch(path, { method });
    const http = {
      getJson(path) { prepare(); return send(path, "GET"); },
      request(path) { const sent = send(path, "POST"); prepare(); send("/log", "POST"); return sent; },
      getFile(path) { prepare(); return path; },
    };`;

  it.each([
    [
      "are told",
      "export const load = (id) => http.getJson(`/items/${id}`);",
      [{ callee: "http.getJson", method: "GET", path: 0 }],
    ],
    ["are not told where they give no path", "export const load = () => http.getJson();", []],
    ["are not told where they have sent something", "export const load = (id) => http.request(`/items/${id}`);", []],
    ["are told only where they may lead to one", "export const load = (id) => http.getFile(`/items/${id}`);", []],
  ])("%s", (_, text, expected) => {
    const calls = unseenIn(api + text) as readonly { readonly callee: string }[];
    expect(calls.filter(({ callee }) => callee.startsWith("http."))).toEqual(expected);
    expect(calls.filter(({ callee }) => callee === "send")).toEqual([
      { callee: "send", path: 0 },
      { callee: "send", path: 0 },
    ]);
  });
});
