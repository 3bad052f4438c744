import { expect, it } from "vitest";
import { requestsIn, requestsOf } from "../../harness/project-requests";

const instance = `import { createAlova } from "alova";
  import adapterFetch from "alova/fetch";
  export const api = createAlova({ baseURL: "/api", requestAdapter: adapterFetch(), responded: (answer) => answer.json() });`;
const methods = `import { api } from "./api"; export const widget = (id) => api.Get("/widgets/" + id);`;
const page = (body: string): Readonly<Record<string, string>> => ({
  "page.js": `import { useRequest } from "alova/client"; import { api } from "./api"; import { widget } from "./methods"; ${body}`,
  "api.js": instance,
  "methods.js": methods,
});

it.each([
  ["awaited", "export async function f(id) { return (await widget(id)).name; }", "widget(id)"],
  ["handed to a hook", "export function Page({ id }) { useRequest(widget(id)); }", "useRequest(widget(id))"],
  [
    "given by a function that a hook calls",
    "export function Page({ id }) { useRequest(() => widget(id)); }",
    "useRequest(() => widget(id))",
  ],
])("an alova Method of another file is sent where it is %s", (_, body, place) => {
  const files = page(body);
  const [request, ...others] = requestsIn(files);
  expect(requestsOf(files)).toEqual(["GET /api/widgets/{id}"]);
  expect(others).toEqual([]);
  // The request graph knows the call that makes it, and would list it as one that nobody followed.
  const made = { fileName: "methods.js", offset: methods.indexOf("api.Get") };
  expect(request?.calls.at(-1)).toMatchObject(made);
  const { start, end } = request?.range ?? { start: 0, end: 0 };
  expect(files["page.js"]?.slice(start, end)).toBe(place);
});

it.each([
  ["awaited at once", 'export async function f() { return (await api.Get("/a")).name; }', true],
  ["sent", 'export async function f() { const m = api.Get("/a"); return (await m.send()).name; }', true],
  ["handed to a hook", 'export function Page() { return useRequest(api.Get("/a")).loading; }', false],
  // The call of `f`, where the variable is awaited, gives something else.
  [
    "kept",
    'async function f() { const m = api.Get("/a"); const b = await m; return b.x; } export const g = async () => (await f()).y;',
    false,
  ],
])("what is read of the answer is told of a Method that is %s", (_, body, isTold) => {
  const told = requestsIn(page(body)).map(({ reads }) => reads !== undefined);
  expect(told).not.toEqual([]);
  expect(new Set(told)).toEqual(new Set([isTold]));
});
