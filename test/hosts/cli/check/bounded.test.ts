import { describe, expect, test } from "vitest";
import { badTable, checkJson, goodTable, makeFolder, runProgram } from "../program";

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
