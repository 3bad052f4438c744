import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { badTable, checkJson, goodTable, makeFolder, fixableTable, runProgram } from "../program";

describe("what a run ends with", () => {
  test("0 when all is well", () => {
    const { status, stdout, stderr } = runProgram(makeFolder({ "a.yaml": goodTable }), ["check", "."]);
    expect({ status, stdout, stderr }).toEqual({
      status: 0,
      stdout: "No findings\n1 file, 1 manifest checked\n",
      stderr: "",
    });
  });

  test("1 for an error, which is shown with its place and code", () => {
    const { status, stdout } = runProgram(makeFolder({ "deploy/a.yaml": badTable }), ["check"]);
    expect(status).toBe(1);
    expect(stdout).toContain("error require-kind-fields  deploy/a.yaml:6:3\n");
    expect(stdout).toContain("  6 │   resource:\n    │   ^^^^^^^^\n");
  });

  test("0 for warnings, 1 for more of them than allowed", () => {
    const folder = makeFolder({
      "a.yaml": goodTable.replace("name: main", "name: yes").replace("databaseName: sales", "databaseName: on"),
    });
    expect(checkJson(folder)).toMatchObject({ status: 0, summary: { errors: 0 } });
    const { warnings } = checkJson(folder).summary;
    expect(warnings).toBeGreaterThan(0);
    expect(runProgram(folder, ["check", "--max-warnings", "0"]).status).toBe(1);
    expect(runProgram(folder, ["check", "--max-warnings", String(warnings)]).status).toBe(0);
    const quiet = runProgram(folder, ["check", "--quiet", "--max-warnings", "0"]);
    expect(quiet.status).toBe(1);
    expect(quiet.stdout).not.toContain("no-ambiguous-scalars");
  });

  test.each([
    ["an unknown option", ["check", "--bogus"], "unknown option"],
    ["an unknown format", ["check", "--format", "xml"], "Allowed choices"],
    ["a number that is none", ["check", "--max-warnings", "some"], "whole number"],
    ["an unknown command", ["chekc"], "Did you mean check?"],
    ["a fix of the standard input", ["check", "--fix", "--stdin-filename", "a.yaml"], "--fix changes files"],
    ["a standard input of no known type", ["check", "--stdin-filename", "a.txt"], "not a type of file"],
  ])("2 for %s", (_, args, words) => {
    const { status, stdout, stderr } = runProgram(makeFolder({}), args, { input: "" });
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain(words);
  });

  test("help and version are no mistakes", () => {
    expect(runProgram(makeFolder({}), ["--help"])).toMatchObject({ status: 0, stderr: "" });
    expect(runProgram(makeFolder({}), ["--version"])).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/u) as string,
    });
  });
});

describe("bad input is named, exits with 2, and keeps nothing else from being reported", () => {
  const bad = { "bad.yaml": badTable };

  test.each([
    ["malformed YAML", { "x.yaml": `${goodTable}  }` }, "x.yaml:9:3: cannot be checked: "],
    ["a binary file", { "x.yaml": Buffer.from("Table\0\x01\x02") }, "x.yaml: cannot be checked: is a binary file\n"],
    [
      "UTF-16",
      { "x.yaml": Buffer.from("\uFEFFkind: Table", "utf16le") },
      "x.yaml: cannot be checked: is UTF-16; save it as UTF-8\n",
    ],
    [
      "Latin-1",
      { "x.json": Buffer.from('{"kind": "Table", "a": "\xE4"}', "latin1") },
      "x.json: cannot be checked: is not UTF-8 text\n",
    ],
    ["malformed JSON", { "x.json": '{"kind": "Table", "apiVersion": "timestream.example.dev/v1alpha1",' }, "x.json:1:"],
  ])("%s", (_, files, message) => {
    const folder = makeFolder({ ...bad, ...files });
    const { status, findings, stderr, problems } = checkJson(folder);
    expect(status).toBe(2);
    expect(findings.map(({ file }) => file)).toEqual(["bad.yaml"]);
    expect(stderr).toContain(message);
    expect(problems).toHaveLength(1);
  });

  test("a missing path and a pattern that fits nothing", () => {
    const { status, findings, stderr } = checkJson(makeFolder(bad), ["bad.yaml", "gone.yaml", "none/**/*.yaml"]);
    expect(status).toBe(2);
    expect(findings).toHaveLength(1);
    expect(stderr).toBe("gone.yaml: error: does not exist\nnone/**/*.yaml: error: no file fits this pattern\n");
  });

  test.skipIf(process.getuid?.() === 0)("a file without permission to read it", () => {
    const folder = makeFolder({ ...bad, "x.yaml": goodTable });
    chmodSync(join(folder, "x.yaml"), 0);
    const { status, findings, stderr } = checkJson(folder);
    expect({ status, count: findings.length, stderr }).toEqual({
      status: 2,
      count: 1,
      stderr: "x.yaml: cannot be checked: cannot be read: permission denied\n",
    });
  });

  test("a file that cannot be opened", () => {
    const folder = makeFolder(bad);
    symlinkSync("loop.yaml", join(folder, "loop.yaml"));
    const { status, findings, stderr } = checkJson(folder, ["bad.yaml", "loop.yaml"]);
    expect({ status, count: findings.length }).toEqual({ status: 2, count: 1 });
    expect(stderr).toBe("loop.yaml: error: cannot be read: too many symbolic links\n");
  });

  test("a broken configuration", () => {
    const { status, findings, stderr } = checkJson(makeFolder({ ...bad, "restraint.config.yaml": "servce: {}\n" }));
    expect({ status, count: findings.length }).toEqual({ status: 2, count: 1 });
    expect(stderr).toMatch(/^restraint\.config\.yaml:1:1: error: .*service/u);
  });

  test("a configuration that is named but not there", () => {
    const { status, stderr } = checkJson(makeFolder(bad), ["--config", "gone.yaml"]);
    expect(status).toBe(2);
    expect(stderr).toContain("gone.yaml");
  });
});

