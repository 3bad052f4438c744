import { expect, test } from "vitest";
import { unreadable } from "../../../../src/hosts/cli/check/report";
import { markdown } from "../../../../src/hosts/cli/formats/markdown";
import { badTable, makeFolder, runProgram } from "../program";
import { checked, finding, outputOf } from "./sample";
import { readFileSync } from "node:fs";
import { join } from "node:path";

test("findings are listed by file, with code as code, after what could not be checked", () => {
  const files = [
    checked("src/a.ts", {
      findings: [
        finding({ message: "PATCH without `If-Match` is rejected.", request: "PATCH /things/{id}" }),
        finding({ severity: "warn", line: 9 }),
      ],
    }),
    unreadable("b.yaml", { line: 3, message: "is cut off" }),
  ];
  const page = "https://unpkg.com/eslint-plugin-restraint/docs/rules/no-array-in-patch.md";
  expect(markdown(outputOf(files)).split("\n")).toEqual([
    "### Restraint: 1 error, 1 warning",
    "",
    "**Could not be checked**",
    "",
    "- `b.yaml:3`: is cut off",
    "",
    "**`src/a.ts`**",
    "",
    `- ❌ 2:5 PATCH without \`If-Match\` is rejected. (\`PATCH /things/{id}\`) [no-array-in-patch](${page})`,
    `- ⚠️ 9:5 This array replaces the whole one. [no-array-in-patch](${page})`,
    "",
    "1 file checked, with 0 manifests. 0 requests compared.",
    "",
  ]);
});

test("what a repository says is neither markup nor a call to people, issues or sites", () => {
  const message = "No `a` <img src=x> @team #1 https://evil.example www.evil.example [x](y) *b* `c` d`e";
  const text = markdown(outputOf([checked("`a`<b>.ts", { findings: [finding({ message })] })]));
  expect(text).toContain("**`` `a`<b>.ts ``**");
  expect(text).toContain(
    "No `a` \\<img src=x\\> @\u200Bteam \\#1 https:\u200B//evil.example www\u200B.evil.example \\[x\\]\\(y\\) \\*b\\* `c` d`e`",
  );
});

test("a long list is cut, and says so", () => {
  const findings = Array.from({ length: 120 }, () => finding({ message: "x".repeat(5000) }));
  const text = markdown(outputOf([checked("a.ts", { findings })]));
  expect(text).toContain("\n\n… and 70 more.\n");
  expect(text.length).toBeLessThan(65_536);
});

test("reports in other formats go to files, beside the standard output", () => {
  const folder = makeFolder({ "a.yaml": badTable });
  const args = ["check", "a.yaml", "--report", "sarif=out.sarif", "--report", "markdown=out.md"];
  const { status, stdout } = runProgram(folder, args);
  expect({ status, stdout }).toEqual({
    status: 1,
    stdout: expect.stringContaining("error require-kind-fields") as string,
  });
  expect(JSON.parse(readFileSync(join(folder, "out.sarif"), "utf8"))).toMatchObject({ version: "2.1.0" });
  expect(readFileSync(join(folder, "out.md"), "utf8")).toMatch(/^### Restraint: 1 error, 0 warnings\n/u);
});

test.each([
  ["pdf=a", /the formats are text, json/u],
  ["sarif", /takes a format and a file/u],
  ["json=missing/a.json", /cannot be written to .*missing\/a\.json: does not exist/u],
])("a report %s is refused in words", (report, expected) => {
  const { status, stderr } = runProgram(makeFolder({ "a.yaml": badTable }), ["check", "a.yaml", "--report", report]);
  expect(status).toBe(2);
  expect(stderr).toMatch(expected);
});
