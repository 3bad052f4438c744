import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { badTable, checkJson, goodTable, main, makeFolder, runProgram } from "../program";

describe("a file in which everything is wrong", () => {
  test("has a bounded list of findings, and says what is left out", () => {
    const many = 5_003;
    const folder = makeFolder({ "a.yaml": `${badTable}---\n`.repeat(many), "b.yaml": goodTable });
    const { status, findings, notes, summary } = checkJson(folder, ["."]);
    expect(status).toBe(1);
    const each = checkJson(makeFolder({ "a.yaml": badTable }), ["."]).findings.length;
    expect(findings).toHaveLength(Math.min(10_000, 5_000 * each));
    expect(summary).toMatchObject({ errors: 5_000 * each, documents: { checked: many + 1 } });
    expect(notes[0]).toMatch(
      /^a\.yaml has too much wrong in it to be listed as a whole: .*the findings of 3 more manifests are left out\.$/u,
    );
  });
});

describe("an object of very many keys that no kind has", () => {
  // With time that grows as the square, it would take eight minutes of an idle machine.
  test("is checked in a time that grows as its size", { timeout: 180_000 }, () => {
    const keys = Object.fromEntries(Array.from({ length: 300_000 }, (_, index) => [`key${index}`, index]));
    const resource = { databaseName: "a", ...keys };
    const table = {
      apiVersion: "timestream.example.dev/v0.5.0",
      kind: "Table",
      metadata: { name: "a" },
      spec: { providerRef: { name: "p" }, resource },
    };
    const folder = makeFolder({
      "a.json": JSON.stringify(table),
      "restraint.config.yaml": "groups: { a: { name: timestream.example.dev } }\n",
    });
    const args = [main, "check", "a.json", "--format", "json"];
    const { status, stdout } = spawnSync(process.execPath, args, {
      cwd: folder,
      encoding: "utf8",
      timeout: 150_000,
      maxBuffer: 1 << 28,
    });
    expect(status).toBe(1);
    const { findings, notes } = JSON.parse(stdout) as { findings: readonly unknown[]; notes: readonly string[] };
    expect(findings).toHaveLength(10_000);
    expect(notes[0]).toMatch(/29\d{4} more findings are left out\.$/u);
  });
});

describe("YAML that is nested too deeply", () => {
  let block = "";
  for (let depth = 0; depth < 3000; depth += 1) block += `${" ".repeat(depth)}a:\n`;

  test("is named in words, in a manifest, a configuration and a contract", () => {
    const folder = makeFolder({
      "a.yaml": goodTable.replace(/^spec:[^]*$/mu, `spec:\n${block.replace(/^/gmu, " ")}`),
      "b/restraint.config.yaml": block,
      "b/a.yaml": goodTable,
      "c/restraint.config.yaml": "contract: [kinds.yaml]",
      "c/kinds.yaml": `kinds:\n${block.replace(/^/gmu, " ")}`,
      "c/a.yaml": goodTable,
    });
    const { status, stderr } = runProgram(folder, ["check", "a.yaml", "b/a.yaml", "c/a.yaml"]);
    expect(status).toBe(2);
    expect(stderr).not.toContain("call stack");
    for (const name of ["a.yaml", "b/restraint.config.yaml", "c/kinds.yaml"])
      expect(stderr).toMatch(new RegExp(`^${name}:.*nested too deeply to be read$`, "mu"));
  });
});
