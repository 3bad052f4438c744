import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../../../harness/fixtures";
import { makeFolder, runProgram } from "../program";

function project(files: Readonly<Record<string, string>> = {}): string {
  const folder = makeFolder(files);
  cpSync(join(root, "fixtures/projects/usage"), folder, { recursive: true });
  return folder;
}

const versions = ["widgets.json", "widgets-2.json"] as const;

describe("restraint diff", () => {
  it("fails where a call is hit, and only there", () => {
    const folder = project();
    expect(runProgram(folder, ["diff", ...versions, "src"]).status).toBe(1);
    expect(runProgram(folder, ["diff", ...versions, "src/api.ts"]).status).toBe(1);
    expect(runProgram(folder, ["diff", ...versions, "src/other.ts"]).status).toBe(0);
    expect(runProgram(folder, ["diff", "widgets.json", "widgets.json", "src"]).status).toBe(0);
  });

  it("fails with --strict where a call may be hit", () => {
    const folder = project({
      "any.ts": 'export const any = async () => (await fetch("https://api.example.com/widgets/1?limit")).json();\n',
    });
    const kinds = { "old.json": "widgets.json", "new.json": "widgets-2.json" };
    for (const [name, from] of Object.entries(kinds)) cpSync(join(folder, from), join(folder, name));
    const args = ["diff", "old.json", "new.json", "any.ts"];
    expect(runProgram(folder, args).status).toBe(1);
    writeFileSync(
      join(folder, "any.ts"),
      'export const any = async () => (await fetch("https://api.example.com/widgets/1")).json();\n',
    );
    expect(runProgram(folder, args).status).toBe(0);
    expect(runProgram(folder, [...args, "--strict"]).status).toBe(1);
  });

  it("takes the calls from inventories as from code", () => {
    const folder = project();
    const { stdout } = runProgram(folder, ["usage", "--format", "json", "src"]);
    writeFileSync(join(folder, "usage.json"), stdout);
    const fromCode = runProgram(folder, ["diff", ...versions, "src", "--format", "json"]);
    const fromFile = runProgram(folder, ["diff", ...versions, "--usage", "usage.json", "--format", "json"]);
    expect(fromFile.status).toBe(1);
    expect(JSON.parse(fromFile.stdout)).toEqual(JSON.parse(fromCode.stdout));
  });

  it("reads contract files as well", () => {
    const folder = project();
    for (const [from, to] of [
      ["widgets.json", "old.yaml"],
      ["widgets-2.json", "new.yaml"],
    ] as const)
      runProgram(folder, ["import", "openapi", from, "-o", to]);
    const { status, stdout } = runProgram(folder, ["diff", "old.yaml", "new.yaml", "src"]);
    expect(status).toBe(1);
    expect(stdout).toContain("GET /widgets/{id}  request-parameter-removed  query `limit`");
  });

  it("says what cannot be read, and exits with 2", () => {
    const folder = project({ "none.json": "{}", "broken.json": "{" });
    for (const file of ["none.json", "broken.json", "absent.json"]) {
      const { status, stdout, stderr } = runProgram(folder, ["diff", "widgets.json", file, "src"]);
      expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
      expect(stderr).toContain(file);
    }
    expect(runProgram(folder, ["diff", ...versions, "src", "--usage", "x.json"]).status).toBe(2);
  });
});