describe("which files are checked", () => {
  const filesOf = (folder: string, ...paths: string[]): string[] =>
    checkJson(folder, paths).findings.map(({ file }) => file);

  test("folders are searched without what .gitignore names, node_modules and hidden folders", () => {
    const folder = makeFolder({
      ".git/HEAD": "",
      ".gitignore": "/build\n*.gen.yaml\n!keep.gen.yaml\n",
      "a.yaml": badTable,
      "b.gen.yaml": badTable,
      "keep.gen.yaml": badTable,
      "build/c.yaml": badTable,
      "sub/build/d.yaml": badTable,
      "sub/.gitignore": "e.yaml\n",
      "sub/e.yaml": badTable,
      "sub/deep/e.yaml": badTable,
      "node_modules/p/f.yaml": badTable,
      ".cache/g.yaml": badTable,
    });
    expect(filesOf(folder)).toEqual(["a.yaml", "keep.gen.yaml", "sub/build/d.yaml"]);
    expect(filesOf(folder, "sub")).toEqual(["sub/build/d.yaml"]);
    expect(filesOf(folder, "build")).toEqual(["build/c.yaml"]);
    expect(filesOf(folder, "**/*.yaml")).toEqual(["a.yaml", "keep.gen.yaml", "sub/build/d.yaml"]);
    expect(filesOf(folder, "b.gen.yaml", "./a.yaml", "a.yaml")).toEqual(["a.yaml", "b.gen.yaml"]);
  });

  test("`ignore` of the configuration counts for named files too", () => {
    const folder = makeFolder({
      "restraint.config.yaml": "ignore: [legacy/**]\n",
      "legacy/a.yaml": badTable,
      "b.yaml": badTable,
    });
    expect(filesOf(folder)).toEqual(["b.yaml"]);
    expect(filesOf(folder, "legacy/a.yaml")).toEqual([]);
    expect(runProgram(folder, ["check", "--verbose"]).stdout).toContain(
      "skipped legacy/a.yaml:1: ignored by the configuration",
    );
  });

  test("others are counted as skipped, and foreign documents with a reason", () => {
    const argo = "apiVersion: argoproj.io/v1alpha1\nkind: Application\nspec: {}\n";
    const folder = makeFolder({
      "README.md": "#",
      "argo.yaml": argo,
      "empty.yaml": "",
      "chart.yaml": `{{- if .x }}\n${badTable}{{- end }}\n`,
    });
    const { status, stdout } = runProgram(folder, [
      "check",
      "--verbose",
      "README.md",
      "argo.yaml",
      "empty.yaml",
      "chart.yaml",
    ]);
    expect(status).toBe(0);
    expect(stdout).toContain("skipped README.md:1: not a type of file that is checked\n");
    expect(stdout).toContain("skipped argo.yaml:1: foreign group");
    expect(stdout).toContain("skipped chart.yaml:1: template");
    expect(stdout).toContain("0 files checked; 4 files hold nothing to check");
  });

  test("what cannot be read is skipped where it cannot concern the contract", () => {
    const folder = makeFolder({
      // Made by `tsc --init`: comments, and `strictFunctionTypes`.
      "tsconfig.json": '{\n  // "strictFunctionTypes": true,\n  "compilerOptions": {}\n}\n',
      "locale.yaml": Buffer.from("a: \xE4", "latin1"),
      "resource.json": Buffer.from("\uFEFF{}", "utf16le"),
      "data.json": Buffer.from([0, 1, 2]),
      "notes.yml": "a Table: b: c\n",
    });
    const { status, stdout, stderr } = runProgram(folder, ["check", "--verbose", "."]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout.match(/^skipped \S+ not a manifest/gm)).toHaveLength(5);
  });

  test("an empty folder is nothing to check, and no mistake", () => {
    const folder = makeFolder({});
    mkdirSync(join(folder, "empty"));
    expect(runProgram(folder, ["check", "empty"])).toMatchObject({
      status: 0,
      stdout: "Nothing to check\n0 files checked\n",
    });
  });
});

