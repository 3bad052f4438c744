import { describe, expect, it } from "vitest";
import { makeFolder, runProgram } from "../program";

function fileOf(path: string, id = "pages"): string {
  const entry = { verb: "get", requestPath: path, access: "read", "user-to-server": true, "server-to-server": true };
  return JSON.stringify({
    [id]: { title: "Pages", displayTitle: 'Repository permissions for "Pages"', permissions: [entry] },
  });
}

const app = "server-to-server-permissions.json";

describe("restraint import github-permissions", () => {
  it("makes a contract that checks today's endpoints, in one command", () => {
    const folder = makeFolder({
      [app]: fileOf("/repos/{owner}/{repo}/pages"),
      "fine-grained-pat-permissions.json": fileOf("/repos/{owner}/{repo}/other", "others"),
      "restraint.config.yaml":
        "contract: [contract.yaml]\nbuiltin: false\npermissions: { repository: { issues: read } }\n",
      "code.ts": 'void fetch("https://api.example.com/repos/a/b/pages");\n',
    });
    expect(runProgram(folder, ["import", "github-permissions", ".", "-o", "contract.yaml"])).toEqual({
      status: 0,
      stdout: "",
      stderr: "",
    });
    expect(runProgram(folder, ["endpoints", "GET", "/repos/a/b/pages"]).stdout).toBe(
      "GET  /repos/{owner}/{repo}/pages  repository.pages  read  UAT or IAT\n",
    );
    expect(runProgram(folder, ["check", "--format", "json"]).stdout).toContain("needs `repository.pages: read`");
  });

  it("never mixes versions", () => {
    const folder = makeFolder({
      [`data/cloud-2022/${app}`]: fileOf("/repos/{owner}/{repo}/old"),
      [`data/cloud-2026/${app}`]: fileOf("/repos/{owner}/{repo}/new"),
      [`data/server-2026/${app}`]: fileOf("/repos/{owner}/{repo}/server"),
    });
    const run = (...args: readonly string[]): ReturnType<typeof runProgram> =>
      runProgram(folder, ["import", "github-permissions", "data", ...args]);
    expect(run().stderr).toBe(
      "restraint: these are files of several versions: cloud-2022, cloud-2026, server-2026. Choose one with --version.\n",
    );
    expect(run("--version", "cloud-2026").stdout).toContain("GET /repos/{owner}/{repo}/new");
    expect(run("--version", "2022").stdout).toContain("GET /repos/{owner}/{repo}/old");
    expect(run("--version", "2026")).toMatchObject({ status: 2, stdout: "" });
    expect(runProgram(folder, ["--version"]).status).toBe(0);
  });

  it("says of each path in one sentence why it cannot be imported, and where GitHub publishes the files", () => {
    const folder = makeFolder({
      [app]: fileOf("/repos/{owner}/{repo}/pages"),
      "broken.json": "{",
      "empty.json": "\n",
      "other.json": "[]",
      "none/a.json": "{}",
    });
    const names = ["broken.json", "empty.json", "other.json", "none", "gone.json", app];
    const { status, stdout, stderr } = runProgram(folder, ["import", "github-permissions", ...names]);
    expect([status, stdout.includes("category: Pages")]).toEqual([2, true]);
    const at = "; GitHub publishes the files at https://github.com/github/docs/tree/main/src/github-apps/data";
    expect(stderr.trimEnd().split("\n")).toEqual([
      "restraint: none: this folder holds no server-to-server-permissions.json and no fine-grained-pat-permissions.json" +
        at,
      expect.stringMatching(/^restraint: broken\.json: it is not valid JSON \(.*\); GitHub publishes/u),
      `restraint: empty.json: the file is empty${at}`,
      `restraint: other.json: it holds no permission of an endpoint${at}`,
      `restraint: gone.json: does not exist${at}`,
    ]);
    const nothing = runProgram(folder, ["import", "github-permissions", "none", "--version", "ghes"]);
    expect([nothing.status, nothing.stderr.split("\n").length]).toEqual([2, 2]);
  });
});
