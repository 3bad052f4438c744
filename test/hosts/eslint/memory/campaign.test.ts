import { mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isItsTurn, runsOf, week } from "../../../harness/runs";
import { lint, type Lint, type LintOptions, write, writeProject } from "./runs";

/** Runs with a memory find what runs without one do, whatever has changed in between. */

const send = (method: string): string => `export const send = (path: string, body: object) =>
  fetch("https://api.example.com/v1" + path, {
    method: "${method}",
    headers: { Authorization: "Bearer x", "Content-Type": "application/json", "If-Match": String(Math.random()) },
    body: JSON.stringify(body),
  });
`;
const caller = (from: string): string => `import { send } from "${from}";\nsend("/things/1", { tags: ["a"] });\n`;
const plain = (word: string): string => `export const ${word} = () => "${word}";\n`;
const own = 'void fetch("https://api.example.com/v1/things/1?fields=data/id", { headers: { Authorization: "x" } });\n';
const paths = (to: string): string => JSON.stringify({ compilerOptions: { baseUrl: ".", paths: { "@api": [to] } } });
const config = (baseUrl: string): string =>
  `service: { baseUrls: [${baseUrl}], conventions: [all] }\ncontract: [./things.yaml]\n`;
const contract = (type: string): string =>
  `resources: [{ path: "/things/{id}", schema: { type: object, properties: { tags: { type: ${type} } } } }]\n`;

const project = {
  "package.json": JSON.stringify({ name: "app", workspaces: ["packages/*"] }),
  "tsconfig.json": paths("src/api.ts"),
  "restraint.config.yaml": config("https://api.example.com/v1"),
  "things.yaml": contract("array, items: { type: string }"),
  "src/api.ts": send("PATCH"),
  "src/other.ts": send("PUT"),
  "src/index.ts": 'export * from "./api";\n',
  "src/a.ts": caller("./api"),
  "src/b.ts": caller("./index"),
  "src/c.ts": caller("@api"),
  "src/d.ts": caller("./later"),
  "src/e.ts": caller("@app/client"),
  "src/own.ts": own,
  "src/axios.ts": 'import axios from "axios";\nvoid axios.get("/things/1");\n',
  "src/plain.ts": plain("one"),
  "src/page.ts": 'import { one } from "./plain";\nexport const page = () => one();\n',
  "test/a.test.ts": caller("../src/api"),
  "packages/client/package.json": JSON.stringify({ name: "@app/client", main: "index.ts" }),
  "packages/client/index.ts": send("PATCH"),
  "packages/next/index.ts": send("GET"),
};

type Edit = (folder: string) => void;
const writes =
  (name: string, text: string): Edit =>
  (folder) => {
    write(folder, name, text);
  };
const removes =
  (name: string): Edit =>
  (folder) => {
    rmSync(join(folder, name), { recursive: true, force: true });
  };

const edits: readonly (readonly [name: string, edit: Edit, looksAgain: boolean])[] = [
  ["nothing", () => undefined, false],
  ["a plain file, which stays one", writes("src/plain.ts", plain("one").replace('"one"', '"two"')), false],
  [
    "a page with an import, which stays one",
    writes("src/page.ts", 'import { one } from "./plain";\nexport const page = () => `/${one()}`;\n'),
    false,
  ],
  ["a wrapper's method", writes("src/api.ts", send("PUT")), true],
  ["the wrapper, back again", writes("src/api.ts", send("PATCH")), true],
  ["a plain file, which becomes a caller", writes("src/plain.ts", `${plain("one")}${caller("./api")}`), true],
  ["a caller, which is plain again", writes("src/plain.ts", plain("one")), true],
  ["a new file behind an import", writes("src/later.ts", send("PATCH")), true],
  ["a file that goes", removes("src/later.ts"), true],
  ["where a path of tsconfig.json leads", writes("tsconfig.json", paths("src/other.ts")), true],
  ["the configured service", writes("restraint.config.yaml", config("https://elsewhere.example.com")), true],
  ["the service, back again", writes("restraint.config.yaml", config("https://api.example.com/v1")), true],
  ["a contract", writes("things.yaml", contract("string")), true],
  [
    "a configuration nearer by",
    writes("src/restraint.config.yaml", "service: { baseUrls: [https://elsewhere.example.com] }\n"),
    true,
  ],
  ["its end", removes("src/restraint.config.yaml"), true],
  ["what hands a wrapper on", writes("src/index.ts", 'export * from "./other";\n'), true],
  ["a test", writes("test/a.test.ts", caller("../src/other")), true],
  ["what the test imports", writes("src/other.ts", send("PATCH")), true],
  [
    "hooks of all clients",
    writes("src/hooks.ts", 'import axios from "axios";\naxios.defaults.baseURL = "https://x.example.com";\n'),
    true,
  ],
  [
    "a global client, replaced",
    writes("src/page.ts", "globalThis.fetch = async () => new Response();\nexport const page = 1;\n"),
    true,
  ],
  [
    "a package that is linked",
    (folder) => {
      mkdirSync(join(folder, "node_modules/@app"));
      symlinkSync("../../packages/client", join(folder, "node_modules/@app/client"));
    },
    true,
  ],
  [
    "a link that leads elsewhere",
    (folder) => {
      unlinkSync(join(folder, "node_modules/@app/client"));
      write(folder, "packages/next/package.json", JSON.stringify({ name: "@app/client", main: "index.ts" }));
      symlinkSync("../../packages/next", join(folder, "node_modules/@app/client"));
    },
    true,
  ],
  [
    "a file of the same length and time",
    (folder) => {
      const time = new Date(2020, 1, 1);
      write(folder, "src/api.ts", send("PATCH").replace("/v1", "/v2"));
      utimesSync(join(folder, "src/api.ts"), time, time);
    },
    true,
  ],
  [
    "a file that takes another one's place",
    (folder) => {
      renameSync(join(folder, "src/other.ts"), join(folder, "src/api.ts"));
    },
    true,
  ],
];

