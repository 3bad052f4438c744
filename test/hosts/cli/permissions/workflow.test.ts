import { expect, it } from "vitest";
import { makeFolder, runProgram } from "../program";

const workflow = `on: push
permissions: { contents: read }
jobs:
  greet:
    steps:
      - uses: actions/github-script@v7
        with:
          script: |
            await github.rest.issues.createComment({ ...context.repo, issue_number: 1, body: "Thanks" })
`;

it("finds what the steps of a workflow need, below a folder that begins with a dot", () => {
  const cwd = makeFolder({ ".github/workflows/greet.yml": workflow });
  const { stdout, status } = runProgram(cwd, ["check"]);
  expect(status).toBe(1);
  expect(stdout).toContain("granted-permission");
  expect(stdout).toContain("needs `issues: write`, which is not granted");
});

it("prints the least block of a workflow, of its steps and of the code", () => {
  const cwd = makeFolder({
    ".github/workflows/greet.yml": workflow,
    "index.js":
      'import { getOctokit } from "@actions/github";\nconst octokit = getOctokit(process.env.GITHUB_TOKEN);\nexport const read = () => octokit.request("GET /repos/{owner}/{repo}/contents/{path}", { owner: "a", repo: "b", path: "c" });\nexport const runners = () => octokit.request("GET /orgs/{org}/members", { org: "a" });\n',
  });
  const { stdout, status } = runProgram(cwd, ["permissions", "--format", "workflow"]);
  expect(status).toBe(0);
  expect(stdout).toBe(
    "# No workflow can grant organization.members: use a token of an app.\npermissions:\n  contents: read\n  issues: write # or another that the endpoint takes\n",
  );
});
