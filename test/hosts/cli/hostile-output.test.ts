import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { partOf } from "../../harness/runs";
import { badCode, badTable, main, makeFolder, type Ran, runProgram } from "./program";

describe("what files say does not speak to the terminal", () => {
  const evil = "x\u001b[2J\u009b31m\r\n::stop-commands::t\n##vso[task.setvariable]\u202e";
  const quoted = JSON.stringify(evil).replace("\u009b", "\\x9b");

  function makeHostile(): string {
    const folder = makeFolder({
      "::stop-commands::a\u001b[2J\n::error::b.yaml": badTable,
      "key.yaml": `${badTable}    ${quoted}: 1\n`,
      "kind.yaml": `apiVersion: timestream.example.dev/v1alpha1\nkind: Table\nspec: { resource: { databaseName: [${quoted}] } }\n# \u001b[2J\n`,
      "code.ts": `await fetch(${quoted.replace("x\\u001b", "https://h/\\u001b")}, { method: "PATCH", body: JSON.stringify({ ${quoted}: [1] }) }); /* \u001b[2J */ export {};\n`,
      "bad.json": `{ "apiVersion": "timestream.example.dev/v1alpha1", ${quoted}: }`,
    });
    writeFileSync(
      join(folder, "restraint.config.yaml"),
      `contract: [c.yaml]\n${quoted}: 1\nrules: { ${quoted}: error }\nservice: { baseUrls: [1, ${quoted}] }\n`,
    );
    writeFileSync(
      join(folder, "c.yaml"),
      `groups: { ${quoted}: { versions: [${quoted}] } }\nkinds:\n  - { kind: ${quoted}, group: ${quoted}, schema: { properties: { ${quoted}: { type: string, enum: [${quoted}] } } } }\n`,
    );
    return folder;
  }

  // Line feeds are the outputs' own; colours are off.
  const obeyed = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069]/u;
  const commands: readonly (readonly string[])[] = [
    ...["text", "json", "sarif", "junit", "github"].map((format) => [
      "check",
      "--no-types",
      "--verbose",
      "--format",
      format,
    ]),
    ["requests", "--no-types"],
    ["requests", "--no-types", "--format", "json"],
    ["kinds"],
    ["kinds", "--format", "json"],
    ["kinds", "--format", "json-schema"],
    ["kinds", "Nothing"],
    ["endpoints", "GET", "/x"],
    ["import", "crd", "key.yaml", "bad.json"],
  ];

  test.each(partOf(commands, 1 / 3))("%s %s %s %s %s", (...args) => {
    const { stdout, stderr } = runProgram(
      makeHostile(),
      args.filter((each) => typeof each === "string"),
    );
    for (const output of [stdout, stderr]) {
      expect(output).not.toMatch(obeyed);
      expect(output).not.toContain("##vso[");
      const ownCommands = args.includes("github") && output === stdout;
      for (const line of output.split("\n"))
        if (/^\s*::/u.test(line))
          expect([ownCommands, line]).toEqual([true, expect.stringMatching(/^::(?:error|warning) /u)]);
    }
    expect(stdout + stderr).not.toContain("\n::stop-commands");
  });
});

describe("output that nobody reads", () => {
  const many = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`c${index}.ts`, badCode.repeat(1)]));
  const piped = (cwd: string, command: string): Ran => {
    const { status, stdout, stderr } = spawnSync(
      "bash",
      ["-c", `set -o pipefail; "$0" "$1" ${command}; echo "status \${PIPESTATUS[0]}"`, process.execPath, main],
      { cwd, encoding: "utf8" },
    );
    return { status, stdout, stderr };
  };

  const pipes: readonly (readonly [string, number])[] = [
    ["requests --no-types | head -1", 0],
    ["check --no-types . | head -1", 1],
    ["check --no-types --format json | head -1", 1],
    ["endpoints | head -1", 0],
    ["kinds | head -1", 0],
    ["rules | head -1", 0],
    ["explain valid-fields | head -1", 0],
  ];

  test.each(partOf(pipes, 1 / 3))("%s ends quietly with %i", (command, status) => {
    const { stdout, stderr } = piped(makeFolder(many), command);
    expect(stdout.trimEnd().split("\n").at(-1)).toBe(`status ${status}`);
    expect(stderr.replace(/^note: .*\n/gmu, "")).toBe("");
  });

  test("because the disk is full makes the status 2", () => {
    const { stdout, stderr } = piped(makeFolder({ "a.yaml": badTable }), "check > /dev/full");
    expect(stdout).toBe("status 2\n");
    expect(stderr).toContain("the output cannot be written");
  });
});
