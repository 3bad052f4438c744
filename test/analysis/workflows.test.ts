import { describe, expect, it } from "vitest";
import { findScriptCalls, findShellCalls, type StepCall } from "../../src/analysis/workflows/calls";
import { looksLikeWorkflow } from "../../src/analysis/workflows/first-look";
import { findWorkflowRequests } from "../../src/analysis/workflows/workflow";
import { readPiece } from "../../src/value/yaml-stream";

const shown = ({ method, path }: StepCall): string => `${method} ${path}`;
const script = (text: string): readonly string[] => findScriptCalls(text, { start: 0, end: text.length }).map(shown);
const shell = (text: string): readonly string[] => findShellCalls(text, { start: 0, end: text.length }).map(shown);

describe("calls of a script", () => {
  it.each([
    ["await github.rest.issues.createComment({})", "POST /repos/{owner}/{repo}/issues/{issue_number}/comments"],
    ["github.issues.addLabels({})", "POST /repos/{owner}/{repo}/issues/{issue_number}/labels"],
    ["github.request('GET /repos/{owner}/{repo}/branches', context.repo)", "GET /repos/{owner}/{repo}/branches"],
    ["github.request(`GET /repos/${owner}/${repo}/tags?per_page=1`)", "GET /repos/{value}/{value}/tags"],
    ["github.paginate(github.rest.pulls.listFiles, {})", "GET /repos/{owner}/{repo}/pulls/{pull_number}/files"],
    ["for await (const p of github.paginate.iterator('/user/repos')) {}", "GET /user/repos"],
  ])("%s", (text, expected) => {
    expect(script(text)).toEqual([expected]);
  });

  it.each([
    "// github.rest.issues.createComment({})",
    "/* github.rest.issues.createComment({}) */",
    'console.log("github.rest.issues.createComment({})")',
    "const github = getOctokit(token); github.rest.issues.createComment({})",
    "client.github.rest.issues.createComment({})",
    "github.rest.issues.thereIsNoSuchMethod({})",
    "github.rest.issues.createComment",
    "github.graphql(`query { viewer { login } }`)",
  ])("none: %s", (text) => {
    expect(script(text)).toEqual([]);
  });
});

describe("calls of gh api", () => {
  it.each([
    [
      "gh api repos/$GITHUB_REPOSITORY/releases/latest --jq .tag_name | cat",
      "GET /repos/{owner}/{repo}/releases/latest",
    ],
    ['gh api --method=PUT "repos/${{ github.repository }}/topics" -f a=b', "PUT /repos/{owner}/{repo}/topics"],
    ["x=$(gh api repos/a/b/labels -f name=new)", "POST /repos/a/b/labels"],
    ['gh api \\\n  -H "Accept: a; b" \\\n  /repos/a/b/pulls', "GET /repos/a/b/pulls"],
  ])("%s", (text, expected) => {
    expect(shell(text)).toEqual([expected]);
  });

  it.each([
    "# gh api repos/a/b/pulls",
    "gh api graphql -f query=x",
    "gh api $URL",
    "gh pr list",
    "weigh api x",
    "gh api --method $METHOD /repos/a/b",
  ])("none: %s", (text) => {
    expect(shell(text)).toEqual([]);
  });
});

describe("grants of a workflow", () => {
  const granted = (permissions: string): unknown => {
    const text = `on: push\n${permissions}jobs:\n  a:\n    steps:\n      - uses: pozil/auto-assign-issue@v2\n`;
    const [document] = readPiece(text, { start: 0, end: text.length }, []);
    expect(looksLikeWorkflow(text)).toBe(true);
    return (
      document?.value &&
      findWorkflowRequests(document.value, text).map(({ granted: given }) =>
        typeof given === "object" ? given.repository : given,
      )
    );
  };

  it.each([
    ["", ["unknown"]],
    ["permissions: {}\n", [{ metadata: "read" }]],
    [
      "permissions: { pull-requests: write, issues: none, id-token: write }\n",
      [{ metadata: "read", pull_requests: "write" }],
    ],
    ["permissions:\n  issues: ${{ inputs.level }}\n", ["unknown"]],
  ])("%j", (permissions, expected) => {
    expect(granted(permissions)).toEqual(expected);
  });

  it("takes no other file for a workflow", () => {
    expect(looksLikeWorkflow("jobs:\n  - uses: a\n")).toBe(false);
    expect(looksLikeWorkflow("on: push\nsteps:\n  - uses: a\n")).toBe(false);
  });
});

/** Half a million characters: where what is not closed is looked through again at each begin, they take minutes. */
describe("a script that nobody wrote is gone through once", () => {
  const long = (unit: string): string => unit.repeat(500_000 / unit.length);

  it.each(['"\\', "'", "`", "/* ", "github.paginate(github."])("%j", (unit) => {
    expect(script(long(unit))).toEqual([]);
  });

  it.each(["gh api /a # ", "gh pr comment # ", "gh api /${{", "$(", "  ", 'gh api "'])("%j in a shell", (unit) => {
    expect(shell(`gh api /${long(unit)}`).length).toBeLessThanOrEqual(1);
  });
});
