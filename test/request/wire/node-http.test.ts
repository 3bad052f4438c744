import http from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WireServer } from "../../harness/wire";
import { holdAgainst } from "./claims";

const clients = { http, Readable, pipeline };
const imports =
  'import http from "node:http"; import { Readable } from "node:stream"; import { pipeline } from "node:stream/promises";';

describe("what is known of a request of Node's `http` arrives", () => {
  let wire: WireServer;
  beforeAll(async () => {
    wire = await WireServer.start();
  });
  afterAll(() => wire.stop());

  test.each([
    ['PUT /a [if-match=1] "text"', 'r.setHeader("If-Match", "1").end("text");'],
    ["PUT /a [if-match=1] {a: 1}", 'r.on("error", () => {}).setHeader("If-Match", "1").end(JSON.stringify({ a: 1 }));'],
    [
      "PUT /a [] {a: 1}|{b: 2}",
      "if (c ? 1 : 0) r.end(JSON.stringify({ a: 1 })); else r.end(JSON.stringify({ b: 2 }));",
    ],
    ["PUT /a [] {a: 1}|{b: 2}", "c ? r.end(JSON.stringify({ a: 1 })) : r.end(JSON.stringify({ b: 2 }));"],
    ['PUT /a [] "x"', 'if (c ? 1 : 0) r.end("x"); else r.end();'],
    ['PUT /a [] unknown …|"x"', 'r.write("x"); if (c ? 1 : 0) r.end("y"); else r.end();'],
    ["PUT /a [if-match=1] unknown …", 'r.setHeader("If-Match", "1"); Readable.from(["x"]).pipe(r);'],
    ["PUT /a [] unknown …", 'await pipeline(Readable.from(["x"]), r);'],
    ["PUT /a [] unknown …", 'const list = [Readable.from(["x"]), r]; await pipeline(...list);'],
  ])("%s: %s", async (known, code) => {
    const source = `const r = http.request(base + "/a", { method: "PUT" }); const done = new Promise((ok) => r.once("response", ok)); ${code} (await done).resume();`;
    expect(await holdAgainst(wire, { clients, imports, source })).toEqual({ known: [known], arrivals: 1, wrong: [] });
  });
});
