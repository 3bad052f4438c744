import superagent from "superagent";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WireServer } from "../../harness/wire";
import { holdAgainst } from "./claims";

const imports = 'import superagent from "superagent";';

/** Code that changes a request `r` before it is sent, where `c` is true or false. */
const onSomePaths = [
  "if (c) r.set(h);",
  "c && r.set(h);",
  "c || r.set(h);",
  "c ?? r.set(h);",
  "let v = c; v ||= r.set(h);",
  "let v = c; v &&= r.set(h);",
  "let v; v ??= c ? 1 : undefined; v ??= r.set(h);",
  "const o = c ? r : undefined; o?.set(h);",
  "const { x = r.set(h) } = { x: c ? 1 : undefined };",
  "const f = (q, x = q.set(h)) => x; f(r, c ? 1 : undefined);",
  "one: { if (c ? 1 : 0) break one; r.set(h); }",
  "switch (c ? 1 : 0) { case 1: r.set(h); }",
  "for (const _ of c ? [1] : []) r.set(h);",
  "(() => { if (c ? 1 : 0) r.set(h); })();",
  "try { if (c ? 1 : 0) throw 1; r.set(h); } catch {}",
  "(c ? r.set : String).call(r, h);",
  "(c ? r.set : String).apply(r, [h]);",
  "const m = c ? r.set : Number; m.call(r, h);",
  "const f = c ? r.set.bind(r) : String; f(h);",
  'const s = superagent.get(base + "/b"); (c ? r : s).set(h);',
];
const onAllPaths = [
  "r.set(h);",
  "r.set(h)?.toString();",
  "if (r.set(h)) c ? 1 : 0;",
  "(r.set(h), c ? 1 : 0) || c;",
  "const { x } = { x: r.set(h) };",
  "switch (r.set(h)) { default: c ? 1 : 0; }",
  "r.set.call(r, h);",
  "Reflect.apply(r.set, r, [h]);",
  'const m = "set"; r[m](h);',
];

describe("what changes a request on some paths only may not have run", () => {
  let wire: WireServer;
  beforeAll(async () => {
    wire = await WireServer.start();
  });
  afterAll(() => wire.stop());

  test.each([...onSomePaths.map((code) => ["?", code] as const), ...onAllPaths.map((code) => ["", code] as const)])(
    "if-match%s: %s",
    async (sign, code) => {
      const source = `const h = { "If-Match": "1" }; const r = superagent.get(base + "/a"); ${code} await r; c ? 1 : 0;`;
      expect(await holdAgainst(wire, { clients: { superagent }, imports, source })).toEqual({
        known: [`GET /a [if-match${sign}=1]`],
        arrivals: 1,
        wrong: [],
      });
    },
  );

  test.each([
    ["", "r.send();"],
    ["", "r.send(undefined);"],
    ["+", "r.send({ a: 1 }); r.send();"],
    [" {a: 1}", "r.send(); r.send({ a: 1 });"],
    ["+ unknown …", "r.send({ a: 1 }); if (c) r.send();"],
  ])("a body that is none:%s of %s", async (body, code) => {
    const source = `const r = superagent.post(base + "/a"); ${code} await r;`;
    expect(await holdAgainst(wire, { clients: { superagent }, imports, source })).toEqual({
      known: [`POST /a []${body}`],
      arrivals: 1,
      wrong: [],
    });
  });

  test("and what is sent on each of two paths is a request of its own", async () => {
    const source = `const r = superagent.get(base + "/a"); if (c ? 1 : 0) await r.set("If-Match", "1"); else await r.set("If-Match", "2");`;
    const { known, arrivals } = await holdAgainst(wire, { clients: { superagent }, imports, source });
    expect({ known, arrivals }).toEqual({ known: ["GET /a [if-match?=1]", "GET /a [if-match?=1|2]"], arrivals: 1 });
  });

  test("and what has been sent is not sent again", async () => {
    const source = `const r = superagent.get(base + "/a").set("If-Match", "1"); await r; await r;`;
    const outcome = await holdAgainst(wire, { clients: { superagent }, imports, source });
    expect(outcome).toEqual({ known: ["GET /a [if-match=1]"], arrivals: 1, wrong: [] });
  });
});
