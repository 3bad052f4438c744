import { expect, test } from "vitest";
import { checkJson, filesContract, makeFolder, runProgram } from "./program";

const configuration =
  'contract: [./contract.yaml]\nservice: { baseUrls: ["https://api.example.com"], etags: false, conventions: [all] }\n';
const send = (method: string, body: string): string =>
  `await fetch("https://api.example.com/files/1", { method: "${method}", headers: { Authorization: "Bearer t", "Content-Type": "application/json" }, body: JSON.stringify(${body}) });\n`;

test("a contract's resources check bodies, as they check fields", () => {
  const code = [
    send("PATCH", "{ colour: 1 }"),
    send("PATCH", '{ size: "large" }'),
    send("PATCH", "{ name: null }"),
    send("PATCH", "{ size: null }"),
    send("PATCH", '{ name: "a", size: 2 }'),
    send("PUT", "{ size: 1 }"),
    'await fetch("https://api.example.com/files/1?fields=colour", { headers: { Authorization: "Bearer t" } });\n',
  ].join("");
  const folder = makeFolder({ "a.mjs": code, "contract.yaml": filesContract, "restraint.config.yaml": configuration });
  expect(checkJson(folder).findings.map(({ rule, line }) => `${line} ${rule}`)).toEqual([
    "1 valid-body",
    "2 valid-body",
    "3 no-required-null",
    "6 complete-put",
    "7 valid-fields",
  ]);
});

test("several mistakes in one configuration are mistakes, and no unreadable files", () => {
  const folder = makeFolder({ "restraint.config.yaml": "servise: {}\npresett: a\nrules: { nothing: error }\n" });
  const { status, summary } = checkJson(folder);
  expect(status).toBe(2);
  expect(summary).toMatchObject({ unreadable: 0, mistakes: 3 });
  expect(runProgram(folder, ["check"]).stdout).toContain("; 3 mistakes in the configuration");
});

test("a file that was not checked is not said to have been checked without types", () => {
  const folder = makeFolder({
    "a.ts": "export {};\n",
    "large.ts": `export const a = ["${"x".repeat(4 * 1024 * 1024)}"];\n`,
  });
  const { stderr } = runProgram(folder, ["check", "."]);
  expect(stderr).toContain("note: 1 file was checked without declared types");
});

test("a contract without a map says so", () => {
  const folder = makeFolder({ "restraint.config.yaml": "builtin: false\n" });
  expect(runProgram(folder, ["endpoints", "GET /a"]).stderr + runProgram(folder, ["endpoints"]).stdout).toContain(
    "The contract has no permission map",
  );
});

test("who has definitions of kinds and no configuration is told what to do with them", () => {
  const definition = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: { name: a }\n";
  const files = { "config/crds/a.yaml": definition, "config/crds/b/c.yaml": `${definition}---\n${definition}` };
  expect(runProgram(makeFolder(files), ["check"]).stderr).toContain(
    "Not checked: no requests to a configured service, and no known kinds. Found 3 CRDs: run `restraint import crd config/crds/`.",
  );
});

test("header fields that are not known do not hide what is wrong with a body", () => {
  const code = `import axios from "axios";
export const update = (headers: Record<string, string>) =>
  axios.patch("https://api.example.com/files/1", { tags: ["a"] }, { headers });
export const other = (headers: Record<string, string>, body: string) =>
  axios.patch("https://api.example.com/files/1", body, { headers });
`;
  const folder = makeFolder({ "a.ts": code, "restraint.config.yaml": configuration.replace(/^.*\n/u, "") });
  expect(checkJson(folder, ["--no-types"]).findings.map(({ rule, line }) => `${line} ${rule}`)).toEqual([
    "3 no-array-in-patch",
  ]);
});

test("a directive is not called useless where a rule could not look", () => {
  const disabled = (body: string): string =>
    `// eslint-disable-next-line restraint/no-array-in-patch\nexport const a${body.length} = (x: object) => fetch("https://api.example.com/files/1", { method: "PATCH", headers: { "Content-Type": "application/json" }, body: ${body} });\n`;
  const code = disabled("JSON.stringify(x)") + disabled("JSON.stringify({ size: 1 })");
  const folder = makeFolder({ "a.ts": code, "restraint.config.yaml": configuration.replace(/^.*\n/u, "") });
  expect(checkJson(folder, ["--no-types"]).findings.map(({ rule, line }) => `${line} ${rule}`)).toEqual([
    "3 unused-directive",
  ]);
});
