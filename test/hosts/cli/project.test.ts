import { join, relative } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { createProgram, groupByConfiguration } from "../../../src/hosts/cli/project";
import { normalisePath } from "../../../src/hosts/cli/tsconfig";
import { makeFolder } from "./program";

const options = JSON.stringify({ compilerOptions: { module: "nodenext", types: [] } });

function groupsOf(folder: string, files: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const groups = groupByConfiguration(
    ts,
    files.map((file) => join(folder, file)),
  );
  return Object.fromEntries(
    groups.map((group) => [
      group.configuration === undefined ? "" : relative(folder, group.configuration),
      group.files.map((file) => relative(folder, file)),
    ]),
  );
}

test("a file goes with the nearest tsconfig.json that includes it", () => {
  const folder = makeFolder({
    "tsconfig.json": JSON.stringify({ include: ["src", "packages/a/scripts"] }),
    "src/a.ts": "",
    "packages/a/tsconfig.json": JSON.stringify({ include: ["src"] }),
    "packages/a/src/b.ts": "",
    "packages/a/scripts/c.ts": "",
    "packages/a/other/d.js": "",
    "packages/b/e.ts": "",
  });
  expect(
    groupsOf(folder, [
      "src/a.ts",
      "packages/a/src/b.ts",
      "packages/a/scripts/c.ts",
      "packages/a/other/d.js",
      "packages/b/e.ts",
    ]),
  ).toEqual({
    "tsconfig.json": ["src/a.ts", "packages/a/scripts/c.ts", "packages/b/e.ts"],
    "packages/a/tsconfig.json": ["packages/a/src/b.ts", "packages/a/other/d.js"],
  });
});

test("project references lead to the configuration that includes a file, in circles too", () => {
  const folder = makeFolder({
    "tsconfig.json": JSON.stringify({ files: [], references: [{ path: "./tsconfig.app.json" }, { path: "./test" }] }),
    "tsconfig.app.json": JSON.stringify({ include: ["src"], references: [{ path: "./tsconfig.json" }] }),
    "src/a.ts": "",
    "test/tsconfig.json": JSON.stringify({ include: ["."] }),
    "test/b.ts": "",
  });
  expect(groupsOf(folder, ["src/a.ts", "test/b.ts"])).toEqual({
    "tsconfig.app.json": ["src/a.ts"],
    "test/tsconfig.json": ["test/b.ts"],
  });
});

test("without a tsconfig.json there is none; a broken one gives what can be understood of it", () => {
  expect(groupsOf(makeFolder({ "a.ts": "" }), ["a.ts"])).toEqual({ "": ["a.ts"] });
  expect(groupsOf(makeFolder({ "a.ts": "", "tsconfig.json": "{ compilerOptions: " }), ["a.ts"])).toEqual({
    "tsconfig.json": ["a.ts"],
  });
});

test("a program resolves imports, JavaScript and files outside of `include` among them, and takes given texts for those on disk", () => {
  const folder = makeFolder({
    "tsconfig.json": options,
    "src/a.ts": "export const one = 1 as const;",
    "script.js": 'import { one } from "./src/a.js"; export const two = one;',
  });
  const script = normalisePath(join(folder, "script.js"));
  const configuration = join(folder, "tsconfig.json");
  const typeOfTwo = (program: ts.Program): string => {
    const tree = program.getSourceFile(script);
    const checker = program.getTypeChecker();
    const module = tree && checker.getSymbolAtLocation(tree);
    const [two] = module ? checker.getExportsOfModule(module) : [];
    return two === undefined || tree === undefined
      ? ""
      : checker.typeToString(checker.getTypeOfSymbolAtLocation(two, tree));
  };
  const program = createProgram(ts, configuration, new Map([[script, ts.sys.readFile(script) ?? ""]]));
  expect(typeOfTwo(program)).toBe("1");

  const next = createProgram(ts, configuration, new Map([[script, 'export const two = "changed";']]), {
    previous: program,
  });
  expect(typeOfTwo(next)).toBe('"changed"');
  const unchanged = normalisePath(join(folder, "src/a.ts"));
  expect(next.getSourceFile(unchanged)).toBe(program.getSourceFile(unchanged));
});
