import { createRequire } from "node:module";
import { mkdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type TS from "typescript";
import { describe, expect, test } from "vitest";
import type * as Run from "../../../../src/hosts/cli/check/run";
import { makeFolder } from "../program";

const load = createRequire(join(__dirname, "../../../../dist/src/hosts/cli/check/run.js"));
const { check } = load("./run.js") as typeof Run;
const ts = load("typescript") as typeof TS;

interface Checked {
  /** The files that were looked at, those whose report was remembered left out. */
  readonly looked: readonly string[];
  /** File and rule. */
  readonly findings: readonly string[];
  readonly notes: readonly string[];
  /** How many files TypeScript has read to make its programs. */
  readonly parsed: number;
}

async function run(cwd: string, { types = true, cached = true, fix = false, paths = ["."] } = {}): Promise<Checked> {
  // What was written in the moment before is not trusted.
  await new Promise((resolve) => setTimeout(resolve, 60));
  const readFile = ts.sys.readFile.bind(ts.sys);
  let parsed = 0;
  ts.sys.readFile = (path, encoding) => {
    if (/\.[cm]?tsx?$/u.test(path)) parsed += 1;
    return readFile(path, encoding);
  };
  try {
    const cache = cached ? join(cwd, "cache.json") : undefined;
    const { files, notes } = await check({ cwd, paths, configuration: undefined, fix, cache, types });
    const code = files.filter(({ file }) => /\.(?:ts|vue)$/u.test(file));
    return {
      looked: code.filter((each) => !each.remembered).map(({ file }) => file),
      findings: code.flatMap((each) => each.findings.map(({ rule }) => `${each.file} ${rule}`)),
      notes,
      parsed,
    };
  } finally {
    ts.sys.readFile = readFile;
  }
}

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

const options = { module: "esnext", moduleResolution: "bundler", target: "es2022", noLib: true };
const tsconfig = (more: object = {}): string => JSON.stringify({ compilerOptions: { ...options, types: [], ...more } });

/** `call` depends on `send` over two files between; `alone` on nothing. */
const project = {
  "package.json": "{}",
  "src/send.ts":
    'export const send = (path: string, body: object) => fetch("https://api.example.com/v1" + path, { method: "PATCH", headers: { Authorization: "Bearer x", "Content-Type": "application/json", "If-Match": String(Math.random()) }, body: JSON.stringify(body) });\n',
  "src/inner.ts": 'export { send } from "./send";\n',
  "src/outer.ts": 'import { send } from "./inner";\nexport const save = send;\n',
  "src/call.ts": 'import { save } from "./outer";\nawait save("/things/1", { tags: ["sale"] });\n',
  "src/alone.ts": 'await fetch("https://api.example.com/v1/things?fields=a,");\nexport {};\n',
};
const all = ["src/alone.ts", "src/call.ts", "src/inner.ts", "src/outer.ts", "src/send.ts"];

describe.each([
  ["with types", true],
  ["without types", false],
] as const)("code is remembered %s", (_, types) => {
  const start = async (files: Readonly<Record<string, string>> = {}): Promise<string> => {
    const folder = makeFolder({ ...project, "tsconfig.json": tsconfig(), ...files });
    expect((await run(folder, { types })).looked).toEqual(all.filter((file) => file in { ...project, ...files }));
    return folder;
  };

  test("the second run looks at nothing, and says the same as one without a cache", async () => {
    const folder = await start();
    const second = await run(folder, { types });
    expect(second).toMatchObject({ looked: [], parsed: 0 });
    const { findings, notes } = await run(folder, { types, cached: false });
    expect(findings).toEqual(["src/alone.ts valid-fields", "src/call.ts no-array-in-patch"]);
    expect(second).toMatchObject({ findings, notes });
  });

  test("a change three imports away is looked at again by what depends on it, and by nothing else", async () => {
    const folder = await start();
    write(folder, { "src/send.ts": project["src/send.ts"].replace('"PATCH"', '"POST"') });
    const changed = await run(folder, { types });
    expect(changed.looked).toEqual(["src/call.ts", "src/inner.ts", "src/outer.ts", "src/send.ts"]);
    expect(changed.findings).toEqual(["src/alone.ts valid-fields"]);
    expect((await run(folder, { types })).looked).toEqual([]);

    const alone = project["src/alone.ts"].replace("a,", "a");
    write(folder, { "src/alone.ts": alone });
    expect(await run(folder, { types })).toMatchObject({ looked: ["src/alone.ts"], findings: [] });
    write(folder, { "src/alone.ts": `${alone}export const more = 1;\n` });
    expect((await run(folder, { types })).looked).toEqual(["src/alone.ts"]);
  });

  test("a changed contract or configuration counts for all", async () => {
    const folder = await start({ "restraint.config.yaml": "contract: [c.yaml]\n", "c.yaml": "kinds: []\n" });
    write(folder, { "c.yaml": "kinds: []\n# changed\n" });
    expect((await run(folder, { types })).looked).toEqual(all);
    write(folder, { "restraint.config.yaml": "contract: [c.yaml]\npreset: strict\n" });
    expect((await run(folder, { types })).looked).toEqual(all);
  });

  test("a file that comes to stand before another one is seen, and one that is gone", async () => {
    const folder = await start({ "src/outer.ts": 'import { send } from "./later";\nexport const save = send;\n' });
    expect((await run(folder, { types })).findings).toEqual(["src/alone.ts valid-fields"]);
    write(folder, { "src/later.ts": 'export { send } from "./inner";\n' });
    const added = await run(folder, { types });
    expect(added.looked).toEqual(expect.arrayContaining(["src/call.ts", "src/later.ts", "src/outer.ts"]));
    expect(added.findings).toContain("src/call.ts no-array-in-patch");
    rmSync(join(folder, "src/inner.ts"));
    const removed = await run(folder, { types });
    expect(removed.looked).toEqual(expect.arrayContaining(["src/call.ts", "src/later.ts", "src/outer.ts"]));
    expect(removed.findings).toEqual(["src/alone.ts valid-fields"]);
  });

  test("paths of a tsconfig.json that lead elsewhere are seen", async () => {
    const folder = await start({ "src/outer.ts": 'import { send } from "#inner";\nexport const save = send;\n' });
    write(folder, { "tsconfig.json": tsconfig({ paths: { "#inner": ["./src/inner.ts"] } }) });
    const mapped = await run(folder, { types });
    expect(mapped.looked).toEqual(expect.arrayContaining(["src/call.ts", "src/outer.ts"]));
    expect(mapped.findings).toContain("src/call.ts no-array-in-patch");
  });

  test("a class whose instances are handed in counts for the code that calls its methods", async () => {
    const folder = makeFolder({
      "package.json": "{}",
      "tsconfig.json": tsconfig(),
      "src/handed.ts":
        'import "./other";\nexport const run = (things: any) => things.renameThing("1", { tags: ["sale"] });\n',
      "src/other.ts": "export {};\n",
    });
    expect((await run(folder, { types })).findings).toEqual([]);
    const body = project["src/send.ts"]
      .replace("export const send =", "")
      .replace("=>", "{ return")
      .replace(";\n", "; }\n");
    write(folder, { "src/things.ts": `export class Things {\n  renameThing${body.trim()}\n}\n` });
    const added = await run(folder, { types });
    expect(added.looked).toEqual(expect.arrayContaining(["src/handed.ts", "src/things.ts"]));
    expect(added.findings).toEqual(["src/handed.ts no-array-in-patch"]);
    expect((await run(folder, { types })).looked).toEqual([]);
  });

  test("what could not be checked is tried again, and fixes are looked for", async () => {
    const folder = await start({ "src/alone.ts": 'await fetch("https://api.example.com/v1/x?fields=data/a");}\n' });
    expect((await run(folder, { types })).looked).toEqual(["src/alone.ts"]);
    expect((await run(folder, { types, fix: true })).looked).toEqual(all);
    expect(readFileSync(join(folder, "src/alone.ts"), "utf8")).toContain("fields=a");
    expect((await run(folder, { types })).looked).toEqual(all);
  });
});

describe("with types", () => {
  const typed = {
    "package.json": "{}",
    "tsconfig.json": tsconfig({ types: ["*"] }),
    "node_modules/shapes/package.json": '{ "name": "shapes", "types": "index.d.ts" }',
    "node_modules/shapes/index.d.ts": 'export { Thing } from "./thing";\n',
    "node_modules/shapes/thing.d.ts": "export interface Thing { id: string }\n",
    "src/thing.ts": 'import { Thing } from "shapes";\nexport const one: Thing = { id: "1" };\n',
    "src/other.ts": "export const x = 1;\n",
  };

  test("declarations of packages count for what imports them, and globals for all", async () => {
    const folder = makeFolder(typed);
    await run(folder);
    expect(await run(folder)).toMatchObject({ looked: [], parsed: 0 });
    write(folder, { "node_modules/shapes/thing.d.ts": "export interface Thing { id: number }\n" });
    expect((await run(folder)).looked).toEqual(["src/thing.ts"]);
    write(folder, { "node_modules/@types/everywhere/index.d.ts": "declare const anywhere: string;\n" });
    expect((await run(folder)).looked).toEqual(["src/other.ts", "src/thing.ts"]);
    write(folder, { "node_modules/@types/everywhere/index.d.ts": "declare const anywhere: number;\n" });
    expect((await run(folder)).looked).toEqual(["src/other.ts", "src/thing.ts"]);
    write(folder, { "src/globals.ts": "export {};\ndeclare global { const here: string }\n" });
    expect((await run(folder)).looked).toEqual(["src/globals.ts", "src/other.ts", "src/thing.ts"]);
    write(folder, { "src/more.ts": "export const y = 1;\n" });
    expect((await run(folder)).looked).toEqual(["src/more.ts"]);
    expect(await run(folder)).toMatchObject({ looked: [], parsed: 0 });
  });

  test("sources of a referenced project count, whether or not it is built", async () => {
    const references = [{ path: "../library" }];
    const project = (more: object): string =>
      JSON.stringify({
        compilerOptions: { ...options, types: [], composite: true, outDir: "dist", rootDir: "src" },
        include: ["src"],
        ...more,
      });
    const folder = makeFolder({
      "package.json": '{ "workspaces": ["library", "app"] }',
      "library/package.json": '{ "name": "library", "types": "dist/index.d.ts", "main": "dist/index.js" }',
      "library/tsconfig.json": project({}),
      "library/src/index.ts": 'export { id } from "./id";\n',
      "library/src/id.ts": 'export const id: string = "1";\n',
      "app/tsconfig.json": project({ references }),
      "app/src/main.ts": 'import { id } from "library";\nawait fetch(`https://api.example.com/v1/things/${id}`);\n',
      "app/src/other.ts": "export {};\n",
      "app/src/declared.d.ts": 'export { id } from "library";\n',
      "app/src/typed.ts": 'import { id } from "./declared";\nawait fetch(`https://api.example.com/v1/things/${id}`);\n',
    });
    mkdirSync(join(folder, "node_modules"));
    symlinkSync("../library", join(folder, "node_modules/library"));
    await run(folder);
    expect(await run(folder)).toMatchObject({ looked: [], parsed: 0 });
    write(folder, { "library/src/id.ts": "export const id: number = 1;\n" });
    const used = ["app/src/main.ts", "app/src/typed.ts"];
    expect((await run(folder)).looked).toEqual([...used, "library/src/id.ts", "library/src/index.ts"]);
  });
});

test("what changes while it is looked at is looked at again", async () => {
  const folder = makeFolder(project);
  await run(folder);
  // However long the runs take, they end before that.
  const later = new Date("2100-01-01");
  utimesSync(join(folder, "src/inner.ts"), later, later);
  expect((await run(folder)).looked).toContain("src/inner.ts");
  expect((await run(folder)).looked).toEqual(expect.arrayContaining(["src/call.ts", "src/inner.ts", "src/outer.ts"]));
});

test("a method that is found by its name alone ties the caller to where it stands", async () => {
  const service = (method: string): string =>
    `export class ThingService {\n  saveThing(body: object) { return fetch("https://api.example.com/v1/things/1", { method: "${method}", headers: { Authorization: "Bearer x", "Content-Type": "application/json", "If-Match": String(Math.random()) }, body: JSON.stringify(body) }); }\n}\n`;
  const folder = makeFolder({
    "package.json": "{}",
    "service.ts": service("PATCH"),
    "caller.ts":
      'void fetch("https://api.example.com/v1/ping");\nexport const run = (service: any) => service.saveThing({ tags: ["sale"] });\n',
    "other.ts": "export {};\n",
  });
  expect((await run(folder, { types: false })).findings).toEqual(["caller.ts no-array-in-patch"]);
  expect((await run(folder, { types: false })).looked).toEqual([]);
  write(folder, { "service.ts": service("POST") });
  expect(await run(folder, { types: false })).toMatchObject({ looked: ["caller.ts", "service.ts"], findings: [] });
  write(folder, { "service.ts": service("PATCH"), "second.ts": service("PATCH") });
  expect((await run(folder, { types: false })).findings).toEqual([]);
});

test("what all components have counts for the components", async () => {
  const api = (method: string): string =>
    `export const api = { save(id: string, body: object) { return fetch("/widgets/" + id, { method: "${method}", body: JSON.stringify(body) }); } };\n`;
  const given = `import { api } from "./api";\nexport function start(app: any) { app.config.globalProperties.$api = api; }\n`;
  const component = 'export default { methods: { go(this: any) { return this.$api.save("1", { tags: ["a"] }); } } };\n';
  const folder = makeFolder({ "package.json": "{}", "src/component.ts": component });
  const other = "// What main.ts gives: globalProperties.$api\n";
  write(folder, { "src/api.ts": api("PATCH"), "src/main.ts": "export const start = 1;\n", "src/other.ts": other });
  const ofComponent = async (): Promise<readonly string[]> =>
    (await run(folder, { types: false })).findings.filter((each) => /^src\/component\.ts .*array/u.test(each));
  expect(await ofComponent()).toEqual([]);
  write(folder, { "src/main.ts": given });
  expect(await ofComponent()).toEqual(["src/component.ts no-array-in-patch"]);
  expect((await run(folder, { types: false })).looked).toEqual([]);
  write(folder, { "src/other.ts": `${other}app.config.globalProperties.$api = mock(app);\n` });
  expect(await ofComponent()).toEqual([]);
  write(folder, { "src/other.ts": other });
  expect(await ofComponent()).toEqual(["src/component.ts no-array-in-patch"]);
  write(folder, { "src/api.ts": api("PUT") });
  expect(await ofComponent()).toEqual([]);
});

test.each(["{", "of another kind\n{}", `${"a".repeat(27)}\n{}`])("a damaged cache is a note: %s", async (text) => {
  const folder = makeFolder({ ...project, "cache.json": text });
  const { looked, notes } = await run(folder, { types: false });
  expect(looked).toEqual(all);
  expect(notes.join()).toContain("is not used: it is damaged. This run looks at all files.");
  expect((await run(folder, { types: false })).looked).toEqual([]);
});

test("a file that comes to change a client counts for all that use the client, though it was made for the first of them", async () => {
  const use = (name: string): string =>
    `import { client } from "./client";\nexport const ${name} = () => client.patch("/things/1", { tags: ["sale"] });\n`;
  const folder = makeFolder({
    "package.json": "{}",
    "client.ts":
      'import axios from "axios";\nexport const client = axios.create({ baseURL: "https://api.example.com/v1" });\n',
    "one.ts": use("one"),
    "two.ts": use("two"),
  });
  await run(folder, { types: false });
  expect((await run(folder, { types: false })).looked).toEqual([]);
  write(folder, {
    "hooks.ts":
      'import { client } from "./client";\nclient.interceptors.request.use((config) => ({ ...config, method: "POST" }));\n',
  });
  const { looked } = await run(folder, { types: false });
  expect(looked).toEqual(expect.arrayContaining(["one.ts", "two.ts"]));
});

test("a cache that cannot be written is a note", async () => {
  const folder = makeFolder({ ...project, "cache.json/file": "" });
  const { notes, findings } = await run(folder, { types: false });
  expect(notes.join()).toContain("is not written");
  expect(findings).toHaveLength(2);
});