describe("--fix", () => {
  test("fixes files in place, keeping byte-order mark, line breaks and mode", () => {
    const crlf = (text: string): string => `\uFEFF${text.replaceAll("\n", "\r\n")}`;
    const folder = makeFolder({ "a.yaml": crlf(fixableTable), "b.yaml": goodTable });
    chmodSync(join(folder, "a.yaml"), 0o640);
    const { status, summary } = checkJson(folder, ["--fix"]);
    expect(status).toBe(0);
    expect(summary).toMatchObject({ errors: 0, fixed: 1 });
    expect(readFileSync(join(folder, "a.yaml"), "utf8")).toBe(crlf(goodTable));
    expect(statSync(join(folder, "a.yaml")).mode & 0o777).toBe(0o640);
    expect(checkJson(folder, ["--fix"]).summary).toMatchObject({ fixed: 0 });
  });

  test("leaves a file alone whose findings have no fix", () => {
    const folder = makeFolder({ "a.yaml": badTable });
    expect(runProgram(folder, ["check", "--fix"]).status).toBe(1);
    expect(readFileSync(join(folder, "a.yaml"), "utf8")).toBe(badTable);
  });
});

describe("--stdin-filename", () => {
  test("checks the standard input under that name", () => {
    const ran = checkJson(makeFolder({}), ["--stdin-filename", "deploy/a.yaml"], { input: badTable });
    expect(ran).toMatchObject({ status: 1, findings: [{ file: "deploy/a.yaml", line: 6 }] });
  });
});

test("findings come in the order of files and places", () => {
  const files = Object.fromEntries(
    ["b", "a", "B", "a/z", "ä"].map((name) => [`${name}.yaml`, `${badTable}---\n${badTable}`]),
  );
  const places = checkJson(makeFolder(files)).findings.map(({ file, line }) => `${file}:${line}`);
  expect(places).toEqual(["B", "a", "a/z", "b", "ä"].flatMap((name) => [`${name}.yaml:6`, `${name}.yaml:14`]));
});

test("offsets do not count the byte-order mark", () => {
  const { findings } = checkJson(makeFolder({ "a.yaml": `\uFEFF${badTable}` }));
  expect(findings[0]).toMatchObject({
    line: 6,
    column: 3,
    start: badTable.indexOf("resource"),
    end: badTable.indexOf("resource") + 8,
  });
});

test("colours follow NO_COLOR and FORCE_COLOR; a pipe has none", () => {
  const folder = makeFolder({ "a.yaml": badTable });
  const colours = (env: NodeJS.ProcessEnv): boolean =>
    runProgram(folder, ["check"], { env }).stdout.includes("\u001B[");
  expect(colours({ NO_COLOR: "", FORCE_COLOR: "" })).toBe(false);
  expect(colours({ NO_COLOR: "", FORCE_COLOR: "1" })).toBe(true);
  expect(colours({ NO_COLOR: "1", FORCE_COLOR: "" })).toBe(false);
});

test("a reader that closes the pipe early is no crash", () => {
  const files = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`${index}.yaml`, badTable]));
  const folder = makeFolder(files);
  const main = join(__dirname, "../../../../dist/src/hosts/cli/main.js");
  const { stderr } = spawnSync("bash", ["-c", `"${process.execPath}" "${main}" check . | head -1`], {
    cwd: folder,
    encoding: "utf8",
  });
  expect(stderr).toBe("");
});

test("what a run does not need is not loaded", () => {
  const folder = makeFolder({ "a.yaml": goodTable, "src/b.ts": 'void fetch("/x");\n', "log.cjs": loggingLoader });
  const loaded = (...args: string[]): readonly string[] => {
    runProgram(folder, ["check", ...args], { env: { NODE_OPTIONS: `--require=${join(folder, "log.cjs")}` } });
    return readFileSync(join(folder, "loaded.txt"), "utf8").split("\n");
  };
  const packageOf = (name: string) => expect.stringMatching(`/node_modules/${name}/`) as string;
  const manifests = loaded("a.yaml");
  expect(manifests).toContainEqual(expect.stringContaining("check/manifest-file.js"));
  for (const name of ["typescript", "eslint", "yaml", "ajv"]) expect(manifests).not.toContainEqual(packageOf(name));
  expect(manifests.length, "modules that are loaded, some 130").toBeLessThan(135);
  expect(manifests.filter((line) => /formats\/(?!text)/u.test(line))).toEqual([]);
  const code = loaded("src/b.ts");
  expect(code).toContainEqual(packageOf("typescript"));
  for (const name of ["eslint", "yaml", "ajv", "tinyglobby"]) expect(code).not.toContainEqual(packageOf(name));
  expect(code).not.toContainEqual(expect.stringContaining("check/manifest-file.js"));
});

/** Prints each file of code that the process has loaded, at its end. */
const loggingLoader = `process.on("exit", () => {
  require("node:fs").writeFileSync(require("node:path").join(__dirname, "loaded.txt"), Object.keys(require.cache).join("\\n"));
});
`;
