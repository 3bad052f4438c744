import { expect, test } from "vitest";
import { requestsIn, requestsOf } from "../harness/project-requests";

const files = {
  "a.ts": `import { api } from "./client"; export const go = () => api.get("/x");`,
  "client.ts": `import axios from "axios"; export const api = axios.create({ baseURL: "https://h" });`,
};

/** Whether headers may be sent that are not seen, request by request. */
const unseenIn = (texts: Readonly<Record<string, string>>): readonly boolean[] =>
  requestsIn(texts).map(({ defaults }) => defaults.unseenHeaders);

test("the headers of an instance that no other file changes are known", () => {
  expect(unseenIn(files)).toEqual([false]);
});

test.each([
  ["its defaults", `import { api } from "./client"; api.defaults.headers.common["Authorization"] = token;`],
  ["its interceptors", `import { api } from "./client"; api.interceptors.request.use((each) => sign(each));`],
])("a file that sets %s may add headers, also where nothing imports it", (_, changing) => {
  expect(unseenIn({ ...files, "setup.ts": changing })).toEqual([true]);
});

test.each([
  ["sets fields by their names", "{ c.headers.Authorization = token(); return c; }", " [authorization?]"],
  ["sets the tag", '{ if (tag()) c.headers.set("If-Match", tag()); return c; }', " [if-match?]"],
  ["sets none", "{ c.timeout = 1; return c; }", ""],
])("an interceptor of another file that %s may add those and no others, whoever imports it", (_, body, fields) => {
  const setup = `import { api } from "./client"; api.interceptors.request.use((c) => ${body});`;
  expect(requestsOf({ ...files, "setup.ts": setup })).toEqual([`GET https://h/x${fields}`]);
  expect(unseenIn({ ...files, "setup.ts": setup })).toEqual([false]);
});

test("a file that changes another client changes nothing of this one", () => {
  const other = `import { other } from "./other"; other.defaults.headers.common["X-A"] = "1";`;
  expect(unseenIn({ ...files, "setup.ts": other })).toEqual([false]);
});

test.each([
  ["api.defaults.cache === undefined", true],
  ["api.defaults?.timeout", true],
  ["api.defaults.baseURL = other", false],
  ["api.defaults[key] = other", false],
  ["Object.assign(api.defaults, others)", false],
])("the base of an instance whose file has `%s` is known: %s", (mention, isKnown) => {
  const file = `${files["client.ts"]} export const go = () => api.get("/x"); export const note = () => ${mention};`;
  expect(requestsOf({ "client.ts": file }).map((each) => each.startsWith("GET https://h/x"))).toEqual([isKnown]);
});
