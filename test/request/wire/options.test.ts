import axios, { Axios } from "axios";
import got from "got";
import ky from "ky";
import { Octokit } from "octokit";
import { ofetch } from "ofetch";
import superagent from "superagent";
import { Agent, Client, getGlobalDispatcher, request, setGlobalDispatcher } from "undici";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WireServer } from "../../harness/wire";
import { holdAgainst } from "./claims";

const clients = {
  axios,
  Axios,
  got,
  ky,
  Octokit,
  ofetch,
  superagent,
  Agent,
  Client,
  getGlobalDispatcher,
  request,
  setGlobalDispatcher,
};
const imports = `
import axios, { Axios } from "axios";
import got from "got";
import ky from "ky";
import { Octokit } from "octokit";
import { ofetch } from "ofetch";
import superagent from "superagent";
import { Agent, Client, getGlobalDispatcher, request, setGlobalDispatcher } from "undici";
`;

/** What is known of a request, and a program that gives its client options in a way that is easily overlooked. */
const programs: readonly (readonly [known: string, source: string])[] = [
  [
    "? ? ?… [if-match=1]+ unknown … or PUT /a ?… [if-match=1, …]+ {x: 1}",
    `class Api extends Axios { request(config) { return super.request({ ...config, headers: { "If-Match": "1" } }); } } await new Api({ ...axios.defaults, baseURL: base }).request({ url: "/a", method: "PUT", data: { x: 1 } });`,
  ],
  [
    "? ? ?… [if-match=1] unknown … or ? ? ?… []+ unknown …",
    `class Api extends Axios { request(config) { return super.request({ ...config, headers: { "If-Match": "1" } }); } } await new Api({ adapter: "http", baseURL: base }).put("/a", "t");`,
  ],
  [
    "? ? ?… [if-match=1] unknown … or ? ? ?… []+ unknown … or ? ? ?… []+ unknown …",
    `class Api extends Axios { request = (config) => axios.request({ ...config, baseURL: base, headers: { "If-Match": "1" } }); save() { return super.patch("/a", { x: 1 }); } } await new Api({ adapter: "http" }).save();`,
  ],
  [
    "? ? ?… []+ unknown …",
    `const own = Axios.prototype.patch; Axios.prototype.patch = function (u, d, o) { return own.call(this, u + "/z", d, o); }; await new axios.Axios({ baseURL: base, adapter: "http" }).patch("/a", "t"); Axios.prototype.patch = own;`,
  ],
  [
    "? ? ?… []+ unknown …",
    `await request(base + "/a", { dispatcher: new Agent().compose((d) => (o, h) => d({ ...o, path: "/z", headers: { "if-match": "1" } }, h)) });`,
  ],
  [
    "? ? ?… []+ unknown …",
    `const g = getGlobalDispatcher(); setGlobalDispatcher(new Agent().compose((d) => (o, h) => d({ ...o, headers: { ...o.headers, "if-match": "1" } }, h))); await fetch(base + "/a"); setGlobalDispatcher(g);`,
  ],
  [
    "? ? ?… []+ unknown …",
    `const d = new Client(base).compose((d) => (o, h) => d({ ...o, path: "/z" }, h)); await d.request({ path: "/a", method: "GET" });`,
  ],
  ['? /a [] "x"', `class O { get method() { return "PUT"; } body = "x"; } await fetch(base + "/a", new O());`],
  ["GET /a […]", `class O { get headers() { return { "If-Match": "1" }; } } await axios.get(base + "/a", new O());`],
  ["GET /a ?… []", `class O { get params() { return { q: 1 }; } } await axios.get(base + "/a", new O());`],
  ["GET /a ?… []", `class O { get searchParams() { return { q: 1 }; } } await got(base + "/a", new O());`],
  [
    "PUT /a [] unknown …",
    `class O { get json() { return { q: 1 }; } method = "PUT"; } await ky(base + "/a", new O());`,
  ],
  ["GET /a ?… []", `class O { get query() { return { q: 1 }; } } await ofetch(base + "/a", new O());`],
  ["? /a []", `class O { get method() { return "PUT"; } } await request(base + "/a", new O());`],
  ["GET ? ?… []", `await axios.get("http://other.example/a", { baseURL: base, allowAbsoluteUrls: false });`],
  ["GET ? ?… []", `await axios.get("//other/a", { baseURL: base, allowAbsoluteUrls: false });`],
  ["GET ? ?… []", `await axios.create({ baseURL: base, allowAbsoluteUrls: false }).get("http://o/a");`],
  [
    "GET ? ?… []+",
    `const i = axios.create({ baseURL: base + "/p" }); i.defaults.allowAbsoluteUrls = false; await i.get(base + "/q");`,
  ],
  ["GET ? ?… []", `await axios.get(base + "/a", { baseURL: base + "/p", allowAbsoluteUrls: c ? true : false });`],
  ["PUT /a [] {x: 1}", `await axios.put(base + "/a", { x: 1 }, { headers: { "Content-Type": false } });`],
  ["PUT /a [] {x: 1}", `await axios.put(base + "/a", { x: 1 }, { headers: { "Content-Type": null } });`],
  ["PUT /a [] {x: 1}", `await axios.create({ headers: { "Content-Type": false } }).put(base + "/a", { x: 1 });`],
  [
    "PUT /a []+ unknown …",
    `const i = axios.create({ baseURL: base }); i.defaults.transformRequest.push((d) => d.replace("1", "2")); await i.put("/a", { x: 1 }); i.defaults.transformRequest.pop();`,
  ],
  [
    "PUT /a []+ unknown …",
    `const i = axios.create({ baseURL: base }); i.defaults.transformRequest = [(d) => JSON.stringify({ y: 1 }), ...i.defaults.transformRequest]; await i.put("/a", { x: 1 });`,
  ],
  [
    "PUT /a []+ unknown …",
    `const i = axios.create({ baseURL: base }); const t = i.defaults.transformRequest; t.push((d) => d.replace("1", "3")); await i.put("/a", { x: 1 }); t.pop();`,
  ],
  ["GET /a []", `await got(base + "/a", { headers: { "user-agent": undefined } });`],
  [
    "GET /a []",
    `await got.extend({ headers: { "user-agent": "me" } })(base + "/a", { headers: { "user-agent": undefined } });`,
  ],
  ["GET ? ?… []", `await new Octokit({ baseUrl: base }).request("GET /a{?ids*}", { ids: { a: 1, b: 2 } });`],
  ["GET ? ?… []", `await new Octokit({ baseUrl: base }).request("GET /a{?ids*}", { ids: [1, 2] });`],
  ["GET //a []", `await new Octokit({ baseUrl: base + "/" }).request("GET /a");`],
  ["GET /p//a/1 []", `await new Octokit({ baseUrl: base + "/p/" }).request("GET /a/{x}", { x: 1 });`],
  ["GET /p//users/u []", `await new Octokit({ baseUrl: base + "/p/" }).rest.users.getByUsername({ username: "u" });`],
  ["GET /pa []", `await new Octokit({ baseUrl: base + "/p" }).request("GET a");`],
  ["GET /p/a []+", `axios.defaults.baseURL = base + "/p"; await axios.get("/a"); axios.defaults.baseURL = undefined;`],
  [
    "GET /p/a []+",
    `Object.assign(axios.defaults, { baseURL: base + "/p" }); await axios.get("/a"); axios.defaults.baseURL = undefined;`,
  ],
  [
    "GET /a [authorization=Basic …]+",
    `await axios.get("http://u:p@" + base.slice(7) + "/a", { headers: { Authorization: "Bearer t" } });`,
  ],
  [
    "GET /a [authorization=Basic …]+",
    `await got("http://u:p@" + base.slice(7) + "/a", { headers: { Authorization: "Bearer t" } });`,
  ],
  [
    "GET /a [authorization=Basic …]+",
    `await superagent.get("http://u:p@" + base.slice(7) + "/a").set("Authorization", "Bearer t");`,
  ],
  [
    "GET /a [authorization=Bearer t]+",
    `await request("http://u:p@" + base.slice(7) + "/a", { headers: { Authorization: "Bearer t" } });`,
  ],
  ["GET ? ?… []+", `const u = new URL(base + "/a"); u.username = "me"; u.password = "pw"; await got(u);`],
];

describe("options that are easily overlooked are sent as they are claimed", () => {
  let wire: WireServer;
  beforeAll(async () => {
    wire = await WireServer.start();
  });
  afterAll(() => wire.stop());

  test.each(programs)("%s: %s", async (known, source) => {
    const outcome = await holdAgainst(wire, { clients, imports, source });
    expect({ known: outcome.known.join(" or "), wrong: outcome.wrong }).toEqual({ known, wrong: [] });
    expect(outcome.arrivals).toBe(1);
  });
});
