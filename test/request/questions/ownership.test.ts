import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { noFacts } from "../../../src/contract/configuration/configuration";
import { findPublicApi } from "../../../src/request/public-apis";
import { requestsIn } from "../../harness/project-requests";
import { root } from "../../harness/fixtures";

/** The ways of the table of docs/configuration.md in which code may send, by the words of its first column. */
const ways: Readonly<Record<string, readonly string[]>> = {
  "an address below a listed base": [
    "fetch('https://api.example.com/v1/user')",
    "fetch(`${API_URL}/user`)",
    "fetch(`${process.env.X ?? 'https://api.example.com/v1'}/user`)",
    "fetch('/api/user')",
    "import axios from 'axios'; axios.create({ baseURL: 'https://api.example.com/v1' }).get('/user')",
    "fetch('https://api.example.com/v1/user', { headers: { Authorization: `token ${t}` } })",
  ],
  "a path on a client whose base is set out of sight": [
    "import axios from 'axios'; axios.get('/user')",
    "import type { AxiosInstance } from 'axios'; export const f = (http: AxiosInstance) => http.get('/user')",
    "import type { KyInstance } from 'ky'; export const f = (http: KyInstance) => http.get('user')",
  ],
  "a path alone, on no client": ["fetch('/user')", "fetch(`/users/${id}`)"],
  "another host": [
    "fetch('https://api.example.org/v1/user')",
    "import axios from 'axios'; axios.create({ baseURL: 'https://example.net' }).get('/user')",
  ],
  "a public host of a well-known service": [
    "fetch('https://api.github.com/user')",
    "fetch('https://gitlab.com/api/v4/user')",
    "fetch(`https://api.bitbucket.org/2.0/user/${id}`)",
    "fetch(`https://${site}.atlassian.net/rest/api/3/issue`)",
    "fetch('https://slack.com/api/chat.postMessage')",
    "fetch('https://api.stripe.com/v1/charges')",
    "fetch('https://user@API.GitHub.com:443/user')",
  ],
  "a client of a well-known service": [
    "import { Octokit } from 'octokit'; new Octokit().request('PATCH /notifications/threads/1')",
    "import { Octokit } from 'octokit'; new Octokit({ baseUrl: 'https://git.example.org/api/v3' }).rest.users.getAuthenticated()",
    "export const f = (octokit, more) => octokit.request('GET /user', more())",
    "export const f = (context) => context.octokit.issues.get({ ...context.issue() })",
    "import { google } from 'googleapis'; google.drive({ version: 'v3' }).files.list({})",
    "import Heroku from 'heroku-client'; new Heroku({ token }).get('/apps')",
  ],
  "`https://${host}/…`": ["fetch(`https://${host}/user`)", "fetch(`https://${host}.example.com:${port}/user`)"],
  "`${base}/…`, with a base that is not listed": [
    "fetch(`${base}/user`)",
    "import axios from 'axios'; axios.create({ baseURL: settings.url }).get('/user')",
    "export const f = (path) => fetch(new URL(path, `https://${host}/api/v1/`).toString())",
    "export class Api { constructor(base) { this.base = base; } get(path) { return fetch(`${this.base}/x${path}`); } }",
  ],
  "the same, read from the environment": [
    "fetch(`${process.env.OTHER_URL}/user`)",
    "fetch(`${import.meta.env.VITE_OTHER}/user`)",
  ],
  "an address of which nothing is known": ["export const f = (url) => fetch(url())"],
  "header fields that are another service's": [
    "fetch(`${base}/user`, { headers: { Authorization: `token ${t}` } })",
    "fetch(`${base}/user`, { headers: { authorization: `Basic ${t}` } })",
    "fetch(`${base}/user`, { headers: { Authorization: 'abcdef' } })",
    "fetch(`${base}/user`, { headers: { 'PRIVATE-TOKEN': t } })",
    "fetch(`${base}/user`, { headers: new Headers({ 'x-api-key': t }) })",
    "fetch(`${base}/user`, { headers: { 'X-Redmine-API-Key': t } })",
    "fetch(`${base}/user`, { headers: { 'X-Auth': t } })",
    "fetch(`${base}/user`, { headers: { 'X-ND-Authorization': `Bearer ${t}` } })",
    "fetch(`${base}/user`, { headers: { token: t } })",
    "fetch(`${base}/user`, { headers: { Accept: 'application/vnd.github+json' } })",
    "fetch(`${base}/user`, { headers: { Accept: 'text/html,application/xml;q=0.9' } })",
    "fetch(`${base}/user`, { headers: { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64)' } })",
    "fetch(`${base}/user`, { method: 'PATCH', headers: { 'Content-Type': 'application/json-patch+json' } })",
  ],
};

