import ts from "typescript";
import { describe, expect, it } from "vitest";
import { analyseCode } from "../../../src/analysis/code";
import { builtinContract } from "../../../src/contract/builtin";
import { noFacts } from "../../../src/contract/configuration/configuration";
import { describeRequest } from "../../../src/request/derived/describe";
import { renderRequest } from "../render";

/** What applications do between a value and its request, class by class. */

function analyse(source: string) {
  const sourceFile = ts.createSourceFile("file.ts", source, ts.ScriptTarget.Latest, true);
  return analyseCode({ ts, sourceFile, contract: builtinContract, facts: noFacts }).requests;
}

function requestsOf(source: string): readonly string[] {
  return analyse(source).map(renderRequest);
}

/** @returns origin and path, as `restraint requests` lists them. */
function placesOf(source: string): readonly string[] {
  return analyse(source).map((request) => {
    const { origin, path } = describeRequest(request, builtinContract, noFacts);
    return `${origin ?? ""} ${path ?? "?"}`;
  });
}

const octokit = 'import { Octokit } from "@octokit/rest";\nconst octokit = new Octokit();\n';

describe("what is only written to a log", () => {
  const send = 'await fetch("/a", { method: "PUT", body: JSON.stringify(body) });';
  const sent = ["PUT /a [] {n: 1}"];

  it.each([
    ["debug", 'import debugFactory from "debug"; const d = debugFactory("x");', 'd("%O", body);'],
    ["a required debug", 'const d = require("debug")("x");', 'd("%O", body);'],
    ["a child of a logger", 'import pino from "pino"; const l = pino().child({ a: 1 });', "l.info(body);"],
    [
      "what a package makes",
      'import winston from "winston"; const w = winston.createLogger({});',
      'w.info("a", body);',
    ],
    ["a named export", 'import { consola } from "consola";', "consola.success(body);"],
    ["the Actions toolkit", 'import * as core from "@actions/core";', 'core.info(body); core.setOutput("x", body);'],
    ["node's formatters", 'import { inspect, format } from "node:util";', 'inspect(body); format("%O", body);'],
    ["reports of errors", 'import * as Sentry from "@sentry/node";', "Sentry.captureException(body);"],
  ])("keeps its members, by %s", (_, before, call) => {
    expect(requestsOf(`${before}\nexport async function f() { const body = { n: 1 }; ${call} ${send} }`)).toEqual(sent);
  });

  it.each(["debug", "log", "logger"])("keeps its members, by a function that is handed in as `%s`", (name) => {
    expect(
      requestsOf(`export async function f(${name}) { const body = { n: 1 }; ${name}("%O", body); ${send} }`),
    ).toEqual(sent);
  });

  it.each([
    ["other functions of a package", 'import { change } from "some-package";', "change(body);"],
    ["a variable of that name", 'import debug from "debug"; const d = debug("x");', "((d) => d(body))(other);"],
    ["what reports change", 'import * as Sentry from "@sentry/node";', "Sentry.withScope(body);"],
  ])("is not what %s get", (_, before, call) => {
    const source = `${before}\nexport async function f(other) { const body = { n: 1 }; ${call} ${send} }`;
    expect(requestsOf(source)).not.toEqual(sent);
  });
});

