import { describe, expect, test } from "vitest";
import { requestsOf } from "../../harness/project-requests";

/** Requests that code builds step by step: what callers supply to a step is theirs alone. */

const callers = `
  export const one = () => create({ a: 1 }, "1");
  export const two = () => create({ b: 1 }, "2");`;

const sentBy = (head: string, body: string): readonly string[] =>
  requestsOf({ "a.ts": `${head} function create(data: object, id: string) { ${body} } ${callers}` });

describe("a request that is built in place", () => {
  test.each([
    [
      "superagent, by statements",
      'import agent from "superagent";',
      'const request = agent.post("https://h/a"); request.set("X-Id", id); request.send(data); return request.then((r) => r.body);',
      ["POST https://h/a [X-Id] json {a}", "POST https://h/a [X-Id] json {b}"],
    ],
    [
      "superagent, in a chain",
      'import agent from "superagent";',
      'return agent.post("https://h/a").set("X-Id", id).send(data).then((r) => r.body);',
      ["POST https://h/a [X-Id] json {a}", "POST https://h/a [X-Id] json {b}"],
    ],
    [
      "Node's",
      'import http from "http";',
      'const request = http.request("https://h/a", { method: "POST" }); request.setHeader("X-Id", id); request.write(JSON.stringify(data)); request.end();',
      ["POST https://h/a [X-Id] json {a}", "POST https://h/a [X-Id] json {b}"],
    ],
  ])("has what each caller gives to its steps: %s", (_, head, body, expected) => {
    const [own, ...supplied] = sentBy(head, body);
    expect(own).toContain("unknown");
    expect(supplied).toEqual(expected);
  });
});
