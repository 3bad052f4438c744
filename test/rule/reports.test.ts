import ts from "typescript";
import { describe, expect, it } from "vitest";
import { analyseCode } from "../../src/analysis/code";
import { runRules } from "../../src/rule/run";
import { selectRules } from "../../src/rule/select";
import { rules } from "../../rules";
import { projectOf } from "../harness/check";

/** Mistakes that people reported of their own code, each with the code that was right: what is told of the first, and nothing of the second. */
const octokit = 'import { Octokit } from "@octokit/rest";\nconst octokit = new Octokit({ auth: process.env.TOKEN });\n';
const here = '{service: {baseUrls: ["https://api.example.com/v1"]}}';
const graph = "{service: {baseUrls: ['https://graph.microsoft.com/v1.0']}}";
const axios = 'import axios from "axios";\n';
const at = '"https://api.example.com/v1/apps"';

function send(options: string, url = at): string {
  return `export const send = (token, id, name, etag, data) => fetch(${url}, { ${options} });`;
}

function planner(method: string, fields: string): string {
  const headers = `{ Authorization: \`Bearer \${token}\`, "Content-Type": "application/json"${fields} }`;
  return send(
    `method: "${method}", headers: ${headers}${method === "PATCH" ? ', body: JSON.stringify({ title: "a" })' : ""}`,
    "`https://graph.microsoft.com/v1.0/planner/tasks/${id}`",
  );
}

const update = (fields: string): string =>
  `${octokit}export const f = (owner, repo, issue_number) => octokit.rest.issues.update({ owner, repo, issue_number, ${fields} });`;
const bump = (sha: string): string =>
  `${octokit}export async function f(owner, repo, content) {
  const { data } = await octokit.rest.repos.getContent({ owner, repo, path: "VERSION" });
  if (data.content !== content) await octokit.rest.repos.createOrUpdateFileContents({ owner, repo, path: "VERSION", message: "a", content${sha} });
}`;
const user = (token: string): string =>
  `import { getOctokit } from "@actions/github";\nexport const f = () => getOctokit(${token}).rest.users.getAuthenticated();`;
const json = 'headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" }';
const noType = "headers: { Authorization: `Bearer ${token}` }";

const reports: readonly (readonly [
  name: string,
  rule: string,
  wrong: string,
  right: string,
  configuration?: string,
])[] = [
  [
    "labels of an issue are replaced",
    "no-array-in-patch",
    update('labels: ["regression"]'),
    update('title: "regression"'),
  ],
  ["a file is written without its sha", "valid-body", bump(""), bump(", sha: data.sha")],
  ["GITHUB_TOKEN has no user", "token-type", user("process.env.GITHUB_TOKEN"), user("process.env.USER_PAT")],
  [
    "a task of Planner is updated",
    "require-if-match",
    planner("PATCH", ""),
    planner("PATCH", ', "If-Match": etag'),
    graph,
  ],
  [
    "a task of Planner is deleted",
    "require-if-match",
    planner("DELETE", ""),
    planner("DELETE", ', "If-Match": etag'),
    graph,
  ],
  [
    "a PATCH of JSON without its type",
    "require-json-content-type",
    send(`method: "PATCH", ${noType}, body: JSON.stringify(data)`),
    send(`method: "PATCH", ${json}, body: JSON.stringify(data)`),
    here,
  ],
  [
    "a POST of JSON without its type",
    "require-json-content-type",
    send(`method: "POST", ${noType}, body: JSON.stringify(data)`),
    send(`method: "POST", ${json}, body: JSON.stringify(data)`),
    here,
  ],
  [
    "fetch has no data",
    "client-options",
    send(`method: "POST", ${json}, data: { name }`),
    send(`method: "POST", ${json}, body: JSON.stringify({ name })`),
    here,
  ],
  [
    "header fields in the body of axios",
    "client-options",
    `${axios}export const f = (t, name) => axios.post(${at}, { name, headers: { Authorization: t } });`,
    `${axios}export const f = (t, name) => axios.post(${at}, { name }, { headers: { Authorization: t } });`,
    here,
  ],
  [
    "a third argument of get",
    "client-options",
    `${axios}export const f = (t, name) => axios.get(${at}, { params: { name } }, { headers: { Authorization: t } });`,
    `${axios}export const f = (t, name) => axios.get(${at}, { params: { name }, headers: { Authorization: t } });`,
    here,
  ],
  [
    "a body of delete",
    "client-options",
    `${axios}export const f = (name) => axios.delete(${at}, { name });`,
    `${axios}export const f = (name) => axios.delete(${at}, { data: { name } });`,
    here,
  ],
  [
    "undefined is dropped",
    "no-undefined-in-patch",
    send(`method: "PATCH", ${json}, body: JSON.stringify({ status: undefined })`),
    send(`method: "PATCH", ${json}, body: JSON.stringify({ status: null })`),
  ],
  [
    "Drive's about without fields",
    "valid-query",
    send(noType, '"https://www.googleapis.com/drive/v3/about"'),
    send(noType, '"https://www.googleapis.com/drive/v3/about?fields=user"'),
  ],
];

function told(text: string, configuration: string | undefined): readonly string[] {
  const project = projectOf(configuration);
  const sourceFile = ts.createSourceFile("client.js", text, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const { findings, failures } = runRules(
    analyseCode({ ts, sourceFile, ...project }),
    selectRules("recommended", {}, rules),
    project,
  );
  expect(failures).toEqual([]);
  return [...new Set(findings.map(({ rule }) => rule))];
}

describe("mistakes that people reported", () => {
  const cases = reports.map(([name, rule, wrong, right, configuration]) => ({
    name,
    rule,
    wrong,
    right,
    configuration,
  }));

  it.each(cases)("$name: $rule", ({ rule, wrong, right, configuration }) => {
    expect(told(wrong, configuration)).toEqual([rule]);
    expect(told(right, configuration)).toEqual([]);
  });
});
