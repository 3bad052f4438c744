import { describe, expect, it } from "vitest";
import { requestsOf } from "../harness/project-requests";

describe("functions that SvelteKit calls", () => {
  it.each([
    ["a constant", "export const load = async ({ fetch, params }) => fetch(`/api/items/${params.id}`);"],
    ["a function", "export async function load({ fetch, params }) { return fetch(`/api/items/${params.id}`); }"],
    ["an event", "export async function load(event) { return event.fetch(`/api/items/${event.params.id}`); }"],
    [
      "a checked constant",
      "export const load = (async ({ fetch, params }) => fetch(`/api/items/${params.id}`)) satisfies PageLoad;",
    ],
  ])("are handed `fetch`: %s", (_, text) => {
    expect(requestsOf({ "+page.ts": text })).toEqual([expect.stringMatching(/^GET \/api\/items\/\{[\w.]*id\}$/u)]);
  });

  it("hand it on to what makes a client of it", () => {
    const client = `function endpoint(send, url) { return { all: () => send(url), add: (body) => send(url, { method: "POST", body: JSON.stringify(body) }) }; }
      export const client = ({ fetch: given, origin } = {}) => {
        const send = given ?? globalThis.fetch;
        const base = \`\${origin ?? "http://localhost"}/api\`;
        return { items: Object.assign((id) => endpoint(send, \`\${base}/items/\${id}\`), endpoint(send, \`\${base}/items\`)) };
      };`;
    const page = `import { client } from "./client";
      export const load = ({ fetch, url, params }) => {
        const api = client({ fetch, origin: url.origin });
        return [api.items.all(), api.items(params.id).all(), api.items.add({ name: "x" })];
      };`;
    const found = requestsOf({ "+layout.ts": page, "client.ts": client });
    expect(found.map((each) => each.replace(/\S*(?=\/api)/u, ""))).toEqual([
      "GET /api/items",
      "GET /api/items/{id}",
      "POST /api/items json {name}",
    ]);
  });

  it.each([
    ["another file", { "page.ts": "export const load = ({ fetch }) => fetch(`/api/items`);" }],
    ["another function", { "+page.ts": "export const reload = ({ fetch }) => fetch(`/api/items`);" }],
    [
      "a function of the file's own",
      { "+page.ts": "const load = ({ fetch }) => fetch(`/api/items`); export const more = load;" },
    ],
  ])("are no others: %s", (_, files) => {
    expect(requestsOf(files)).toEqual([]);
  });
});