const options: readonly LintOptions[] = [
  {},
  { config: { rules: { "restraint/no-array-in-patch": ["error", { allow: ["tags"] }] } } },
];

const rounds = runsOf(40, 1 / 20);

describe("ESLint with a memory", { timeout: 300_000 }, () => {
  test("finds after each change what it finds without one", async () => {
    const folder = writeProject(project);
    const first = await lint(folder);
    expect(first.found).toEqual((await lint(folder, { cache: "off" })).found);
    expect(Object.values(first.found).flat().length).toBeGreaterThan(3);
    for (const [index, [name, edit, looksAgain]] of edits.entries()) {
      edit(folder);
      const seen = await lint(folder);
      if (isItsTurn(6, index)) expect(seen.found, name).toEqual((await lint(folder, { cache: "off" })).found);
      expect(seen.graphs > 0, `${name}: graphs`).toBe(looksAgain);
      if (isItsTurn(8, index)) expect((await lint(folder)).graphs, `${name}: graphs of a second run`).toBe(0);
    }
  });

  test("finds what a client sends that is configured later", async () => {
    const call = 'export const save = (store) => store.keep("/things/1", { tags: ["a"] });\n';
    const folder = writeProject({ ...project, "src/configured.js": call });
    expect((await lint(folder)).found["src/configured.js"]).toEqual([]);
    const clients = "clients: [{ call: store.keep, method: PATCH, path: 0, body: 1 }]\n";
    write(folder, "restraint.config.yaml", config("https://api.example.com/v1") + clients);
    const { found } = await lint(folder);
    expect(found["src/configured.js"]).not.toEqual([]);
    expect(found).toEqual((await lint(folder, { cache: "off" })).found);
  });

  test("finds by other options what it finds without one", async () => {
    const folder = writeProject(project);
    const without: Lint["found"][] = [];
    for (const option of options) {
      const { found } = await lint(folder, { ...option, cache: "off" });
      expect((await lint(folder, option)).found).toEqual(found);
      without.push(found);
    }
    // Under each there is a memory of the other now.
    for (const [index, option] of options.entries()) expect((await lint(folder, option)).found).toEqual(without[index]);
  });

  test(`finds the same after any ${rounds} changes, one upon the other, by runs over some of the files`, async () => {
    const folder = writeProject(project);
    let state = week * 7919;
    const draw = (count: number): number => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) % count;
    const texts = [
      send("PATCH"),
      send("GET"),
      caller("./api"),
      caller("./plain"),
      plain("one"),
      own,
      'export * from "./api";\n',
    ];
    for (let round = 0; round < rounds; round += 1) {
      const name = `src/${["api", "a", "index", "plain", "page", "later"][draw(6)] ?? ""}.ts`;
      if (draw(8) === 0) removes(name)(folder);
      else write(folder, name, texts[draw(texts.length)] ?? "");
      const files = draw(2) === 0 ? ["."] : ["src/a.ts", "src/b.ts", "test/a.test.ts"].slice(draw(3));
      const option = { files, config: { ignores: ["nothing"] } };
      expect((await lint(folder, option)).found, `round ${round}`).toEqual(
        (await lint(folder, { ...option, cache: "off" })).found,
      );
    }
  });
});