describe("pieces of a text", () => {
  it("are no `undefined` in a path, and fill a route", () => {
    const taken = "const [owner, repo] = text.split('/');";
    expect(
      requestsOf(`export const f = (text: string) => { ${taken} return fetch(\`/repos/\${owner}/\${repo}\`); };`),
    ).toEqual(["GET /repos/{owner}/{repo} []"]);
    const call = 'octokit.rest.issues.create({ owner, repo, title: "x" })';
    expect(requestsOf(`${octokit}export const f = (text: string) => { ${taken} return ${call}; };`)).toEqual([
      'POST /repos/{owner}/{repo}/issues [] {title: "x"}',
    ]);
  });

  it("have a default where they may be missing", () => {
    const source =
      "export const f = (text: string) => { const [a, b = 'main'] = text.split('@'); return fetch(`/x/${b}`); };";
    expect(requestsOf(source)[0]).toMatch(/^GET \/x\/main \| \/x\/\{.*\}|^GET \?|\/x\//u);
  });
});

describe("header fields of another list", () => {
  it("are set one by one where they are known, and leave the others as they may be where they are not", () => {
    const copy = (given: string) =>
      `export function f(init) { const headers = new Headers({ a: "1" }); new Headers(${given}).forEach((value, key) => headers.set(key, value)); return fetch("/x", { headers }); }`;
    expect(requestsOf(copy('{ "If-Match": "2" }'))).toEqual(["GET /x [a=1, if-match=2]"]);
    expect(requestsOf(copy("init.headers"))).toEqual(["GET /x [a?=1|…, …]"]);
  });
});

describe("options that are not known", () => {
  it("leave axios its body", () => {
    expect(
      requestsOf('import axios from "axios";\nexport const f = (config) => axios.post("/a", { n: 1 }, config);'),
    ).toEqual(["POST /a ?… […] {n: 1}"]);
    const transformed =
      'import axios from "axios";\nexport const f = (change) => axios.post("/a", { n: 1 }, { transformRequest: change });';
    expect(requestsOf(transformed)[0]).not.toContain("{n: 1}");
  });
});

describe("GitHub's clients", () => {
  it("send a URL that is given as a whole without their base", () => {
    const source = 'export const f = (whole) => octokit.request("GET {+whole}", { whole });\n';
    expect(placesOf(octokit + source)).toEqual(["{whole} ?"]);
    expect(placesOf(`${octokit}export const f = (path) => octokit.request("GET /a/{+path}", { path });`)).toEqual([
      "https://api.github.com /a/{path}",
    ]);
  });

  it("fill a route with what a parameter is where it is there", () => {
    const parse =
      "const parse = (url) => { try { const [, owner, repo] = /x/.exec(url); return { owner, repo }; } catch { return {}; } };";
    const send = 'octokit.request("GET /repos/{owner}/{repo}", { owner, repo })';
    expect(
      requestsOf(
        `${octokit}${parse}\nexport const f = (url) => { const { owner, repo } = parse(url); return ${send}; };`,
      ),
    ).toEqual(["GET /repos/{owner}/{repo} []"]);
  });

  it("send a query with its variables", () => {
    const source = 'export const f = (owner) => octokit.graphql("query { x }", { owner, n: 1, headers: { a: "1" } });';
    expect(requestsOf(octokit + source)).toEqual([
      'POST /graphql [a=1] {query: "query { x }", variables: {owner: …, n: 1}}',
    ]);
  });

  it("take from the run of a workflow nothing but what routes take", () => {
    const source =
      'import { context, getOctokit } from "@actions/github";\nexport const f = (t) => getOctokit(t).rest.issues.addLabels({ ...context.repo, issue_number: context.issue.number, labels: ["a"] });';
    expect(placesOf(source)).toEqual([
      "{process.env.GITHUB_API_URL | https://api.github.com} /repos/{context.repo.owner}/{context.repo.repo}/issues/{context.issue.number}/labels",
    ]);
    expect(requestsOf(source)[0]).toContain('{labels: ["a"]}');
  });
});

describe("options that are merged", () => {
  it("hold what both sides give", () => {
    const merged = (a: string, b: string) =>
      `import merge from "deepmerge";\nexport const f = () => fetch("/a", merge(${a}, ${b}));`;
    expect(requestsOf(merged('{ headers: { a: "1" } }', '{ method: "PUT", headers: { b: "2" } }'))).toEqual([
      "PUT /a [a=1, b=2]",
    ]);
    expect(requestsOf(merged("{ body: [1] }", "{ body: [2] }"))[0]).not.toContain("1");
  });

  it("hold what both sides give, where plain objects alone are merged", () => {
    const merged = (a: string, b: string, options: string) =>
      `import merge from "deepmerge";\nimport { isPlainObject } from "@sindresorhus/is";\nexport const f = (x: any) => fetch("/a", merge(${a}, ${b}, ${options}));`;
    const [first, second] = ['{ method: "GET", headers: { a: "1" } }', '{ method: "PUT", headers: { b: "2" } }'];
    expect(requestsOf(merged(first, second, "{ isMergeableObject: isPlainObject }"))).toEqual(["PUT /a [a=1, b=2]"]);
    expect(requestsOf(merged(first, second, "{ isMergeableObject: x }"))[0]).not.toContain("PUT");
    expect(requestsOf(merged(first, second, "{ isMergeableObject: isPlainObject, ...x }"))[0]).not.toContain("PUT");
    expect(requestsOf(merged(first, "{ ...x }", "{ isMergeableObject: isPlainObject }"))[0]).not.toMatch(/^GET /u);
  });
});

describe("a request that is opened on a condition", () => {
  it("is one of several", () => {
    const open = 'if (x) xhr.open("PUT", "/a"); else xhr.open("PUT", "/b");';
    const source = `export function f(x) { const xhr = new XMLHttpRequest(); ${open} xhr.send(); }`;
    expect(placesOf(source)).toEqual([" /a | /b"]);
    expect(requestsOf(source)[0]).toContain("PUT");
  });
});
