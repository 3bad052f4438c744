import { expect, test } from "vitest";
import { unreadable } from "../../../../src/hosts/cli/check/report";
import { github } from "../../../../src/hosts/cli/formats/github";
import { finding, checked, outputOf } from "./sample";

test("escapes what workflow commands give a meaning to", () => {
  const findings = [finding({ message: "100%\r\nof a:b,c" })];
  const [line] = github(outputOf([checked("a,b:c%/d.ts", { findings })])).split("\n");
  expect(line).toBe(
    "::error file=a%2Cb%3Ac%25/d.ts,line=2,endLine=2,col=5,endColumn=10,title=restraint/no-array-in-patch::100%25%0D%0Aof a:b,c",
  );
});

test("gives columns only within one line, and warnings as such", () => {
  const findings = [finding({ severity: "warn", endLine: 3 })];
  expect(github(outputOf([checked("a.ts", { findings })]))).toContain("::warning file=a.ts,line=2,endLine=3,title=");
});

test("annotates what could not be checked", () => {
  const output = outputOf([unreadable("b.yaml", { message: "is a binary file" })], {
    problems: [{ file: "restraint.config.yaml", line: 1, column: 2, severity: "error", message: "no" }],
  });
  expect(github(output)).toContain("::error file=b.yaml,title=restraint could not check this file::is a binary file");
  expect(github(output)).toContain("::error file=restraint.config.yaml,line=1,col=2,title=restraint::no");
});
