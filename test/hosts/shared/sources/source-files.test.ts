import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import ts from "typescript";
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { SourceFiles } from "../../../../src/hosts/shared/sources/source-files";

const made: string[] = [];
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

function write(files: Readonly<Record<string, string>>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "restraint-sources-")));
  made.push(root);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
}

/** @returns where an import leads, relative to the root; its tree is there too. */
function follow(root: string, from: string, specifier: string): string | undefined {
  const sources = new SourceFiles(ts, root);
  const found = sources.find(join(root, from), specifier);
  if (found !== undefined) expect(sources.file(found)).toBeDefined();
  return found === undefined ? undefined : relative(root, found);
}

describe("imports without a type checker", () => {
  it.each([
    ["a relative file", { "src/b.ts": "" }, "src/a.ts", "./b", "src/b.ts"],
    ["a file by the ending that it will have", { "src/b.ts": "" }, "src/a.ts", "./b.js", "src/b.ts"],
    ["a folder's index", { "src/b/index.js": "" }, "src/a.js", "./b", "src/b/index.js"],
    ["a component", { "src/b.vue": "<script>export default {}</script>" }, "src/a.js", "./b.vue", "src/b.vue"],
    [
      "paths of tsconfig.json",
      { "tsconfig.json": '{"compilerOptions": {"paths": {"#lib/*": ["./lib/*"]}}}', "lib/b.ts": "" },
      "src/a.ts",
      "#lib/b",
      "lib/b.ts",
    ],
    [
      "paths of jsconfig.json",
      { "jsconfig.json": '{"compilerOptions": {"baseUrl": "app"}}', "app/b.js": "" },
      "app/deep/a.js",
      "b",
      "app/b.js",
    ],
    [
      "`baseUrl` of the referenced tsconfig.json that includes the file",
      {
        "tsconfig.json":
          '{"files": [], "references": [{"path": "./tsconfig.node.json"}, {"path": "./tsconfig.app.json"}]}',
        "tsconfig.node.json": '{"compilerOptions": {"baseUrl": "tools"}, "include": ["vite.config.ts"]}',
        "tsconfig.app.json": '{"compilerOptions": {"baseUrl": "src"}, "include": ["src/**/*"]}',
        "tools/b.ts": "",
        "src/b.ts": "",
      },
      "src/deep/a.ts",
      "b",
      "src/b.ts",
    ],
    [
      "`paths` of a referenced folder",
      {
        "tsconfig.json": '{"files": [], "references": [{"path": "web"}]}',
        "web/tsconfig.json": '{"files": [], "references": [{"path": "./tsconfig.lib.json"}]}',
        "web/tsconfig.lib.json": '{"compilerOptions": {"paths": {"~b": ["./lib/b.ts"]}}}',
        "web/lib/b.ts": "",
      },
      "web/a.ts",
      "~b",
      "web/lib/b.ts",
    ],
    [
      "the alias of bundlers for the source folder",
      { "package.json": "{}", "src/api/b.js": "" },
      "src/a.js",
      "@/api/b",
      "src/api/b.js",
    ],
    [
      "the folder in which a bundler looks for what is no package",
      { "package.json": '{"dependencies": {"react": "18"}}', "src/api/index.js": "" },
      "src/user/a.js",
      "api",
      "src/api/index.js",
    ],
    [
      "the folder of the file, where a bundler looks for what has the ending of a script and is no package",
      { "package.json": '{"dependencies": {"chart.js": "4"}}', "src/common/api.js": "" },
      "src/common/a.js",
      "api.js",
      "src/common/api.js",
    ],
    [
      "the package's folder, where a bundler looks for what is no package",
      { "package.json": "{}", "src/api/b.js": "" },
      "src/a.js",
      "src/api/b",
      "src/api/b.js",
    ],
    [
      "the library folder of SvelteKit",
      { "package.json": "{}", "src/lib/b.ts": "" },
      "src/routes/+page.ts",
      "$lib/b",
      "src/lib/b.ts",
    ],
    ["a script behind its declaration", { "b.d.ts": "export {}", "b.js": "" }, "a.ts", "./b", "b.js"],
    [
      "a source behind a declaration map",
      { "lib/b.d.ts": "export {}", "lib/b.d.ts.map": '{"sources": ["../code/b.ts"]}', "code/b.ts": "" },
      "a.ts",
      "./lib/b",
      "code/b.ts",
    ],
    [
      "a workspace whose exports name what is not built",
      {
        "package.json": '{"workspaces": ["packages/*"]}',
        "packages/api/package.json": '{"name": "@m/api", "exports": {".": {"types": "./dist/index.d.ts"}}}',
        "packages/api/tsconfig.json": '{"compilerOptions": {"outDir": "dist", "rootDir": "src"}}',
        "packages/api/src/index.ts": "",
      },
      "packages/web/a.ts",
      "@m/api",
      "packages/api/src/index.ts",
    ],
    [
      "a subpath of a workspace",
      {
        "pnpm-workspace.yaml": "packages: [libs/*]",
        "libs/api/package.json": '{"name": "api"}',
        "libs/api/src/users.ts": "",
      },
      "apps/a.ts",
      "api/users",
      "libs/api/src/users.ts",
    ],
    [
      "a workspace in a folder of the repository",
      {
        "package.json": "{}",
        "web/package.json": '{"workspaces": ["packages/*"]}',
        "web/packages/api/package.json": '{"name": "api"}',
        "web/packages/api/src/index.ts": "",
      },
      "web/apps/one/a.ts",
      "api",
      "web/packages/api/src/index.ts",
    ],
    [
      "the nearest of two packages with one name",
      {
        "packages/api/package.json": '{"name": "api"}',
        "packages/api/index.ts": "",
        "web/package.json": "{}",
        "web/packages/api/package.json": '{"name": "api"}',
        "web/packages/api/index.ts": "",
      },
      "web/a.ts",
      "api",
      "web/packages/api/index.ts",
    ],
    [
      "a package whose source is beside an output that is not built",
      {
        "packages/api/package.json":
          '{"name": "api", "main": "./dist/index.js", "typesVersions": {"*": {"*": ["./dist/*", "./dist/entry/index.d.ts"]}}}',
        "packages/api/entry/index.ts": "",
        "packages/api/src/index.ts": "",
      },
      "a.ts",
      "api",
      "packages/api/entry/index.ts",
    ],
  ])("leads to %s", (_, files: Readonly<Record<string, string>>, from, specifier, expected) => {
    expect(follow(write({ [from]: "", ...files }), from, specifier)).toBe(expected);
  });

  it.each([
    ["a package", { "node_modules/b/package.json": '{"name": "b", "main": "b.js"}', "node_modules/b/b.js": "" }, "b"],
    ["a package that is not installed", { "package.json": '{"dependencies": {"b": "1"}}', "src/b.ts": "" }, "b"],
    [
      "one whose types alone are named",
      { "package.json": '{"devDependencies": {"@types/b": "1"}}', "src/b.ts": "" },
      "b",
    ],
    [
      "a package that has the ending of a script in its name",
      { "package.json": '{"dependencies": {"chart.js": "4"}}', "chart.js": "" },
      "chart.js",
    ],
    ["a module of Node's own", { "package.json": "{}", "src/path.ts": "" }, "path"],
    ["data", { "b.json": "{}" }, "./b.json"],
    ["declarations without a source", { "b.d.ts": "export {}" }, "./b"],
    ["nothing", {}, "./b"],
    ["a pattern out of the repository", { "package.json": '{"workspaces": ["../*"]}' }, "b"],
  ])("does not lead to %s", (_, files: Readonly<Record<string, string>>, specifier) => {
    expect(follow(write({ "a.ts": "", ...files }), "a.ts", specifier)).toBeUndefined();
  });

  it("reads nothing outside of the repository, through a link or a path", () => {
    const outside = write({ "secret.ts": "export const secret = 1" });
    const root = write({ "a.ts": "" });
    symlinkSync(join(outside, "secret.ts"), join(root, "b.ts"));
    const sources = new SourceFiles(ts, root);
    for (const specifier of ["./b", `../${relative(dirname(root), outside)}/secret`]) {
      const found = sources.find(join(root, "a.ts"), specifier);
      expect(found === undefined ? undefined : sources.file(found)).toBeUndefined();
    }
  });

  it("reads a file again when it has changed", () => {
    const root = write({ "a.ts": "", "b.ts": "export const one = 1" });
    const sources = new SourceFiles(ts, root);
    const name = join(root, "b.ts");
    const before = sources.file(name);
    expect(sources.file(name)).toBe(before);
    writeFileSync(name, "export const two = 2222");
    expect(sources.file(name)?.text).toBe("export const two = 2222");
  });
});

