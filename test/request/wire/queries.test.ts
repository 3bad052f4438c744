import axios from "axios";
import ky from "ky";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WireServer } from "../../harness/wire";
import { holdAgainst } from "./claims";

const clients = { axios, ky };
const imports = 'import axios from "axios"; import ky from "ky";';

/** What is known of a query, and the program that sends it. */
const programs: readonly (readonly [string, string])[] = [
  ["?l[]=1&2", 'await axios.get(base + "/a", { params: { l: [1, 2] } });'],
  ["?x=1", 'await axios.get(base + "/a", { params: { l: [], x: 1 } });'],
  ["?l=1&2", 'await axios.get(base + "/a", { params: { l: [1, 2] }, paramsSerializer: { indexes: null } });'],
  ["?l[]=1&2", 'await axios.get(base + "/a", { params: { l: [1, 2] }, paramsSerializer: { indexes: false } });'],
  ["?o[l][0]=1&o[l][1]=2", 'await axios.get(base + "/a", { params: { o: { l: [1, 2] } } });'],
  ["?o[l]?=…&…", 'await axios.get(base + "/a", { params: { o: { l: [1, c ? 2 : undefined] } } });'],
  ["?o[l][0]=1", 'await axios.get(base + "/a", { params: { o: { l: [1] } }, paramsSerializer: { indexes: null } });'],
  ["?l[]=1", 'await axios.get(base + "/a", { params: { l: [undefined, null, 1] } });'],
  ["?l[]=1&2", 'await axios.get(base + "/a", { params: { l: [1, c ? 2 : undefined] } });'],
  ["?l?=…&…", 'await axios.get(base + "/a", { params: { l: [{ a: 1 }] } });'],
  ["?l?=…&…", 'await axios.get(base + "/a", { params: { l: c ? [1] : 2 } });'],
  ["?f[a]=1&f[b]?=2", 'await axios.get(base + "/a", { params: { f: { a: 1, b: c ? 2 : undefined } } });'],
  ["?x=1&z=1", "await fetch(`${base}/a?z=1&${new URLSearchParams({ x: 1 })}`);"],
  ["?a?=…&b?=…&q=…", 'await fetch(`${base}/a?q=${new URLSearchParams({ a: "1", b: "2" })}`);'],
  ["?a?=…&q=…|x", 'await fetch(`${base}/a?q=${c ? new URLSearchParams({ a: "1" }) : "x"}`);'],
  ["?a=1&…&b=2?…&…", 'await fetch(`${base}/a?a=1&b=2?${new URLSearchParams([["a", "1"], ["a", "2"]])}`);'],
  ["?x?=1&y?=2", "await fetch(`${base}/a?${c ? new URLSearchParams({ x: 1 }) : new URLSearchParams({ y: 2 })}`);"],
  ["?x?=1&y?=2", 'await fetch(`${base}/a?${c ? "x=1" : "y=2"}`);'],
  ["?x=1,2", 'await ky.get(base + "/a", { searchParams: [["x", c ? [1, 2] : "1,2"]] });'],
];

/** What is known of a query, how parameters are filled, and what is sent of them. */
const filled: readonly (readonly [string, string, string])[] = [
  [
    "?f=s",
    'f.append("a", "s"); f.append("a", "t"); if (c ? 1 : 0) f.append("a", "u");',
    'new URLSearchParams({ f: f.get("a") })',
  ],
  [
    "?f=3|2",
    'f.append("a", "s"); f.append("a", "t"); if (c ? 1 : 0) f.append("a", "u");',
    "`f=${f.getAll('a').length}`",
  ],
  ["?f=…", 'f.append("a", "s"); f.append("a", "t"); if (c ? 1 : 0) f.append("a", "u");', "`f=${[...f].length}`"],
  ["?a?=2&b=1", 'if (c ? 1 : 0) f.set("a", "2");', "new URLSearchParams(`b=1&${f}`)"],
  ["?a=1&s&t", 'f.append("a", "s"); f.append("a", "t");', "new URLSearchParams(`a=1&${f}`)"],
  ["?a=…", 'f.append("a", "s"); if (c ? 1 : 0) f.append("a", "t");', "new URLSearchParams(`a=1&${f}`)"],
];

describe("a query is what is sent", () => {
  let wire: WireServer;
  beforeAll(async () => {
    wire = await WireServer.start();
  });
  afterAll(() => wire.stop());

  test.each(programs)("%s: %s", async (query, source) => {
    expect(await holdAgainst(wire, { clients, imports, source })).toEqual({
      known: [`GET /a ${query} []`],
      arrivals: 1,
      wrong: [],
    });
  });

  test.each(filled)("%s of parameters: %s %s", async (query, fill, sent) => {
    const source = `const f = new URLSearchParams(); ${fill} await fetch(base + "/a?" + ${sent});`;
    expect(await holdAgainst(wire, { clients, imports, source })).toEqual({
      known: [`GET /a ${query} []`],
      arrivals: 1,
      wrong: [],
    });
  });
});
