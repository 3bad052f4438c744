import { describe, expect, test } from "vitest";
import { requestsOf } from "../../harness/project-requests";

const used = `import api from "./api";
export const read = (all = false) => load({ all });
const load = async ({ all }) => { await api.get("/items", { params: { all } }); };`;

/** A module that creates a client, sets it up, and reads it in a function: its set-up is evaluated more than once. */
const made = (setUp: string): string => `import axios from "axios";
const api = axios.create({ baseURL: "https://h" });
api.interceptors.request.use((request) => { return request; });
function cached(client) { return client.defaults.cache; }
export function look() { cached(api); }
export default api;
${setUp}`;

const paths = (setUp: string): readonly string[] => [
  ...new Set(requestsOf({ "use.js": used, "api.js": made(setUp) }).map((row) => row.replace(/ \[.*/u, ""))),
];

const versioned = `(request) => { request.url = request.url.replace("items", "v2/items"); return request; }`;

describe("what a call sets on a client counts once, however often the call is evaluated", () => {
  test("an interceptor", () => {
    expect(paths(`api.interceptors.request.use(${versioned});`)).toEqual(["GET https://h/items | /v2/items ?all"]);
  });

  test("two calls that set one interceptor run it twice", () => {
    const twice = "api.interceptors.request.use(versioned); api.interceptors.request.use(versioned);";
    expect(paths(`const versioned = ${versioned}; ${twice}`)).toEqual(["GET ? ?all+"]);
  });

  const loop = `for (const hook of [${versioned}, ${versioned.replace("v2/", "v3/")}]) api.interceptors.request.use(hook);`;

  test("one call in a loop sets each interceptor of a list", () => {
    const text = `import axios from "axios"; const api = axios.create({ baseURL: "https://h" }); ${loop} export const read = () => api.get("/items");`;
    expect(requestsOf({ "use.js": text })).toEqual(["GET ?"]);
  });

  test("so does one that may set any of the list", () => {
    expect(paths(loop)).toContain("GET ? ?all+");
  });
});
