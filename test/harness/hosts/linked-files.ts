/** Files that lead to each other in other ways than by importing a callee, for campaigns on caches between runs. */

export const options = `headers: { "Content-Type": "application/json", Authorization: "Bearer x", "If-Match": String(Math.random()) }`;
/** A file with a wrapper. */
export const sendingFile = (method: string): string => `export const send = (path: string, body: object) =>
  fetch("https://api.example.com/v1" + path, { method: "${method}", ${options}, body: JSON.stringify(body) });
`;

export const handing = (client: string): string => `import axios from "axios";
import { run } from "./given";
void run(${client});
`;
export const given = (path: string): string =>
  `export const run = (client) => client.patch("https://api.example.com/v1/${path}", { tags: ["a"] });\n`;

/** Contents of a project's files, in several forms each. */
export const linkedFiles: Readonly<Record<string, readonly string[]>> = {
  "src/send.ts": [sendingFile("PATCH"), sendingFile("POST"), "export const send = (...all: unknown[]) => all;\n"],
  "src/client.ts": ["PATCH", "PUT"].map(
    (method) => `import type { Api } from "./api";
export class Client implements Api {
  constructor(readonly base: string) {}
  change(path: string, body: object) { return fetch(this.base + path, { method: "${method}", ${options}, body: JSON.stringify(body) }); }
}
`,
  ),
  "src/api.ts": [
    "export interface Api { change(path: string, body: object): unknown }\n",
    "export interface Api { change(path: string, body: object): unknown; other(): void }\n",
  ],
  "src/made.ts": ["v1", "v2"].map(
    (version) =>
      `import { Client } from "./client";\nexport const made = new Client("https://api.example.com/${version}");\n`,
  ),
  "src/uses.ts": ["made", "{ change() {} }"].map(
    (what) =>
      `import { made } from "./made";\nconst it = ${what};\nvoid it.change("/things/1", { tags: ["a"] });\nvoid made;\n`,
  ),
  "src/by-type.ts": ["tags", "labels"].map(
    (key) =>
      `import type { Api } from "./api";\nexport const save = (api: Api) => api.change("/things/2", { ${key}: ["a"] });\n`,
  ),
  "src/by-name.ts": ["change", "keep"].map(
    (name) => `export const keep = (store) => store.${name}("/things/3", { tags: ["a"] });\n`,
  ),
  "src/given.ts": [given("things"), given("others"), "export const run = (client) => client;\n"],
  "src/handing.ts": [handing("axios"), handing("null"), handing("{ patch: () => 1 }")],
  "src/hooks.ts": [
    'import axios from "axios";\naxios.defaults.headers.common["If-Match"] = "x";\n',
    'import axios from "axios";\naxios.defaults.baseURL = "https://elsewhere.example.com";\n',
    'import axios from "axios";\nexport const nothing = axios;\n',
  ],
  "src/axios.ts": ["patch", "put"].map(
    (method) =>
      `import axios from "axios";\nimport "./hooks";\nvoid axios.${method}("https://api.example.com/v1/things/4", { tags: ["a"] });\n`,
  ),
  "src/global.ts": [
    "const real = globalThis.fetch;\nglobalThis.fetch = (url, init) => real(url, { ...init, headers: {} });\n",
    "export const real = globalThis.fetch;\n",
  ],
  "src/config.ts": ["PATCH", "PUT"].map(
    (method) => `export const config = { method: "${method}", path: "/things/5" };\n`,
  ),
  "src/changes.ts": [
    'import { config } from "./config";\nconfig.path = "/others/5";\n',
    'import { config } from "./config";\nexport const path = config.path;\n',
  ],
  "src/configured.ts": ["a", "b"].map(
    (tag) => `import "./global";\nimport "./changes";\nimport { config } from "./config";
void fetch("https://api.example.com/v1" + config.path, { method: config.method, ${options}, body: JSON.stringify({ tags: ["${tag}"] }) });
`,
  ),
  "src/index.ts": ['export * from "./send";\n', 'export { send } from "./send";\nexport * from "./given";\n'],
  "src/through.ts": ["tags", "names"].map(
    (key) => `import { send } from "./index";\nsend("/things/6", { ${key}: ["a"] });\n`,
  ),
  "src/context.tsx": ["send", "undefined"].map(
    (value) => `import { createContext, useContext } from "react";\nimport { send } from "./send";
export const SendContext = createContext(${value});\nexport const useSend = () => useContext(SendContext);\n`,
  ),
  "src/provider.tsx": ["send", "() => 1"].map(
    (value) => `import { SendContext } from "./context";\nimport { send } from "./send";\nvoid send;
export const Provider = ({ children }) => <SendContext.Provider value={${value}}>{children}</SendContext.Provider>;\n`,
  ),
  "src/consumer.tsx": ["tags", "names"].map(
    (key) => `import { useSend } from "./context";
export const Consumer = () => {\n  const send = useSend();\n  return <button onClick={() => send("/things/7", { ${key}: ["a"] })} />;\n};\n`,
  ),
  "test/helper.ts": ["8", "9"].map(
    (id) => `import { send } from "../src/send";\nexport const help = () => send("/things/${id}", { tags: ["a"] });\n`,
  ),
  "test/uses.test.ts": ["tags", "names"].map(
    (
      key,
    ) => `import { help } from "./helper";\nimport { keep } from "../src/by-name";\nhelp();\nkeep({ change: (path, body) => fetch(path, body) });
import { send } from "../src/index";\nsend("/things/10", { ${key}: ["a"] });\n`,
  ),
};
