import ts from "typescript";
import { expect, test } from "vitest";
import { byId } from "../../rules/index";
import { analyseCode } from "../../src/analysis/code";
import { createCodebase } from "../../src/analysis/codebase";
import { builtinContract } from "../../src/contract/builtin";
import { noFacts } from "../../src/contract/configuration/configuration";
import { noSources } from "../../src/project/sources";
import { runRules } from "../../src/rule/run";

/** What is wrong with a constant of another file is told where it comes in, and of nothing around that. */

const constants = `
export const fields = "items(id,,name)";
export const most = 500;
export const query = "per_page=500";
export const page = { per_page: 500 };
export const token = "Bearer: ";
export const authorized = { Authorization: "Bearer" + process.env.TOKEN };
export const within = { headers: authorized, page };
export const file = { parents: ["a"] };
`;

/** @returns the code at which something is told. */
function placesIn(code: string): readonly string[] {
  const text = `import { fields, most, query, page, token, authorized, within, file } from "./constants"; import axios from "axios"; ${code}`;
  const trees = new Map(
    Object.entries({ "use.ts": text, "constants.ts": constants }).map(([name, each]) => [
      name,
      ts.createSourceFile(name, each, ts.ScriptTarget.Latest, true),
    ]),
  );
  const [sourceFile] = trees.values();
  if (!sourceFile) throw new Error("no file");
  const find = (_: string, specifier: string): string | undefined =>
    specifier === "./constants" ? "constants.ts" : undefined;
  const codebase = createCodebase(ts, { ...noSources, find, file: (name) => trees.get(name) }, noFacts);
  const analysis = analyseCode({ ts, sourceFile, codebase, contract: builtinContract, facts: noFacts });
  const rules = ["valid-body", "valid-fields", "valid-headers", "valid-query"].flatMap((id) => byId.get(id) ?? []);
  const told = runRules(
    analysis,
    rules.map((rule) => ({ rule, severity: "error", options: {} })),
    { contract: builtinContract, facts: noFacts },
  );
  expect(told.failures).toEqual([]);
  return told.findings.map(({ range }) => text.slice(range.start, range.end));
}

const files = "https://www.googleapis.com/drive/v3/files";
const repositories = "https://api.github.com/orgs/acme/repos";

test.each([
  ["fields", `fetch("${files}?fields=" + fields);`],
  ["fields", `fetch(\`${files}?fields=\${fields}\`);`],
  ["fields", `fetch("${files}?" + new URLSearchParams({ fields }));`],
  ["fields", `const list = (some: string) => fetch("${files}?fields=" + some); list(fields);`],
  ["most", `fetch(\`${repositories}?per_page=\${most}\`);`],
  ["query", `fetch(\`${repositories}?\${query}\`);`],
  ["page", `axios.get("${repositories}", { params: page });`],
  ["page", `axios.get("${repositories}", { params: { sort: "name", ...page } });`],
  ["page.per_page", `axios.get("${repositories}", { params: { per_page: page.per_page } });`],
  ["within.page", `axios.get("${repositories}", { params: within.page });`],
  ["authorized", `fetch("https://api.example.com/notes", { headers: authorized });`],
  ["authorized", `fetch("https://api.example.com/notes", { headers: { Accept: "a/b", ...authorized } });`],
  [
    "authorized.Authorization",
    `fetch("https://api.example.com/notes", { headers: { Authorization: authorized.Authorization } });`,
  ],
  ["headers", `const { headers } = within; fetch("https://api.example.com/notes", { headers });`],
  [
    "token + text",
    `const text = read(); fetch("https://api.example.com/notes", { headers: { Authorization: token + text } });`,
  ],
  ["file", `fetch("${files}/1", { method: "PATCH", body: JSON.stringify(file) });`],
  ["file", `fetch("${files}/1", { method: "PATCH", body: JSON.stringify({ ...file, name: "b" }) });`],
  ["parents", `fetch("${files}/1", { method: "PATCH", body: JSON.stringify({ parents: file.parents }) });`],
])("%s: %s", (expected, code) => {
  expect(placesIn(code)).toEqual([expected]);
});