/** What the columns of the table stand for. */
const configurations: readonly (readonly string[])[] = [
  [],
  ["${API_URL}", "/api"],
  ["https://api.example.com/v1", "${API_URL}", "/api"],
];

const words = { ours: "yes", "another's": "no", "not known": "unknown" } as const;

function tableOf(page: string): readonly (readonly string[])[] {
  const section = page.slice(page.indexOf("## Whose request is it"));
  const table = section.slice(section.indexOf("\n| "), section.indexOf("\n\n", section.indexOf("\n| ")));
  return table
    .split("\n")
    .slice(3)
    .map((row) => row.split(" | ").map((cell) => cell.replace(/^\| | \|$/gu, "").trim()));
}

const rows = tableOf(readFileSync(join(root, "docs/configuration.md"), "utf8"));

describe("whose request it is", () => {
  it("has a row of the documentation for each way", () => {
    expect(rows.map(([way]) => way)).toEqual(Object.keys(ways));
  });

  const cells = rows.flatMap(([way = "", ...answers]) =>
    answers.flatMap((answer, column) =>
      // What must be listed cannot be where nothing is.
      answer === "–" ? [] : (ways[way] ?? []).map((code) => ({ code, answer, baseUrls: configurations[column] ?? [] })),
    ),
  );

  it.each(cells)("$code with $baseUrls: $answer", ({ code, answer, baseUrls }) => {
    const facts = baseUrls.length === 0 ? noFacts : { ...noFacts, service: { baseUrls, etags: true } };
    const services = requestsIn({ "a.ts": code }, facts).map(({ target }) => target.service);
    expect(services.length).toBeGreaterThan(0);
    expect(new Set(services)).toEqual(new Set([words[answer as keyof typeof words]]));
  });
});

describe("what shows another service where none is configured", () => {
  it.each([
    ["no", "import axios from 'axios'; axios.get('/user', { auth: { username: u, password: p } })"],
    ["no", "fetch('/user', { headers: { Authorization: c ? `Bearer ${t}` : `Basic ${t}` } })"],
    ["yes", "fetch('/user', { headers: { Authorization: `bearer ${t}` } })"],
    ["yes", "fetch('/user', { headers: { Authorization: `Bearer${t}` } })"],
    ["yes", "fetch('/user', { headers: { Authorization: t } })"],
    ["yes", "fetch('/user', { headers: { Authorization: `${scheme} ${t}` } })"],
    ["yes", "fetch('/user', { headers: { 'X-CSRF-Token': t, 'X-Request-Id': id, Accept: 'application/json' } })"],
    ["unknown", "fetch(c ? 'https://api.github.com/user' : '/user')"],
  ])("%s: %s", (service, code) => {
    expect(requestsIn({ "a.ts": code }).map(({ target }) => target.service)).toEqual([service]);
  });
});

describe("the other service is named beside a configured one", () => {
  it.each([
    ["GitHub", "fetch('https://api.github.com/user')"],
    ["GitHub", "export const f = (octokit) => octokit.request('GET /user')"],
    [
      "GitHub",
      "import { Octokit } from 'octokit'; new Octokit({ baseUrl: 'https://git.example.org/api/v3' }).request('GET /user')",
    ],
    [undefined, "fetch('https://api.example.org/v1/user')"],
    [undefined, "fetch('https://api.example.com/v1/user')"],
  ])("%s: %s", (name, code) => {
    const facts = { ...noFacts, service: { baseUrls: ["https://api.example.com/v1"], etags: true as const } };
    expect(requestsIn({ "a.ts": code }, facts).map(({ target }) => target.others?.name)).toEqual([name]);
  });
});

describe("the table of public hosts", () => {
  const cases: readonly (readonly [host: string, service: string | undefined])[] = [
    ["api.github.com", "GitHub"],
    ["API.GITHUB.COM:443", "GitHub"],
    ["user:secret@uploads.github.com", "GitHub"],
    ["drive.googleapis.com", "Google"],
    ["shop.myshopify.com", "Shopify"],
    ["api.github.com.example.com", undefined],
    ["notgithub.com", undefined],
    ["googleapis.com.example.org", undefined],
    ["localhost", undefined],
    ["", undefined],
  ];
  it.each(cases)("%s", (host, expected) => {
    expect(findPublicApi(host)?.name).toBe(expected);
  });

  it("is told in the documentation", () => {
    const page = readFileSync(join(root, "docs/configuration.md"), "utf8");
    for (const name of cases.flatMap(([, service]) => service ?? [])) expect(page).toContain(name);
  });
});
