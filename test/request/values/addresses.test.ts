import ts from "typescript";
import { describe, expect, it } from "vitest";
import { analyseCode } from "../../../src/analysis/code";
import { builtinContract } from "../../../src/contract/builtin";
import { noFacts } from "../../../src/contract/configuration/configuration";
import { describeRequest, gapsOf } from "../../../src/request/derived/describe";

/** Where requests go, as code puts it together of what it does not know. */

function analyse(source: string) {
  const sourceFile = ts.createSourceFile("file.ts", source, ts.ScriptTarget.Latest, true);
  return analyseCode({ ts, sourceFile, contract: builtinContract, facts: noFacts }).requests;
}

/** @returns origin and path, as `restraint requests` lists them. */
function placesOf(source: string): readonly string[] {
  return analyse(source).map((request) => {
    const { origin, path } = describeRequest(request, builtinContract, noFacts);
    return `${origin ?? ""} ${path ?? "?"}`;
  });
}

describe("a prefix that is not known", () => {
  it.each([
    ["is no base in front of a name", "`${__STATIC_PATH__}translations/${id}`", "{__STATIC_PATH__}translations/{id} ?"],
    ["is a base by its name", "`${apiUrl}items/${id}`", "{apiUrl} /items/{id}"],
    ["is a base in front of a slash", "`${prefix}/items/${id}`", "{prefix} /items/{id}"],
  ])("%s", (_, url, place) => {
    expect(placesOf(`export const f = (id) => fetch(${url});`)).toEqual([place]);
  });

  it("may hold the beginning of the path where a call gives it", () => {
    const gaps = (call: string) => analyse(`fetch(${call} + "/token");`).flatMap((request) => gapsOf(request));
    expect(gaps("oauthUrl()")).toEqual([
      { part: "path", reason: "what `oauthUrl()` gives may hold the beginning of the path" },
    ]);
    expect(gaps("getBaseUrl()")).toEqual([]);
  });

  it("has its slash where a test puts it there", () => {
    const source = `export const f = (given, id) => {
      const base = given || "https://api.example.com";
      const separator = base.endsWith("/") ? "" : "/";
      return fetch(\`\${base}\${separator}v1/items/\${id}\`);
    };`;
    expect(placesOf(source)).toEqual(["{base | https://api.example.com} /v1/items/{id}"]);
  });
});

describe("a base that is one of several", () => {
  it.each([
    [
      "read from outside, with a default",
      "process.env.API ?? 'https://h.test'",
      "{process.env.API | https://h.test} /a/{id}",
    ],
    [
      "whose default has a path",
      "process.env.API ?? 'https://h.test/v1'",
      "{process.env.API | https://h.test/v1} /a/{id}",
    ],
    ["of two hosts", "flag ? 'https://h.test' : 'https://g.test'", "{https://h.test | https://g.test} /a/{id}"],
    ["or none", "given ?? ''", '{given | ""} /a/{id}'],
    ["of two settings", "process.env.ONE || process.env.OTHER", "{process.env.ONE | process.env.OTHER} /a/{id}"],
  ])("names all: %s", (_, base, place) => {
    expect(placesOf(`export const f = (id, flag, given) => fetch((${base}) + \`/a/\${id}\`);`)).toEqual([place]);
  });

  it("stands before each path, below which the default's path is", () => {
    const source = `export const f = (id, flag) =>
      fetch((process.env.API ?? "https://h.test/v1") + (flag ? \`/a/\${id}\` : \`/b/\${id}\`));`;
    expect(placesOf(source)).toEqual(["{process.env.API | https://h.test/v1} /a/{id} | /b/{id}"]);
  });

  it("has no name where each goes with a path of its own", () => {
    const source = 'export const f = (flag) => fetch(flag ? "https://h.test/v1/x" : "https://g.test/y");';
    expect(placesOf(source)).toEqual(["{} /v1/x | /y"]);
  });
});

describe("what begins a URL of a client with a base", () => {
  it.each([
    ["is an address of its own by its name", "${o.apiUrl}/a", "{o.apiUrl} /a"],
    ["is a segment by another name", "${o.org}/a", "https://h.test /{o.org}/a"],
  ])("%s", (_, url, place) => {
    const source = `import axios from "axios"; const http = axios.create({ baseURL: "https://h.test" });
      export const f = (o) => http.get(\`${url}\`);`;
    expect(placesOf(source)).toEqual([place]);
  });
});

