import { describe, expect, it } from "vitest";
import { sitesOf } from "../../flow/listed-sites";
import { requestsOf } from "../../harness/project-requests";

const component = `export default {
  methods: {
    remove() { this.$api.remove("old").then(() => this.$emit("gone")); },
    rename: async function (id, name) { const { $api } = this; await $api.rename(id, { name }); },
  },
};`;
const api = `import axios from "axios";
const http = axios.create({ baseURL: "https://api.example.com/v1" });
export const remove = (id) => http.delete(\`/orders/\${id}\`);
export const rename = (id, data) => http.patch(\`/orders/\${id}\`, data);`;
const sent = [
  "DELETE https://api.example.com/v1/orders/old",
  "PATCH https://api.example.com/v1/orders/{id} json {name}",
];

/** @returns what the component sends when the project says in `main.js` what its components have. */
const sentBy = (main: string, text = component): readonly string[] =>
  requestsOf({ "component.js": text, "api.js": api, "main.js": main });

describe("what the project gives to all components of its framework", () => {
  it.each([
    [
      "Vue 2, in a function",
      'import * as api from "./api"; async function start() { await ready; Vue.prototype.$api = api; }',
    ],
    [
      "Vue 2, at the top level",
      'import * as api from "./api"; Vue.prototype.$api = { remove: (id) => api.remove(id), rename: api.rename };',
    ],
    ["Vue 3", 'import * as api from "./api"; const app = createApp(App); app.config.globalProperties.$api = api;'],
    [
      "a plugin",
      'import * as api from "./api"; export default { install(app) { app.config.globalProperties.$api = api; } };',
    ],
    ["Nuxt 2", 'import * as api from "./api"; export default (context, inject) => { inject("api", api); };'],
    [
      "Nuxt 3",
      'import * as api from "./api"; export default defineNuxtPlugin((nuxtApp) => { nuxtApp.provide("api", api); });',
    ],
    [
      "an instance of a class",
      `import { remove, rename } from "./api";
class Api { remove(id) { return remove(id); } rename(id, data) { return rename(id, data); } }
export function start() { Vue.prototype.$api = new Api(); }`,
    ],
    [
      "Nuxt 3, by what a plugin returns",
      'import * as api from "./api"; export default defineNuxtPlugin(() => ({ provide: { api } }));',
    ],
  ])("is what they send by: %s", (_, main) => {
    expect(sentBy(main)).toEqual(sent);
  });

  it("may be a client, with its base and its headers", () => {
    const main = `import axios from "axios";
const http = axios.create({ baseURL: "https://api.example.com/v1", headers: { "X-Trace": "1" } });
export function start(app) { app.config.globalProperties.$http = http; }`;
    const user =
      'export default { methods: { all() { return this.$http.get("/orders", { params: { size: 1 } }); } } };';
    expect(sentBy(main, user)).toEqual(["GET https://api.example.com/v1/orders ?size [X-Trace]"]);
  });

  it.each([
    ["two things are given under one name", "Vue.prototype.$api = api; Vue.prototype.$api = mock;"],
    [
      "a function gives what it has for itself",
      "export function start(given) { const api = make(given); Vue.prototype.$api = api; }",
    ],
    ["it is a member of something else", "window.$api = api;"],
    ["nothing is", ""],
  ])("is not known where %s", (_, rest) => {
    expect(sentBy(`import * as api from "./api"; ${rest}`)).toEqual([]);
  });

  it("is none of what the framework gives itself", () => {
    const main = 'import * as api from "./api"; Vue.prototype.$refs = api;';
    expect(sentBy(main, component.replaceAll("$api", "$refs"))).toEqual([]);
  });

  it("tells more than a name that a client has by itself", () => {
    const main =
      'import axios from "axios"; export default (_, inject) => { inject("axios", axios.create({ baseURL: "https://api.example.com/v1" })); };';
    const user = 'export default { methods: { all() { return this.$axios.get("/orders"); } } };';
    expect(sentBy(main, user)).toEqual(["GET https://api.example.com/v1/orders"]);
  });

  it("may be called itself", () => {
    const main = `import axios from "axios";
export function start(app) { app.config.globalProperties.$http = axios.create({ baseURL: "https://api.example.com/v1" }); }`;
    const user = 'export default { methods: { all() { return this.$http({ url: "/orders", method: "DELETE" }); } } };';
    expect(sentBy(main, user)).toEqual(["DELETE https://api.example.com/v1/orders"]);
  });

  it("is found by the request graph", () => {
    const files = {
      "component.ts": `export default {
  computed: { all() { return this.$api.remove("old"); } },
  setup() { const { $api } = useNuxtApp(); return () => $api.rename("new", { name: "x" }); },
  methods: { drop() { return this.$drop("/all"); }, look() { return this.$look("/some"); } },
};`,
      "api.ts": api,
      "main.ts":
        'import * as api from "./api"; export default { install(app) { app.config.globalProperties.$api = api; } };',
      "nuxt.ts": 'export default (nuxtApp) => { nuxtApp.provide("look", (path) => fetch(path)); };',
      "plugin.ts": 'export default (_, inject) => { inject("drop", (path) => fetch(path, { method: "DELETE" })); };',
      // By their names alone these could be meant as well.
      "others.ts": [1, 2, 3, 4, 5]
        .map((at) => `export const o${at} = { remove: () => fetch("/${at}"), rename: () => fetch("/${at}") };`)
        .join("\n"),
    };
    expect(sitesOf(files)).toEqual([
      "2: DELETE https://api.example.com/v1/orders/old",
      "3: PATCH https://api.example.com/v1/orders/new",
      "4: DELETE /all",
      "4: GET /some",
    ]);
  });
});
