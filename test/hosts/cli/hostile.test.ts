import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { partOf } from "../../harness/runs";
import { badCode, badTable, fixableTable, main, makeFolder, type Ran, runProgram } from "./program";
import { sealCache } from "./sealed-cache";

/** Runs the program for at most some seconds, in a heap that a device would fill. */
function runBriefly(cwd: string, ...args: string[]): Ran {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--max-old-space-size=300", main, ...args], {
    cwd,
    encoding: "utf8",
    timeout: 40_000,
    killSignal: "SIGKILL",
  });
  return { status, stdout, stderr };
}

function makePipe(path: string): void {
  expect(spawnSync("mkfifo", [path]).status).toBe(0);
}

describe("devices and pipes", () => {
  test("are passed over in folders, and named where they were asked for", () => {
    const folder = makeFolder({ "a.yaml": badTable, "b.ts": badCode });
    for (const name of ["z.yaml", "z.ts", "z.json"]) symlinkSync("/dev/zero", join(folder, name));
    makePipe(join(folder, "p.yaml"));
    makePipe(join(folder, "p.ts"));
    expect(runBriefly(folder, "check", "--no-types")).toMatchObject({ status: 1 });
    const named = runBriefly(folder, "check", "--no-types", "a.yaml", "z.yaml", "z.ts", "p.yaml", "p.ts");
    expect(named.status).toBe(2);
    expect(named.stdout).toContain("a.yaml:6:3");
    for (const name of ["z.yaml", "z.ts", "p.yaml", "p.ts"])
      expect(named.stderr).toContain(`${name}: error: is not a regular file\n`);
  });

  test.each([
    [".gitignore", 1, ""],
    ["restraint.config.yaml", 2, "restraint.config.yaml:1:1: error: The file is not a regular file."],
    ["tsconfig.json", 1, ""],
    ["imported.ts", 1, ""],
    [".restraintcache", 1, "is not used: is not a regular file"],
  ])("do not hold the program up as %s", (name, status, words) => {
    const makers = [
      makePipe,
      (path: string): void => {
        symlinkSync("/dev/zero", path);
      },
    ];
    for (const make of partOf(makers, 1 / 2)) {
      const folder = makeFolder({
        ".git/HEAD": "",
        "a.yaml": badTable,
        "src/b.ts": `/// <reference path="../imported.ts" />\nimport "../imported";\n${badCode}`,
        "src/tsconfig.json": JSON.stringify({
          ...(name === "tsconfig.json" && { extends: "../tsconfig.json" }),
          compilerOptions: { noLib: true, types: [] },
        }),
      });
      make(join(folder, name));
      const types = ["tsconfig.json", "imported.ts"].includes(name) ? [] : ["--no-types"];
      const ran = runBriefly(folder, "check", "--cache", ...types, "a.yaml", "src");
      expect(ran.status).toBe(status);
      expect(ran.stderr).toContain(words);
      expect(ran.stdout).toContain("a.yaml:6:3");
    }
  });

  test("and files without end are no contracts", () => {
    const folder = makeFolder({ "restraint.config.yaml": "contract: [c.yaml]\n", "a.yaml": badTable });
    symlinkSync("/dev/zero", join(folder, "c.yaml"));
    const ran = runBriefly(folder, "check");
    expect(ran.status).toBe(2);
    expect(ran.stderr).toContain("restraint.config.yaml:1:12: error: ");
    expect(ran.stdout).toContain("a.yaml:6:3");
  });
});

