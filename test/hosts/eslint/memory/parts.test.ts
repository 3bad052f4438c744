import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isItsTurn } from "../../../harness/runs";
import { lint, write, writeProject } from "./runs";

/** After the change of a file that takes part in requests, those are looked into again that the change may reach, and no others. */

const options = `headers: { "Content-Type": "application/json", Authorization: "Bearer x", "If-Match": String(Math.random()) }`;
const wrapper = (method: string): string => `export const send = (path: string, body: object) =>
  fetch("https://api.example.com/v1" + path, { method: "${method}", ${options}, body: JSON.stringify(body) });
`;
const page = (index: number, body: string): string => `import { send } from "./send";
export const page${index} = () => send("/things/${index}", ${body});
`;
const handing = (client: string): string => `import axios from "axios";
import { run } from "./given";
void run(${client});
`;
const given = (path: string): string =>
  `export const run = (client) => client.patch("https://api.example.com/v1/${path}", { tags: ["a"] });\n`;

const project: Readonly<Record<string, string>> = {
  "package.json": "{}",
  "restraint.config.yaml": 'service: { baseUrls: ["https://api.example.com/v1"], conventions: [all] }\n',
  "src/send.ts": wrapper("PATCH"),
  "src/page0.ts": page(0, '{ tags: ["a"] }'),
  "src/page1.ts": page(1, '{ tags: ["a"] }'),
  "src/root.ts": 'import { page0 } from "./page0";\nexport const all = () => [page0(), fetch("/x?fields=a,")];\n',
  "src/alone.ts": 'void fetch("https://api.example.com/v1/things?fields=data/id");\n',
  "src/given.ts": given("things"),
  "src/handing.ts": handing("axios"),
  "test/page.test.ts":
    'import { page0 } from "../src/page0";\npage0();\nvoid fetch("https://api.example.com/v1/a?fields=b,");\n',
};

const callers = ["src/page0.ts", "src/page1.ts", "src/root.ts", "src/send.ts", "test/page.test.ts"];

const edits: readonly (readonly [name: string, file: string, text: string, looked: readonly string[] | "all"])[] = [
  ["what a page sends", "src/page1.ts", page(1, '{ name: "a" }'), ["src/page1.ts"]],
  [
    "what a page sends that others call",
    "src/page0.ts",
    page(0, "{ tags: [] }"),
    ["src/page0.ts", "src/root.ts", "test/page.test.ts"],
  ],
  ["a wrapper", "src/send.ts", wrapper("PUT"), callers],
  [
    "a file that nobody calls",
    "src/alone.ts",
    'void fetch("https://api.example.com/v1/things?fields=id,id");\n',
    ["src/alone.ts"],
  ],
  ["what is handed a client", "src/given.ts", given("other"), ["src/handing.ts"]],
  // What is given a client may set it up for all.
  ["what hands a client in", "src/handing.ts", handing("null"), "all"],
  [
    "what a page imports",
    "src/page1.ts",
    'import { run } from "./given";\nimport axios from "axios";\nrun(axios);\n',
    "all",
  ],
  ["a test", "test/page.test.ts", 'void fetch("https://api.example.com/v1/a?fields=b,b");\n', ["test/page.test.ts"]],
];

describe("ESLint with a memory", { timeout: 300_000 }, () => {
  test("looks into those files again that a change may reach", async () => {
    const folder = writeProject(project);
    await lint(folder);
    expect((await lint(folder)).looked).toEqual([]);
    for (const [name, file, text, looked] of edits) {
      write(folder, file, text);
      const again = await lint(folder);
      expect(again.found, name).toEqual((await lint(folder, { cache: "off" })).found);
      if (looked === "all") expect(again.looked.length, name).toBeGreaterThan(callers.length);
      else expect(again.looked, name).toEqual(looked);
      expect((await lint(folder)).looked, `${name}: a second run`).toEqual([]);
    }
  });
});

/** What files of the random project may hold, in several forms each. Each form leads to others by another way than an import of what it calls. */
const forms: Readonly<Record<string, readonly string[]>> = {
  "src/send.ts": [wrapper("PATCH"), wrapper("POST"), "export const send = (...all: unknown[]) => all;\n"],
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

const rounds = isItsTurn(8, 3) ? 60 : 4;

test(
  `finds the same after any ${rounds} changes, whatever leads from one file to another`,
  { timeout: 900_000 },
  async () => {
    const names = Object.keys(forms);
    const first = Object.fromEntries(names.map((name) => [name, forms[name]?.[0] ?? ""]));
    const folder = writeProject({
      ...first,
      "package.json": "{}",
      "restraint.config.yaml": project["restraint.config.yaml"] ?? "",
    });
    let state = Number(process.env.RESTRAINT_SEED ?? 1) * 7919;
    const draw = (count: number): number => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) % count;
    const { looked } = await lint(folder);
    let spared = 0;
    for (let round = 0; round < rounds; round += 1) {
      const changed = Array.from({ length: 1 + (draw(97) % 2) }, () => names[draw(names.length)] ?? "");
      for (const name of changed) {
        const texts = forms[name] ?? [];
        if (draw(11) === 0) rmSync(join(folder, name), { force: true });
        else write(folder, name, texts[draw(101) % texts.length] ?? "");
      }
      const again = await lint(folder);
      expect(again.found, `round ${round}: ${changed.join(", ")}`).toEqual(
        (await lint(folder, { cache: "off" })).found,
      );
      spared += looked.length - again.looked.length;
    }
    expect(spared).toBeGreaterThan(0);
  },
);
