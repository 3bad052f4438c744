import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WireServer } from "../../harness/wire";
import { holdAgainst } from "./claims";

describe("what is known of requests by a replaced `fetch` arrives", () => {
  let wire: WireServer;
  beforeAll(async () => {
    wire = await WireServer.start();
  });
  afterAll(() => wire.stop());

  const nothing = "? ? ?… […]+ unknown …";
  const put = 'await fetch(base + "/a", { method: "PUT", body: JSON.stringify({ a: 1 }) });';

  test.each([
    ["passes all on", "(url, init) => real(url, init)", "PUT /a []+ {a: 1}"],
    ["passes all on as it is given", "(...given) => real(...given)", "PUT /a []+ {a: 1}"],
    [
      "is called on something",
      "function (url, init) { return real.call(globalThis, url, init); }",
      "PUT /a []+ {a: 1}",
    ],
    ["is bound", "real.bind(globalThis)", "PUT /a []+ {a: 1}"],
    [
      "adds header fields",
      'async (url, init) => { console.debug(url); return real(url, { ...init, headers: { "If-Match": "1" } }); }',
      "PUT /a []+ {a: 1}",
    ],
    [
      "adds header fields to a copy that takes the place of the options",
      `async (url, init) => { const text = typeof url === "string" ? url : String(url); if (text.startsWith("x")) return real(url, init);
       const h = new Headers(init?.headers); h.set("x-a", "1"); init = { ...init, headers: h }; return real(url, init); }`,
      "PUT /a []+ {a: 1}",
    ],
    [
      "asks about what it is given",
      "(url, init) => { const own = (u) => u.length > 1; if (own(url)) console.log(1); return real(url, init); }",
      "PUT /a []+ {a: 1}",
    ],
    [
      "another function returns",
      '((first, extra) => (url, init) => first(url, { ...init, headers: extra }))(real, { "x-a": "1" })',
      "PUT /a []+ {a: 1}",
    ],
    [
      "another function returns and that changes it",
      '((first) => (url, init) => first(url + "/b", init))(real)',
      nothing,
    ],
    [
      "puts another body into a copy",
      '(url, init) => { init = { ...init, body: "b" }; return real(url, init); }',
      nothing,
    ],
    [
      "sends it elsewhere by a name",
      '(url, init) => { const u = url + "/b"; if (!u) return real(url, init); return real(u, init); }',
      nothing,
    ],
    ["sends another body", '(url, init) => real(url, { ...init, body: "b" })', nothing],
    ["sends it elsewhere", '(url, init) => real(url + "/b", init)', nothing],
    ["changes what it is given", '(url, init) => { init.method = "POST"; return real(url, init); }', nothing],
  ])("a function that %s", async (_, replacement, expected) => {
    const source = `const real = globalThis.fetch; globalThis.fetch = ${replacement}; try { ${put} } finally { globalThis.fetch = real; }`;
    const { known, arrivals, wrong } = await holdAgainst(wire, { clients: {}, imports: "", source });
    expect({ arrivals, wrong }).toEqual({ arrivals: 1, wrong: [] });
    expect(known).toContain(expected);
  });

  test("is the platform's again where it is restored", async () => {
    const source = `const real = globalThis.fetch; globalThis.fetch = (...all) => real(...all); globalThis.fetch = real; ${put}`;
    const { known, wrong } = await holdAgainst(wire, { clients: {}, imports: "", source });
    expect({ known: known.at(-1), wrong }).toEqual({ known: "PUT /a []+ {a: 1}", wrong: [] });
  });

  test("a name without an object is the global", async () => {
    const source = `const real = fetch; fetch = (url, init) => real(url, init); try { ${put} } finally { fetch = real; }`;
    const { known, wrong } = await holdAgainst(wire, { clients: {}, imports: "", source });
    expect({ known: known.at(-1), wrong }).toEqual({ known: "PUT /a []+ {a: 1}", wrong: [] });
  });
});
