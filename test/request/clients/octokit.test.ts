import { describe, expect, test } from "vitest";
import { requestsIn } from "../../harness/project-requests";
import { renderRequest } from "../render";

const sentBy = (text: string): readonly string[] =>
  requestsIn({ "a.ts": `import { Octokit } from "@octokit/core"; ${text}` }).map(renderRequest);

describe("a plugin of octokit", () => {
  const withPlugin = (plugin: string, call: string): readonly string[] =>
    sentBy(`const plugin = ${plugin}; const Kit = Octokit.plugin(plugin); const kit = new Kit(); ${call}`);

  test.each([
    ["headers", "o.headers['x-a'] = '1';", "DELETE /a/3 [x-a?=…]+"],
    ["the URL", "o.url = '/b';", "DELETE ? ?… []+ unknown …"],
  ])("changes %s by a hook, whatever its parameter is called", (_, change, expected) => {
    const plugin = `(mine) => { mine.hook.before("request", (o) => { ${change} }); }`;
    expect(withPlugin(plugin, `await kit.request("DELETE /a/{id}", { id: 3 });`)).toEqual([expected]);
  });

  test("changes the requests of its own clients alone", () => {
    const plugin = `(mine) => { mine.hook.before("request", (o) => { o.url = "/b"; }); }`;
    expect(withPlugin(plugin, `await new Octokit().request("GET /c");`)).toContain("GET /c []");
  });

  test("changes nothing by members that it gives", () => {
    const plugin = `(mine) => ({ touch: () => 1 })`;
    expect(withPlugin(plugin, `await kit.request("GET /a");`)).toEqual(["GET /a []"]);
  });

  test("may change headers where its source is not there", () => {
    const sent = sentBy(`import { retry } from "@octokit/plugin-retry";
const kit = new (Octokit.plugin(retry))(); await kit.request("GET /a");`);
    expect(sent).toEqual(["GET /a []+"]);
  });
});

describe("options of octokit", () => {
  test("are header fields only where requests are given them", () => {
    expect(
      sentBy(
        `await new Octokit({ headers: { "x-lost": "1" }, timeZone: "UTC" }).request("GET /a", { headers: { "x-a": "1" } });`,
      ),
    ).toEqual(["GET /a [time-zone=UTC, x-a=1]"]);
  });

  test.each([
    [
      "that are not known",
      `export const f = (o: any) => new Octokit(o).request("GET /a");`,
      "GET /a []+ token=authStrategy()",
    ],
    [
      "that may have one",
      `export const f = (on: any) => new Octokit(on ? { timeZone: "UTC" } : {}).request("GET /a");`,
      "GET /a [time-zone?=UTC]",
    ],
  ])("%s are sent as no field for sure", (_, text, expected) => {
    expect(sentBy(text)).toEqual([expected]);
  });

  test("of the toolkit stand between its token and its plugins", () => {
    const [request] = requestsIn({
      "a.ts": `import { getOctokit } from "@actions/github"; import { retry } from "@octokit/plugin-retry";
await getOctokit("t", { log: console }, retry).request("GET /a");`,
    });
    expect(request?.headers).toMatchObject({ kind: "object", members: [] });
  });

  test("give the token of `defaults`", () => {
    const [request] = requestsIn({
      "a.ts": `import { Octokit } from "octokit"; await new (Octokit.defaults({ auth: "t" }))().request("GET /a");`,
    });
    expect(request?.token).toMatchObject({ kind: "string" });
  });
});

describe("`endpoint`", () => {
  const sentBehind = (route: string): readonly string[] =>
    sentBy(`import { request } from "@octokit/request"; const o = request.endpoint(${route});
await fetch(o.url, { method: o.method, headers: o.headers, body: JSON.stringify(o.body) });`);

  test("gives what the client adds", () => {
    expect(sentBehind(`"POST /a/{id}", { id: 1, x: 2 }`)).toEqual([
      "POST /a/1 [accept=…, content-type=application/json; charset=utf-8, user-agent=…] {x: 2}",
    ]);
  });

  test("has parameters of the query in the URL", () => {
    expect(sentBehind(`"GET /a", { x: 2 }`)).toEqual(["GET /a{} ?… [accept=…, user-agent=…]"]);
  });
});

describe("GraphQL", () => {
  test.each([
    ["of a client", "const g = new Octokit().graphql;"],
    ["of its package", 'import { graphql as g } from "@octokit/graphql";'],
  ])("%s has header fields by `defaults`", (_, made) => {
    expect(sentBy(`${made} await g.defaults({ headers: { "x-a": "1" } })("{ a }", { n: 1 });`)).toEqual([
      'POST /graphql [x-a=1] {query: "{ a }", variables: {n: 1}}',
    ]);
  });

  test("of a server of one's own is beside the API", () => {
    expect(sentBy(`await new Octokit({ baseUrl: "https://h/api/v3" }).graphql("{ a }");`)).toEqual([
      'POST /api/graphql [] {query: "{ a }"}',
    ]);
  });
});