describe("a contract", () => {
  const secret = "root:x:0:0:hunter2:/root\n  - [}\n";
  const places: readonly (readonly [string, string, string?])[] = [
    ["a path that leads out", "../secret.yaml"],
    ["a link that leads out", "link.yaml"],
    ["a link in node_modules that leads out", "node_modules/p/c.yaml"],
  ];

  test.each(places)("is not read outside of the repository by %s", (_, name) => {
    const folder = makeFolder({
      "secret.yaml": secret,
      "repository/.git/HEAD": "",
      "repository/restraint.config.yaml": `contract: [${name}]\n`,
      "repository/a.yaml": badTable,
      "repository/node_modules/p/package.json": "{}",
    });
    const repository = join(folder, "repository");
    symlinkSync("../secret.yaml", join(repository, "link.yaml"));
    symlinkSync("../../../secret.yaml", join(repository, "node_modules/p/c.yaml"));
    const found = runProgram(repository, ["check"]);
    expect(found.status).toBe(2);
    expect(found.stderr).toContain(
      "restraint.config.yaml:1:12: error: This contract file lies outside of the repository",
    );
    expect(found.stdout + found.stderr).not.toContain("hunter2");
    const named = runProgram(repository, ["check", "--config", "restraint.config.yaml"]);
    expect(named.stderr).toContain(`${name}:1:1: error: `);
    expect(named.stdout + named.stderr).not.toContain("hunter2");
  });

  test("may be that of an installed package, also one that the repository itself holds", () => {
    const contract =
      "groups: { shop.dev: { versions: [v1] } }\nkinds:\n  - { kind: Widget, group: shop.dev, schema: { type: object, properties: { size: { type: string } } } }\n";
    const folder = makeFolder({
      ".git/HEAD": "",
      "packages/contract/c.yaml": contract,
      "app/restraint.config.yaml":
        "contract: [node_modules/linked/c.yaml, ../packages/contract/c.yaml, ../node_modules/installed/c.yaml]\n",
      "app/a.yaml": "apiVersion: shop.dev/v1\nkind: Widget\nextra: 1\n",
      "node_modules/installed/c.yaml": contract,
    });
    mkdirSync(join(folder, "app/node_modules"));
    symlinkSync("../../packages/contract", join(folder, "app/node_modules/linked"));
    const { status, stdout, stderr } = runProgram(join(folder, "app"), ["check"]);
    expect(stderr).toBe("");
    expect(status).toBe(1);
    expect(stdout).toContain("a.yaml:3:1");
  });

  test("never has its content repeated", () => {
    const folder = makeFolder({
      "restraint.config.yaml": "contract: [c.yaml]\n",
      "c.yaml":
        'groups: "hunter2"\npermissions: [{ scope: "hunter2 A", category: 1, access: hunter2, endpoints: [hunter2], "hunter2 key": 1 }]\n',
    });
    const { status, stderr } = runProgram(folder, ["check"]);
    expect(status).toBe(2);
    expect(stderr).toContain("c.yaml:1:9: error: ");
    expect(stderr).not.toContain("hunter2");
  });
});

describe("aliases that never end", () => {
  test("are an error with a place, in a configuration and in a contract", () => {
    const folder = makeFolder({
      "one/restraint.config.yaml": "groups: &a\n  a: { name: x.dev }\n  b: *a\n",
      "one/a.yaml": badTable,
      "two/restraint.config.yaml": "contract: [c.yaml]\n",
      "two/c.yaml": "groups: {}\nkinds:\n  - kind: A\n    group: g\n    schema: &s\n      properties: { again: *s }\n",
    });
    const { status, stdout, stderr } = runProgram(folder, ["check"]);
    expect(status).toBe(2);
    expect(stdout).toContain("one/a.yaml:6:3");
    expect(stderr).toContain("one/restraint.config.yaml:3:6: error: This alias stands within what it names");
    expect(runProgram(join(folder, "two"), ["check", "."]).stderr).toContain(
      "c.yaml:6:28: error: This alias stands within",
    );
  });

  test("are refused by import too", () => {
    const folder = makeFolder({ "crd.yaml": "kind: CustomResourceDefinition\nspec: &s { again: *s }\n" });
    expect(runProgram(folder, ["import", "crd", "crd.yaml"])).toMatchObject({ status: 2, stdout: "" });
  });
});

