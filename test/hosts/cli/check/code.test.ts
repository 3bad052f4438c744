import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { badCode, badTable, checkJson, makeFolder, runProgram } from "../program";

const compilerOptions = { module: "nodenext", target: "es2022", types: [], lib: ["es2022"] };
const tsconfig = JSON.stringify({ compilerOptions });

const wrapper = `export function send(path: string, body: object) {
  return fetch("https://api.example.com/v1" + path, {
    method: "PATCH",
    headers: { Authorization: "Bearer x", "Content-Type": "application/json", "If-Match": String(Math.random()) },
    body: JSON.stringify(body),
  });
}
`;
const caller = `import { send } from "./send.js";\nawait send("/things/1", { tags: ["sale"] });\n`;

test("calls are followed into other files, with a tsconfig.json and without one, and that types are missing is said", () => {
  const files = { "src/send.ts": wrapper, "src/call.ts": caller };
  const typed = checkJson(makeFolder({ "tsconfig.json": tsconfig, ...files }));
  expect(typed.findings).toMatchObject([{ file: "src/call.ts", rule: "no-array-in-patch", line: 2, column: 33 }]);
  expect(typed.stderr).not.toContain("syntax");

  const untyped = checkJson(makeFolder(files));
  expect(untyped.findings.map(({ file }) => file)).toEqual(["src/call.ts"]);
  expect(untyped.stderr).toContain(
    "note: 2 files were checked without declared types: there is no tsconfig.json or jsconfig.json above.\n",
  );
});

test("code that is not looked at to its end is named, and what was seen of it is checked", () => {
  const deep = `${badCode}\nconst deep = ${"[".repeat(600)}fetch("/missed")${"]".repeat(600)};\n`;
  const folder = makeFolder({ "deep.ts": deep, "good.ts": 'void fetch("/x");\n' });
  const { status, findings, notes, problems } = checkJson(folder);
  expect(status).toBe(1);
  expect(findings.map(({ file }) => file)).toContain("deep.ts");
  expect(problems).toEqual([]);
  expect(notes).toContainEqual(expect.stringMatching(/^deep\.ts: this code is too long/u));
});

test("each package of a repository is checked by its own tsconfig.json, and --no-types by none", () => {
  const folder = makeFolder({
    "a/tsconfig.json": tsconfig,
    "a/send.ts": wrapper,
    "a/call.ts": caller,
    "b/tsconfig.json": tsconfig,
    "b/send.ts": wrapper,
    "b/call.ts": caller,
  });
  expect(checkJson(folder).findings.map(({ file }) => file)).toEqual(["a/call.ts", "b/call.ts"]);
  expect(checkJson(folder, ["b"]).findings.map(({ file }) => file)).toEqual(["b/call.ts"]);
  const untyped = checkJson(folder, ["--no-types"]);
  expect(untyped.findings.map(({ file }) => file)).toEqual(["a/call.ts", "b/call.ts"]);
  expect(untyped.notes).toEqual([expect.stringContaining("No service is configured")]);
});

test("where no service is configured, one line says so and names the hosts", () => {
  const { stderr } = checkJson(makeFolder({ "a.ts": badCode }), ["--no-types"]);
  expect(stderr).toBe(
    "note: No service is configured: a request counts as one to it unless it shows another (hosts seen: api.example.com). Name yours in restraint.config.yaml, `service.baseUrls`.\n",
  );
  const configured = makeFolder({
    "a.ts": badCode,
    "restraint.config.yaml": 'service: { baseUrls: ["https://api.example.com/v1"], conventions: [all] }\n',
  });
  expect(checkJson(configured, ["--no-types"])).toMatchObject({ status: 1, stderr: "" });
});

test("scripts of components are checked at their places in the file", () => {
  const vue = `<template><p>{{ x }}</p></template>\n<script setup lang="ts">\n${badCode}</script>\n`;
  const [finding] = checkJson(makeFolder({ "tsconfig.json": tsconfig, "a.vue": vue })).findings;
  expect(finding).toMatchObject({ file: "a.vue", rule: "no-array-in-patch", line: 6, start: vue.indexOf('["sale"]') });
});

test("code is fixed too, wherever its types come from", () => {
  const bad = badCode.replace("Bearer x", "token x");
  const vue = `<script>\n${bad}</script>\n`;
  const folder = makeFolder({
    "tsconfig.json": tsconfig,
    "a.ts": `\uFEFF${bad.replaceAll("\n", "\r\n")}`,
    "b.vue": vue,
    "restraint.config.yaml": "service: { baseUrls: [https://api.example.com/v1], conventions: [all] }\n",
  });
  expect(checkJson(folder, ["--fix"]).summary).toMatchObject({ fixed: 2 });
  expect(readFileSync(join(folder, "a.ts"), "utf8")).toBe(`\uFEFF${badCode.replaceAll("\n", "\r\n")}`);
  expect(readFileSync(join(folder, "b.vue"), "utf8")).toBe(`<script>\n${badCode}</script>\n`);
});

test("a directive silences a finding in every format, is counted, and reported when it silences nothing", () => {
  const silenced = `/* eslint-disable restraint/no-array-in-patch -- on purpose */\n${badCode}`;
  const folder = makeFolder({ "a.ts": silenced });
  for (const format of ["text", "json", "sarif", "github", "junit"]) {
    const { status, stdout } = runProgram(folder, ["check", "--no-types", "--format", format]);
    expect(status).toBe(0);
    expect(stdout.replace(/"ruleId".*|unused/gu, "")).not.toContain("replaces the whole");
  }
  expect(checkJson(folder, ["--no-types"]).summary).toMatchObject({ suppressed: 1, warnings: 0 });
  const useless = makeFolder({ "a.yaml": `# eslint-disable-next-line restraint/valid-kind-values\n${badTable}` });
  expect(checkJson(useless).findings.map(({ rule }) => rule)).toContain("unused-directive");
});

test("the types of installed packages are used", () => {
  const folder = makeFolder({
    "tsconfig.json": tsconfig,
    "a.ts":
      'import axios from "axios";\nconst http = axios.create({ baseURL: "https://api.example.com/v1" });\nawait http.patch("/things/1", { tags: ["sale"] }, { headers: { "If-Match": String(Math.random()) } });\n',
    "node_modules/.keep": "",
  });
  symlinkSync(join(__dirname, "../../../../node_modules/axios"), join(folder, "node_modules/axios"));
  expect(checkJson(folder).findings.map(({ rule }) => rule)).toEqual(["no-array-in-patch"]);
});
