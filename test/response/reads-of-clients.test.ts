import { describe, expect, it } from "vitest";
import { readsOf } from "../harness/reads";

describe("the answers of clients", () => {
  it.each([
    [
      "axios",
      `import axios from "axios"; const r = await axios.get("https://api.example.com/v1/files"); use(r.status, r.data.id);`,
      "id=",
    ],
    [
      "axios, taken apart",
      `import axios from "axios"; const { data: { items }, headers } = await axios("https://api.example.com/v1/files"); use(items[0].id, headers);`,
      "items(id=)",
    ],
    [
      "axios with an interceptor",
      `import axios from "axios"; axios.interceptors.response.use((r) => r.data); const r = await axios.get("https://api.example.com/v1/files"); use(r.id);`,
      "not known",
    ],
    [
      "axios, read otherwise",
      `import axios from "axios"; const r = await axios.get("https://api.example.com/v1/files"); use(r.items);`,
      "escapes",
    ],
    ["ky", `import ky from "ky"; const d = await ky.get("https://api.example.com/v1/files").json(); use(d.id);`, "id="],
    [
      "ky's response",
      `import ky from "ky"; const r = await ky("https://api.example.com/v1/files"); const d = await r.json(); use(d.id);`,
      "id=",
    ],
    ["got", `import got from "got"; const d = await got("https://api.example.com/v1/files").json(); use(d.id);`, "id="],
    [
      "got's body",
      `import got from "got"; const { body } = await got("https://api.example.com/v1/files", { responseType: "json" }); use(body.id);`,
      "id=",
    ],
    [
      "got's text",
      `import got from "got"; const { body } = await got("https://api.example.com/v1/files"); use(body);`,
      "escapes",
    ],
    [
      "undici",
      `import { request } from "undici"; const { body, statusCode } = await request("https://api.example.com/v1/files"); const d = await body.json(); use(d.id, statusCode);`,
      "id=",
    ],
    [
      "octokit",
      `import { Octokit } from "octokit"; const { data } = await new Octokit().request("GET /user"); use(data.login);`,
      "login=",
    ],
    [
      "ofetch, which gives the body itself",
      `import { ofetch } from "ofetch"; const d = await ofetch("https://api.example.com/v1/files"); use(d.id);`,
      "id=",
    ],
    [
      "ofetch, by then",
      `import { ofetch } from "ofetch"; ofetch("https://api.example.com/v1/files").then(({ items }) => use(items[0].id));`,
      "items(id=)",
    ],
    [
      "Microsoft's client of Graph",
      `import { Client } from "@microsoft/microsoft-graph-client"; const d = await Client.init({}).api("/me").get(); use(d.mail);`,
      "mail=",
    ],
    ["fetch's text", `const r = await fetch("https://api.example.com/v1/files"); use(await r.text());`, "escapes"],
    [
      "fetch's copy",
      `const r = await fetch("https://api.example.com/v1/files"); const d = await r.clone().json(); use(d.id);`,
      "id=",
    ],
    [
      "a response that is given away",
      `const r = await fetch("https://api.example.com/v1/files"); cache.put(r); const d = await r.json(); use(d.id);`,
      "escapes",
    ],
    [
      "a wrapper",
      `async function get(path) { const r = await fetch("https://api.example.com" + path); return r.json(); } const d = await get("/v1/files"); use(d.id);`,
      "id=",
    ],
    [
      "a wrapper of a wrapper",
      `const get = async (path) => (await fetch("https://api.example.com" + path)).json(); const files = async () => ({ files: await get("/v1/files"), ok: true }); const { files: d } = await files(); use(d.id);`,
      "id=",
    ],
    [
      "a class",
      `class Api { async get(path) { const r = await fetch("https://api.example.com" + path); return await r.json(); } } const api = new Api(); const d = await api.get("/v1/files"); use(d.id);`,
      "id=",
    ],
    [
      "a helper that tries again",
      `async function retry(run) { for (;;) { try { return await run(); } catch {} } } const r = await retry(() => fetch("https://api.example.com/v1/files")); const d = await r.json(); use(d.id);`,
      "id=",
    ],
    [
      "a library that tries again",
      `import pRetry from "p-retry"; const r = await pRetry(() => fetch("https://api.example.com/v1/files")); const d = await r.json(); use(d.id);`,
      "escapes",
    ],
    [
      "the wrapper itself",
      `export async function get(path) { const r = await fetch("https://api.example.com" + path); return r.json(); }`,
      "escapes",
    ],
  ])("%s", (_, text, expected) => {
    expect(readsOf(text)).toBe(expected);
  });
});

describe("what is read of a failure", () => {
  const response = `const r = await fetch("https://api.example.com/v1/files");`;
  it.each([
    [
      "after a check",
      `${response} if (!r.ok) throw new Error(await r.text()); const d = await r.json(); use(d.id);`,
      "id=",
    ],
    [
      "its message",
      `${response} if (!r.ok) { const e = await r.json(); throw new Error(e.message); } const d = await r.json(); use(d.id);`,
      "id=",
    ],
    ["of one body", `${response} const d = await r.json(); if (!r.ok) throw new Error(d.message); use(d.id);`, "id="],
    ["by a status", `${response} if (r.status === 404) return null; const d = await r.json(); use(d.id);`, "id="],
    [
      "by a variable",
      `${response} const { ok, status } = r; const d = await r.json(); if (!ok) throw new Error(status + d.message); use(d.id);`,
      "id=",
    ],
    ["in the other branch", `${response} const d = await r.json(); if (r.ok) use(d.id); else use(d.message);`, "id="],
    ["after a return", `${response} const d = await r.json(); if (r.ok) return d.id; use(d.message);`, "id="],
    ["in an expression", `${response} const d = await r.json(); use(r.ok ? d.id : d.message);`, "id="],
    [
      "by what is not understood",
      `${response} const d = await r.json(); if (check(r.status)) use(d.message); use(d.id);`,
      "id=,message?=",
    ],
    [
      "in a helper",
      `function fail(e) { throw new Error(e.message); } ${response} const d = await r.json(); if (!r.ok) fail(d); use(d.id);`,
      "id=",
    ],
    ["by and", `${response} const d = await r.json(); r.ok && use(d.id); r.ok || use(d.message);`, "id="],
  ])("%s", (_, text, expected) => {
    expect(readsOf(`async function f() { ${text} }`)).toBe(expected);
  });
});
