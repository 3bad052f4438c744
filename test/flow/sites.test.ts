import { describe, expect, it } from "vitest";
import { sitesOf } from "./listed-sites";

const send = `export function send(method: string, path: string, body?: object) {
  return fetch("https://api.example.com/v1" + path, { method, body: JSON.stringify(body) });
}`;

describe("the call sites of the request graph", () => {
  it("are the calls that supply a method or a path, through functions of other files", () => {
    const files = {
      "a.ts":
        'import { patch } from "./patch";\nexport const rename = (id: string) => patch(`/orders/${id}`, { name: "x" });',
      "patch.ts":
        'import { send } from "./send";\nexport const patch = (path: string, body: object) => send("PATCH", path, body);',
      "send.ts": send,
    };
    expect(sitesOf(files)).toEqual(["2: PATCH https://api.example.com/v1/orders/{id}"]);
    // The wrapper supplies the method, and what it passes on is the caller's.
    expect(sitesOf(files, "patch.ts")).toEqual(["2: PATCH https://api.example.com/v1{path}"]);
  });

  it("are found behind an interface that an object literal implements", () => {
    const files = {
      "data.ts":
        'import type { Hass } from "./hass";\nexport const reload = (hass: Hass) => hass.callApi("POST", "hassio/addons/reload");',
      "hass.ts": "export interface Hass { callApi<T>(method: string, path: string): Promise<T>; states: object }",
      "provide.ts": `import type { Hass } from "./hass";
export function provide(auth: { url: string }) {
  const hass: Hass = { states: {}, callApi: (method, path) => fetch(\`\${auth.url}/api/\${path}\`, { method }).then((r) => r.json()) };
  return hass;
}`,
    };
    expect(sitesOf(files)).toEqual(["2: POST {url}/api/hassio/addons/reload"]);
  });

  it("have no path of a key by which a function of the project looks for one", () => {
    const files = {
      "a.ts": `import * as config from "./config"; import { absolute } from "./config"; import { send } from "./send";
export const list = () => send("GET", config.get("url") + "orders");
export const one = (id: string) => send("GET", absolute("/orders/" + id));
export const more = (id: string) => send("GET", absolute("/orders/") + id);`,
      "config.ts": `const known = { url: "unset", ...window.config };
export const get = (key: string) => { const value = known[key]; return value; };
export function absolute(path: string) { const base = get("url"); return base.replace(/\\/$/, "") + path; }`,
      "send.ts": "export const send = (method: string, url: string) => fetch(url, { method });",
    };
    expect(sitesOf(files)).toEqual(["2: GET {}orders", "3: GET {replace}/orders/{id}", "4: GET {replace}/orders/{id}"]);
  });

  it("have no method but the one that a function puts into the options", () => {
    const files = {
      "a.ts": 'import { get } from "./get";\nexport const list = () => get("/orders");',
      "get.ts": `const parts = (given?: object) => ({ options: given ?? { method: "POST" } });
export function get(path: string, given?: object) {
  const { options } = parts(given);
  return fetch(path, { ...options });
}`,
    };
    expect(sitesOf(files)).toEqual(["2: POST /orders"]);
  });

  it("are found where nothing but the work before them is hard", () => {
    const files = {
      "a.ts": `import { login } from "./login"; import { send } from "./send";
export async function list(config: object) {
  await login(config);
  return send("GET", "/orders");
}`,
      "login.ts":
        'import { send } from "./send";\nexport async function login(config: object) { return send("POST", "/token", config); }',
      "send.ts": send,
    };
    // What the login sends is listed where it stands, and not at each of its calls.
    expect(sitesOf(files)).toEqual(["4: GET https://api.example.com/v1/orders"]);
    expect(sitesOf(files, "login.ts")).toEqual(["2: POST https://api.example.com/v1/token"]);
  });

  it("are found through options that are put together step by step", () => {
    const files = {
      "a.ts": 'import { api } from "./api";\nexport const one = () => api.postJson("orders", { body: 1 });',
      "api.ts": `class Base {
  resolve(url: string, options?: object) { const args = { url, options }; if (options) args.options = { ...options }; return args; }
  request(method: string, { url, options }: { url: string; options?: object }) {
    const opts = { ...options, method };
    return this.send(url, { ...opts, responseType: "json" });
  }
  send(url: string, options: { method: string }) { return fetch(this.absolute(url), options); }
  absolute(url: string) { if (url.startsWith("http")) return url; return new URL(url, this.base).toString(); }
  base = "https://x.example";
}
class Api extends Base { postJson(url: string, options?: object) { return this.request("post", this.resolve(url, options)); } }
export const api = new Api();`,
    };
    expect(sitesOf(files)).toEqual(["2: POST {}orders"]);
  });

  it("are found through a container, a context, and a list of functions", () => {
    const service =
      'import { send } from "./send";\nexport class Orders { execute(id: string) { return send("GET", "/orders/" + id); } }';
    const files = {
      "a.ts": `import { getService } from "container"; import { Orders } from "./orders";
export const one = () => getService(Orders).execute("1");`,
      "orders.ts": service,
      "send.ts": send,
    };
    expect(sitesOf(files)).toEqual(["2: GET https://api.example.com/v1/orders/1"]);
    const context = {
      "a.tsx": `import { createContext, useContext } from "react"; import { send } from "./send";
const Api = createContext({ get: (path: string) => undefined as unknown });
export const Provider = ({ children }) => <Api.Provider value={{ get: (path) => send("GET", path) }}>{children}</Api.Provider>;
export function Page() { const api = useContext(Api); return <button onClick={() => api.get("/orders")} />; }`,
      "send.ts": send,
    };
    expect(sitesOf(context)).toContain("4: GET https://api.example.com/v1/orders");
  });

  it("know no method of a function that is given one of several of a client's", () => {
    const files = {
      "a.ts": 'import { api } from "./api";\nexport const one = () => api.post("/orders", {});',
      "api.ts": `import axios from "axios";
async function safe(call: (url: string, data?: object) => Promise<unknown>, url: string, data?: object) {
  try { return await call(url, data); } catch { return undefined; }
}
export const api = { get: (url: string) => safe(axios.get, url), post: (url: string, data: object) => safe(axios.post, url, data) };`,
    };
    expect(sitesOf(files)).toEqual(["2: ? {baseUrl}/orders"]);
  });

  it("know nothing of a text that is chosen at run time", () => {
    const text =
      'export function one(full: boolean) { const path = full ? "/a" : "/b"; return fetch(path, { method: full ? "PUT" : "PATCH" }); }';
    expect(sitesOf({ "a.ts": text })).toEqual(["1: ? {path}"]);
  });

  it("end where a function calls itself with more and more", () => {
    const text =
      'function walk(path: string): Promise<unknown> { return path.length > 9 ? fetch(path) : walk(path + "/x"); }\nwalk("/a");';
    expect(sitesOf({ "a.ts": text })).toContain("2: GET /a");
  });
});