describe("a cache", () => {
  test("that cannot be written is a note", () => {
    const folder = makeFolder({ "a.yaml": badTable, file: "" });
    const ran = runProgram(folder, ["check", "--cache", "--cache-location", "file/cache", "a.yaml"]);
    expect(ran.status).toBe(1);
    expect(ran.stderr).toMatch(/^note: The cache .* is not written: /mu);
  });

  const isNote = (folder: string): void => {
    const ran = runProgram(folder, ["check", "--cache", "a.yaml"]);
    expect(ran.status).toBe(1);
    expect(ran.stdout).toContain("a.yaml:6:3");
    expect(ran.stderr).toMatch(/^note: The cache .* is not used: it is damaged/mu);
    expect(runProgram(folder, ["check", "--cache", "a.yaml"]).stderr).toBe("");
  };

  test.each(["{", "[]", '{"entries":{},"code":[[1]]}'])("that holds %s is a note", (content) => {
    isNote(makeFolder({ "a.yaml": badTable, ".restraintcache": content }));
  });

  test.each([
    "{",
    "[]",
    "null",
    '{"entries":{"a":{"key":"k"}},"code":[[1]]}',
    '{"entries":null,"code":[[1]]}',
    '{"entries":{},"code":[]}',
    '{"entries":{},"code":[[0]]}',
    '{"entries":{},"code":[[1,1,0],"a"]}',
    '{"entries":{},"code":["a",[1,0,0]]}',
    '{"entries":{},"code":["",[1],[1,0,1],[1,0,2]]}',
  ])("that somebody has sealed who keeps %s in it is a note", (body) => {
    const folder = makeFolder({ "a.yaml": badTable });
    sealCache(folder, body);
    isNote(folder);
  });

  test("that is a link to somewhere else is not written", () => {
    const folder = makeFolder({ "repository/a.yaml": badTable, profile: "precious" });
    symlinkSync("../profile", join(folder, "repository/.restraintcache"));
    const ran = runProgram(join(folder, "repository"), ["check", "--cache", "a.yaml"]);
    expect(ran.stderr).toContain("is not written");
    expect(runProgram(folder, ["check", "profile"]).status).toBe(0);
  });
});

test("a rule that throws is named with the file, and the others report", () => {
  const folder = makeFolder({ "a.yaml": fixableTable, "b.yaml": badTable, "c.ts": badCode });
  const rule = join(main, "../../../../rules/kinds/no-unknown-kind-fields.js");
  writeFileSync(
    join(folder, "preload.cjs"),
    `for (const rule of Object.values(require(${JSON.stringify(rule)}))) rule.check = () => { throw new Error("on purpose"); };`,
  );
  const { status, stdout, stderr } = runProgram(folder, ["check", "--no-types"], {
    env: { NODE_OPTIONS: `--require ${join(folder, "preload.cjs")}` },
  });
  expect(status).toBe(2);
  expect(stdout).toContain("error require-kind-fields  b.yaml:6:3");
  expect(stdout).toContain("c.ts:");
  expect(stderr).toContain("a.yaml: cannot be checked: rule no-unknown-kind-fields crashed: on purpose\n");
});

describe("by the rules of the house", () => {
  const sources = readdirSync(join(__dirname, "../../../src"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.startsWith("generate"))
    .map((name) => ({ name, text: readFileSync(join(__dirname, "../../../src", name), "utf8") }));
  const using = (pattern: RegExp): string[] => sources.filter(({ text }) => pattern.test(text)).map(({ name }) => name);

  test("output goes through one place", () => {
    expect(using(/process\.std(?:out|err)\.write/u)).toEqual(["hosts/cli/output.ts"]);
  });

  test("files are read and written in one place, but for those of this package", () => {
    expect(using(/\b(?:readFileSync|writeFileSync|createReadStream|sys\.readFile)\(/u).sort()).toEqual([
      "files/read.ts",
      "hosts/cli/rules/page.ts",
      "hosts/shared/package/root.ts",
      "hosts/shared/typescript/reader.ts",
    ]);
  });
});
