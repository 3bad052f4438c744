import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import ts from "typescript";
import { expect, test, vi } from "vitest";
import type * as Run from "../../../../src/hosts/cli/check/run";
import { platformTypes } from "../../../harness/hosts/platform";
import { badCode, makeFolder, runProgram } from "../program";

// Compilers and programs, one after the other, on a machine that may be busy.
vi.setConfig({ testTimeout: 240_000 });

const built = createRequire(__filename)("../../../../dist/src/hosts/cli/check/run.js") as typeof Run;

const compilerOptions = {
  module: "esnext",
  moduleResolution: "bundler",
  target: "es2022",
  types: [],
  lib: ["es2022"],
  strict: true,
};
const emitted = { ...compilerOptions, rootDir: "src", outDir: "dist", declaration: true };

const wrapper = `export function send(path: string, body: object): Promise<unknown> {
  return fetch("https://api.example.com/v1" + path, {
    method: "PATCH",
    headers: { Authorization: "Bearer x", "Content-Type": "application/json", "If-Match": String(Math.random()) },
    body: JSON.stringify(body),
  });
}
`;
const caller = `import { send } from "@m/api";\nawait send("/things/1", { tags: ["sale"] });\n`;
const found = [{ file: "packages/web/src/call.ts", rule: "no-array-in-patch", line: 2, column: 33 }];

/** Compiles without the types of Node. */
const ownCode = badCode.replace("process.env.TAG", "String(Math.random())");

/** Two packages, one of which imports the other by its name: through \`exports\`, which name what the compiler writes. */
function makeMonorepo(apiOptions: object, references: readonly object[]): string {
  const exports = { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } };
  const folder = makeFolder({
    "package.json": JSON.stringify({ name: "m", private: true, workspaces: ["packages/*"] }),
    ".gitignore": "dist\nnode_modules\n",
    ".git/HEAD": "",
    "packages/api/package.json": JSON.stringify({ name: "@m/api", version: "1.0.0", type: "module", exports }),
    "packages/api/tsconfig.json": JSON.stringify({ compilerOptions: { ...emitted, ...apiOptions }, include: ["src"] }),
    "packages/api/src/index.ts": wrapper,
    "packages/api/src/platform.d.ts": platformTypes,
    "packages/web/package.json": JSON.stringify({
      name: "@m/web",
      type: "module",
      dependencies: { "@m/api": "1.0.0" },
    }),
    "packages/web/tsconfig.json": JSON.stringify({ compilerOptions: emitted, include: ["src"], references }),
    "packages/web/src/call.ts": caller,
  });
  mkdirSync(join(folder, "node_modules/@m"), { recursive: true });
  symlinkSync("../../packages/api", join(folder, "node_modules/@m/api"), "dir");
  return folder;
}

/** Builds as `tsc --build` does. */
function compile(folder: string, project: string): void {
  const host = ts.createSolutionBuilderHost(ts.sys, undefined, (diagnostic) => {
    throw new Error(ts.flattenDiagnosticMessageText(diagnostic.messageText, "\n"));
  });
  ts.createSolutionBuilder(host, [join(folder, project)], {}).build();
}

interface Checked {
  readonly findings: readonly { readonly file: string }[];
  readonly skipped: readonly string[];
  readonly notes: readonly string[];
}

/** Checks in this process: the program's start and TypeScript's would be most of each run. */
async function check(cwd: string, paths: readonly string[] = ["."]): Promise<Checked> {
  const { files, notes } = await built.check({ cwd, paths, fix: false, types: true });
  return {
    findings: files.flatMap(({ file, findings }) =>
      findings.map(({ rule, line, column }) => ({ file, rule, line, column })),
    ),
    skipped: files.flatMap(({ file, skipped }) => skipped.map(({ reason }) => `${file}: ${reason}`)),
    notes,
  };
}

test("a referenced project's sources stand in for its declarations, whether or not these have been made", async () => {
  const folder = makeMonorepo({ composite: true }, [{ path: "../api" }]);
  expect((await check(folder)).findings).toMatchObject(found);
  expect((await check(join(folder, "packages/web"))).findings).toMatchObject([{ ...found[0], file: "src/call.ts" }]);
  const { stdout } = runProgram(folder, ["requests"]);
  expect(stdout).toContain("packages/web/src/call.ts:2:7  PATCH /v1/things/1");
  compile(folder, "packages/web");
  expect((await check(folder)).findings).toMatchObject(found);
});

test("without references, imports of a package of the repository lead to its source, before its build and after", async () => {
  const folder = makeMonorepo({ declarationMap: true }, []);
  expect((await check(folder)).findings).toMatchObject(found);
  compile(folder, "packages/api");
  expect((await check(folder)).findings).toMatchObject(found);
});