describe("parts of another URL", () => {
  const send = "return fetch(`${url.protocol}//${url.host}/v2/${id}`);";

  it.each([
    ["whose host alone is not known", "`https://${host}`", "https://{host} /v2/{id}"],
    ["whose path is not known", "`https://a.example/${host}`", "https://a.example /v2/{id}"],
    ["of which nothing is known", "host", "{host.protocol}//{host.host} /v2/{id}"],
  ])("%s are its origin", (_, from, place) => {
    expect(placesOf(`export const f = (host, id) => { const url = new URL(${from}); ${send} };`)).toEqual([place]);
  });

  it("are a base whose host is not known", () => {
    const source = `function send(host, path, init) {
      const base = \`https://\${host}/api/v1/\`;
      return fetch(new URL(path.replace(/^\\//, ""), base).toString(), init);
    }
    export const f = (host, id) => send(host, \`/items/\${id}?a=1\`, { method: "PATCH" });`;
    expect(placesOf(source)).toContain("https://{host} /api/v1/items/{id}");
  });
});

describe("a client of GitHub's that is made elsewhere", () => {
  it.each([
    ["goes to GitHub's own host", "octokit.request('GET /user')", "https://api.github.com"],
    ["does so with parameters that a function gives", "octokit.request('GET /user', more())", "https://api.github.com"],
    [
      "does so with parameters that are spread",
      "octokit.rest.users.getAuthenticated({ ...more() })",
      "https://api.github.com",
    ],
    [
      "goes to another host that is seen",
      "octokit.request('GET /user', { ...more(), baseUrl: 'https://git.example.org/api/v3' })",
      "https://git.example.org",
    ],
    ["goes to a base that is seen, and not known", "octokit.request('GET /user', { baseUrl: base() })", "{base()}"],
  ])("%s", (_, call, origin) => {
    const [place = ""] = placesOf(`export const f = (octokit) => ${call};`);
    expect(place.split(" ")[0]).toBe(origin);
  });

  it.each([
    ["options of a class that is handed in", "new Octokit({ baseUrl: o.base })", "{o.base}"],
    [
      "options that may name one",
      "new Octokit(o.base ? { baseUrl: o.base } : {})",
      "{https://api.github.com | o.base}",
    ],
    ["options that are not known", "new Octokit(o)", "{https://api.github.com | baseUrl}"],
    ["the settings of a run", "getOctokit(o.token)", "{process.env.GITHUB_API_URL | https://api.github.com}"],
    ["options in a run", "getOctokit(o.token, { baseUrl: 'https://h.test' })", "https://h.test"],
    ["its package", "new ActionClient()", "{process.env.GITHUB_API_URL | https://api.github.com}"],
    [
      "one of several",
      "new Client({ baseUrl: o.api ? o.api : `${o.host}/${o.prefix}` })",
      "{o.api | {o.host}/{o.prefix}}",
    ],
  ])("has its base by %s", (_, made, origin) => {
    const source = `import { getOctokit } from "@actions/github"; import { Octokit as ActionClient } from "@octokit/action";
      import { Octokit as Client } from "@octokit/core";
      export const f = (o, { Octokit }) => (${made}).request("GET /user");`;
    expect(placesOf(source)).toEqual([`${origin} /user`]);
  });

  it("is an instance of a class whose variable has any name", () => {
    const made = 'import { Octokit } from "@octokit/core";\nconst Api = Octokit.plugin(paging);\n';
    const declared = "type Client = InstanceType<typeof Api>;\n";
    const send = (type: string) => `export const f = (api: ${type}) => api.request("GET /user");`;
    expect(placesOf(`${made}${declared}${send("Client")}`)).toEqual(["https://api.github.com /user"]);
    expect(placesOf(made + send("InstanceType<typeof Api>"))).toEqual(["https://api.github.com /user"]);
    expect(placesOf(made + send("InstanceType<typeof Other>"))).toEqual([]);
  });

  it("gives the method that is paged, also where it is one of several clients", () => {
    const source = `import { Octokit } from "@octokit/rest";
    const map = new Map();
    export const f = (key, baseUrl) => {
      const octokit = map.get(key) ?? new Octokit({ baseUrl });
      return octokit.paginate(octokit.rest.repos.listForOrg, { org: "x" });
    };`;
    const places = placesOf(source);
    expect(places.length).toBeGreaterThan(0);
    expect(places.every((place) => place.endsWith(" /orgs/x/repos"))).toBe(true);
  });
});