describe("what files declare", () => {
  it("is found by the names of methods", () => {
    const root = write({
      "a.js": "export default class Http {\n  async send(path) {}\n}\n",
      "b.ts": "const read = async () => send();\n  load<T>(path: string) {}\nif (load()) run();\n",
    });
    const sources = new SourceFiles(ts, root);
    const found = [...sources.declared(join(root, "a.js"), ["send", "load", "run", "if"])];
    expect(found.map(([name, files]) => [name, files.map((file) => relative(root, file))])).toEqual([
      ["send", ["a.js"]],
      ["load", ["b.ts"]],
    ]);
  });
});

describe("what was found before", () => {
  it("holds while the process works, and is looked for again when it has had nothing to do", () => {
    const loop = { idle: 0, active: 0, utilization: 0 };
    const told = vi.spyOn(performance, "eventLoopUtilization").mockImplementation(() => ({ ...loop }));
    onTestFinished(() => {
      told.mockRestore();
    });
    const root = write({ "a.ts": "", "b/index.ts": "" });
    const sources = new SourceFiles(ts, root);
    const find = (): string | undefined => sources.find(join(root, "a.ts"), "./b");
    const before = sources.refresh();
    expect(find()).toBe(join(root, "b/index.ts"));
    writeFileSync(join(root, "b.ts"), "");
    loop.active += 60_000;
    loop.idle += 900;
    expect(sources.refresh()).toBe(before);
    expect(find()).toBe(join(root, "b/index.ts"));
    loop.idle += 1_100;
    expect(sources.refresh()).not.toBe(before);
    expect(find()).toBe(join(root, "b.ts"));
  });
});

it("reads the configuration of a workspace once for all imports of it", () => {
  const names = Array.from({ length: 20 }, (_, index) => `part${index}`);
  const root = write({
    "package.json": '{"workspaces": ["packages/*"]}',
    "packages/lib/package.json": '{"name": "lib"}',
    "packages/lib/tsconfig.json": '{"extends": "./base.json", "compilerOptions": {"outDir": "dist"}}',
    "packages/lib/base.json": "{}",
    ...Object.fromEntries(names.map((name) => [`packages/lib/src/${name}.ts`, ""])),
  });
  let parsed = 0;
  const counting = {
    ...ts,
    parseJsonConfigFileContent: (...given: Parameters<typeof ts.parseJsonConfigFileContent>) => {
      parsed += 1;
      return ts.parseJsonConfigFileContent(...given);
    },
  };
  const sources = new SourceFiles(counting, root);
  for (const folder of ["one", "two", "three"])
    for (const name of names)
      expect(sources.find(join(root, folder, "a.ts"), `lib/${name}`)).toBe(join(root, `packages/lib/src/${name}.ts`));
  expect(parsed).toBe(1);
});