test("a declaration map that leads out of its package, to a missing file or to several does not count: the configuration does", async () => {
  const folder = makeMonorepo({ declarationMap: true }, []);
  compile(folder, "packages/api");
  const map = join(folder, "packages/api/dist/index.d.ts.map");
  writeFileSync(join(folder, "packages/stolen.ts"), "export const send = () => {};");
  for (const sources of [
    ["../../stolen.ts"],
    ["../src/none.ts"],
    ["../src/index.ts", "../src/index.ts"],
    [1],
    undefined,
  ]) {
    writeFileSync(map, JSON.stringify({ version: 3, file: "index.d.ts", sources, mappings: "" }));
    expect((await check(folder, ["packages/web"])).findings, String(sources)).toMatchObject(found);
  }
  writeFileSync(map, "{");
  expect((await check(folder, ["packages/web"])).findings).toMatchObject(found);
});

test("jsconfig.json is the tsconfig.json of JavaScript, below which a tsconfig.json beside it counts first", async () => {
  const files = {
    "src/send.js": wrapper.replace("path: string, body: object): Promise<unknown>", "path, body)"),
    "src/call.js": caller.replace("@m/api", "own/send.js"),
  };
  const configuration = JSON.stringify({
    compilerOptions: {
      module: "esnext",
      moduleResolution: "bundler",
      target: "es2022",
      paths: { "own/*": ["./src/*"] },
    },
  });
  const folder = makeFolder({ ...files, "jsconfig.json": configuration });
  const { findings, notes } = await check(folder);
  expect(findings).toMatchObject([{ file: "src/call.js", rule: "no-array-in-patch" }]);
  expect(notes.join()).not.toContain("syntax");
  const both = makeFolder({ ...files, "jsconfig.json": configuration, "tsconfig.json": "{}" });
  expect((await check(both)).findings).toEqual([]);
});

test("what the compiler has made of a source is not checked beside it, wherever it stands", async () => {
  const project = (options: object): string =>
    makeFolder({
      "tsconfig.json": JSON.stringify({ compilerOptions: { ...compilerOptions, ...options }, include: ["src"] }),
      "src/a.ts": ownCode,
      "src/platform.d.ts": platformTypes,
    });
  for (const [options, name] of [
    [{ rootDir: "src", outDir: "dist" }, "dist/a.js"],
    [{}, "src/a.js"],
  ] as const) {
    const folder = project(options);
    compile(folder, ".");
    const { findings, skipped } = await check(folder);
    expect(findings).toEqual([{ file: "src/a.ts", rule: "no-array-in-patch", line: 4, column: 32 }]);
    expect(skipped).toContain(`${name}: built from src/a.ts`);
    expect((await check(folder, [name])).findings).toMatchObject([{ file: name, rule: "no-array-in-patch" }]);
  }
});

test("what another configuration beside it, or a source map, shows to be built is not checked twice either", async () => {
  const files = {
    "tsconfig.json": JSON.stringify({ compilerOptions: { ...compilerOptions, noEmit: true }, include: ["src"] }),
    "src/a.ts": ownCode,
    "src/platform.d.ts": platformTypes,
  };
  const build = makeFolder({
    ...files,
    "tsconfig.build.json": JSON.stringify({
      extends: "./tsconfig.json",
      compilerOptions: { noEmit: false, rootDir: "src", outDir: "lib" },
    }),
  });
  compile(build, "tsconfig.build.json");
  expect((await check(build)).findings.map(({ file }) => file)).toEqual(["src/a.ts"]);

  const bundled = makeFolder({
    ...files,
    "dist/bundle.js": `${ownCode}//# sourceMappingURL=bundle.js.map\n`,
    "dist/bundle.js.map": JSON.stringify({ version: 3, sources: ["../src/a.ts"], mappings: "" }),
    "dist/other.js": `${ownCode}//# sourceMappingURL=other.js.map\n`,
    "dist/other.js.map": JSON.stringify({ version: 3, sources: ["../src/elsewhere.ts"], mappings: "" }),
  });
  expect((await check(bundled)).findings.map(({ file }) => file)).toEqual(["dist/other.js", "src/a.ts"]);
});

test("a bundle in a folder for outputs that the configuration excludes is not checked beside its sources", async () => {
  const project = (exclude: readonly string[]): string =>
    makeFolder({
      "tsconfig.json": JSON.stringify({ compilerOptions, exclude }),
      "src/a.ts": ownCode,
      "src/platform.d.ts": platformTypes,
      "dist/index.js": ownCode,
      "scripts/b.js": ownCode,
    });
  const found = await check(project(["node_modules", "./dist/**/*", "scripts"]));
  expect(found.findings.map(({ file }) => file)).toEqual(["scripts/b.js", "src/a.ts"]);
  expect(found.skipped).toContain("dist/index.js: built from src/a.ts");
  expect((await check(project(["scripts"]))).findings.map(({ file }) => file)).toContain("dist/index.js");
});

test("JavaScript that nothing was built from is checked, in a folder of output too", async () => {
  const folder = makeFolder({
    "tsconfig.json": JSON.stringify({
      compilerOptions: { ...compilerOptions, rootDir: "src", outDir: "dist" },
      include: ["src"],
    }),
    "src/a.ts": "export {};\n",
    "dist/own.js": ownCode,
  });
  expect((await check(folder)).findings.map(({ file }) => file)).toEqual(["dist/own.js"]);
});
