import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Log } from "sarif";
import { expect, test } from "vitest";
import { rules } from "../../../rules/index";
import { html } from "../../../src/hosts/cli/formats/html";
import { sarif } from "../../../src/hosts/cli/formats/sarif";
import { finding, checked, outputOf } from "./formats/sample";
import { badTable, goodTable, filesContract, makeFolder, runProgram } from "./program";

/** The words that somebody meets who runs the program for the first time: what is wrong, what the service does, what to do. */

const configuration = `contract: [./contract.yaml]
service: { baseUrls: ["https://api.example.com"] }
tokens: { IAT: [getInstallationOctokit, botToken], UAT: [userToken] }
`;

/** @returns the messages that a file of code is given, by their rules. */
function messagesOn(code: string): readonly string[] {
  const folder = makeFolder({ "a.mjs": code, "contract.yaml": filesContract, "restraint.config.yaml": configuration });
  const { stdout } = runProgram(folder, ["check", "--no-types", "--format", "json"]);
  const { findings } = JSON.parse(stdout) as { readonly findings: readonly { rule: string; message: string }[] };
  return findings.map(({ rule, message }) => `${rule}: ${message}`);
}

const patch = (body: string): string =>
  `await fetch("https://api.example.com/files/1", { method: "PATCH", headers: { Authorization: \`Bearer \${process.env.T}\`, "Content-Type": "application/json", "If-Match": process.env.TAG }, body: JSON.stringify(${body}) });\n`;

test("what one rule advises, no other forbids", () => {
  expect(messagesOn(patch("{ size: 1, name: undefined }"))).toEqual([
    "no-undefined-in-patch: `name` is required and cannot be deleted: remove it, or send a value.",
  ]);
  expect(messagesOn(patch("{ size: undefined }"))).toEqual([
    "no-undefined-in-patch: `size` is `undefined`, which JSON drops: the field stays unchanged. Send `null` to delete it.",
  ]);
  for (const advised of ['{ size: 1, name: "a" }', "{ size: 1 }", "{ size: null }"])
    expect(messagesOn(patch(advised))).toEqual([]);
});

test("a token of the wrong type is told by its name", () => {
  const create = (token: string): string =>
    `export const create = (${token}) => fetch("https://api.example.com/user/repos", { method: "POST", headers: { Authorization: \`Bearer \${${token}}\` } });\n`;
  expect(messagesOn(create("botToken"))).toEqual([
    "token-type: `POST /user/repos` rejects installation tokens (IAT), such as this one from `botToken`. Send a user token (UAT).",
  ]);
  expect(messagesOn(create("userToken"))).toEqual([]);
});

test("an entity tag that is used up is told with the update that used it", () => {
  const code = `const { etag } = await (await fetch("https://api.example.com/files/1", { headers: { Authorization: \`Bearer \${process.env.T}\` } })).json();
${patch('{ name: "a" }').replace("process.env.TAG", "etag")}${patch('{ name: "b" }').replace("process.env.TAG", "etag")}`;
  expect(messagesOn(code).filter((message) => message.startsWith("no-stale-etag"))).toEqual([
    "no-stale-etag: `etag` was used by the update in line 2, which changed it: the service rejects this one. Send the `etag` of that update's response, or read again.",
  ]);
});

test("a field of another kind is told with the kind that has it, and no list of eight names", () => {
  const folder = makeFolder({
    "a.yaml": `${goodTable}    kmsKeyId: a\n`,
    "b.yaml": `${goodTable}    nothingLikeIt: a\n`,
    "c.yaml": `${goodTable}    kmsKeyID: a\n`,
  });
  const { stdout } = runProgram(folder, ["check"]);
  const told = stdout.match(/^ {2}`spec\.resource` of Table has no .*$/gmu);
  expect(told).toEqual([
    "  `spec.resource` of Table has no `kmsKeyId`: the service drops or rejects it. `Database` has `kmsKeyID`.",
    "  `spec.resource` of Table has no `nothingLikeIt`: the service drops or rejects it.",
    "  `spec.resource` of Table has no `kmsKeyID`: the service drops or rejects it. `Database` has it.",
  ]);
});

test("the last lines count what was checked, what holds nothing, and the requests", () => {
  const files = { "a.mjs": patch("{ size: 1 }"), "b.mjs": "export {};\n", "c.yaml": badTable, "d.yaml": goodTable };
  const { stdout } = runProgram(makeFolder({ ...files, "e.json": "{}" }), ["check", "--no-types"]);
  const [figures, coverage] = stdout.trimEnd().split("\n").slice(-2);
  expect(figures).toMatch(/^4 files, 2 manifests checked; 1 file holds nothing to check/u);
  expect(coverage).toBe("1 request compared");
});

test("a query that says nothing of permissions is told as such", () => {
  const code = 'import { Octokit } from "@octokit/core";\nawait new Octokit().graphql("{ viewer { login } }");\n';
  const { stdout } = runProgram(makeFolder({ "a.mjs": code }), ["permissions"]);
  expect(stdout).toContain("GraphQL: permissions cannot be read from the query\n");
});

test("the README tells of each kind of service what it takes", () => {
  const [, section = ""] =
    /^## Your service\n(.*?)^## /msu.exec(readFileSync(join(__dirname, "../../../README.md"), "utf8")) ?? [];
  const rows = section.split("\n").filter((line) => line.startsWith("| a ") || line.startsWith("| manifests"));
  for (const takes of ["nothing", "import github-permissions", "import crd", "import openapi", "service.baseUrls"])
    expect(rows.filter((row) => row.includes(takes)).length, takes).toBeGreaterThan(0);
});

test("reports leak no clauses of the service's description, and no marks of another format", () => {
  const output = outputOf([
    checked("a.ts", { findings: rules.map(({ id }) => finding({ rule: id, message: "`a`" })) }),
  ]);
  const [run] = (JSON.parse(sarif(output)) as Log).runs;
  const driver = run?.tool.driver.rules ?? [];
  expect(driver).toHaveLength(rules.length);
  for (const { id, help, fullDescription } of driver)
    expect(`${help?.text ?? ""} ${help?.markdown ?? ""} ${fullDescription?.text ?? ""}`, id).not.toMatch(
      /\b(?:conventions|permissions|kinds|selectors?) \d|\b\d+\.\d+\.\d+/u,
    );
  expect(html(output).replaceAll(/<(script|style)>.*?<\/\1>/gsu, "")).not.toContain("`");
});
