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

const agent = 'import agent from "superagent";';

test("who waits for an answer does not change what is sent", () => {
  const load = `function load(done: (it: any) => void) { const answer = fetch("https://h/a"); answer.then(done); }`;
  const calls = `export const one = (a: any) => load((it) => a.one(it)); export const two = (b: any) => load((it) => b.two(it));`;
  expect(requestsOf({ "a.ts": `${load} ${calls}` })).toEqual(["GET https://h/a"]);
});

describe("a request that a function begins", () => {
  const begin = `function begin(method: string, path: string) {
    const request = agent(method, "https://h" + path); request.set("A", "1").set("B", "2"); return request; }`;

  test("is one for each of its calls, which go on with it", () => {
    const calls = `
      export async function one() { const request = begin("POST", "/a"); request.send({ a: 1 }); return await request; }
      export const two = async () => await begin("POST", "/a").send({ b: 1 });`;
    expect(requestsOf({ "a.ts": `${agent} ${begin} ${calls}` }).slice(1)).toEqual([
      "POST https://h/a [A, B] json {a}",
      "POST https://h/a [A, B] json {b}",
    ]);
  });

  test("says at the function alone that whoever calls it may change it", () => {
    expect(
      requestsOf({ "a.ts": `${agent} export function begin() { const it = agent.put("https://h/a"); return it; }` }),
    ).toEqual(["PUT https://h/a ?+ unknown unknown"]);
  });

  test("may come in an object, as a promise would send it, and be sent by the function that gets it", () => {
    const files = {
      "api.ts": `import { Client } from "./client";
        export class Orders {
          constructor(readonly client: Client) {}
          async load(id: string) { const { request } = await this.client.begin("GET", "/orders/" + id); return this.client.perform(request); }
          async add(order: object) { const { request } = await this.client.begin("POST", "/orders"); request.set("C", "3").send({ order }); await this.client.perform(request); }
        }`,
      "client.ts": `${agent} export class Client {
        async begin(method: string, path: string) { const request = agent(method, "https://h" + path); request.set("A", "1").set("B", "2"); return { request }; }
        async perform(request: any) { await request; }
      }`,
    };
    expect(requestsOf(files)).toEqual([
      "GET https://h/orders/{id} [A, B]",
      "POST https://h/orders [A, B, C] json {order}",
    ]);
  });

  test("has what is called on it where it may be something else", () => {
    const source = `${agent} export async function one(other: any) {
      const request = other.is ? other.request() : agent.post("https://h/a"); request.send({ a: 1 }); await request; }`;
    expect(requestsOf({ "a.ts": source })).toEqual(["POST https://h/a json {a} | undefined"]);
  });

  test("is the same for all where a function was given it", () => {
    const source = `${agent} function signed(request: any) { request.set("A", "1"); return request; }
      export async function one() { const request = agent.get("https://h/a"); signed(request).set("B", "2"); await request; }`;
    expect(requestsOf({ "a.ts": source })).toEqual(["GET https://h/a [B, A?]"]);
  });
});
