import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { application, code, names, ofApplication, printed } from "./printed";
import { makeFolder, runProgram } from "../program";

const withoutComments = (text: string): string => text.replace(/ *#.*$/gm, "").replace(/^\n/gm, "");

describe("an application of 44 calls", () => {
  it("needs exactly the set that was worked out by hand", () => {
    const { stdout, status, stderr } = runProgram(application, ["permissions", "--format", "yaml"]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(ofApplication("--format", "yaml").stdout).toBe(stdout);
    const byHand = readFileSync(join(application, "least-set.yaml"), "utf8");
    expect(withoutComments(stdout)).toBe(withoutComments(byHand));
    expect(stdout).toContain("# Not in here: 1 call not known.\n");
    expect(stdout).toContain("# Not in here: 2 GraphQL calls not looked into.\n");
  });

  it("shows the calls behind each permission by the numbers that they carry in the source", () => {
    const numbersOf = (file: string, line: number): string => {
      const lines = readFileSync(join(application, file), "utf8").split("\n");
      // A long call may begin on the line after its number.
      return (
        [lines[line - 1], lines[line - 2]].map((each) => /\/\* (\d+) \*\//.exec(each ?? "")?.[1]).find(Boolean) ?? ""
      );
    };
    const { permissions, unknown, unlisted, graphql, summary } = printed(application, "--no-types");
    const byPermission = Object.fromEntries(
      permissions.map(({ scope, category, calls }) => [
        `${scope}.${category}`,
        calls.map(({ file, line }) => Number(numbersOf(file, line))).sort((a, b) => a - b),
      ]),
    );
    expect(byPermission).toEqual({
      "enterprise.organization_installations": [36],
      "organization.administration": [29, 30, 31],
      "organization.custom_repository_roles": [31, 32],
      "organization.members": [25, 26, 27, 28],
      "organization.self_hosted_runners": [34, 35],
      "organization.team_discussions": [33],
      "repository.automation": [17, 18, 19, 20],
      "repository.administration": [22, 23, 24, 40],
      "repository.code_scanning_alerts": [37, 38, 39],
      "repository.contents": [10, 11, 12, 13, 14, 15, 16, 41],
      "repository.issues": [1, 2, 3, 4, 5, 6, 7, 8],
    });
    expect(unknown.map(({ file, line }) => Number(numbersOf(file, line)))).toEqual([42]);
    expect(unlisted.map(({ path }) => path)).toEqual([
      "/repos/{place.owner}/{place.repo}/issues/{issue_number}",
      "/repos/acme/{repo}/pulls",
    ]);
    expect(graphql.map(({ file }) => file)).toEqual(["src/search.ts", "src/search.ts"]);
    expect(summary).toMatchObject({ calls: 39, permissions: 11, unknown: 1, unlisted: 2, graphql: 2 });
  });

  it("is compared with what is granted", () => {
    const { comparison } = printed(application, "--no-types");
    const need = (scope: string, category: string, needed: string): object => ({ scope, category, needed });
    expect(comparison).toEqual({
      source: "restraint.config.yaml",
      missing: [
        need("enterprise", "organization_installations", "read"),
        { ...need("organization", "administration", "write"), granted: "read" },
        need("organization", "custom_repository_roles", "write"),
        need("organization", "self_hosted_runners", "write"),
        need("organization", "team_discussions", "read"),
        need("repository", "automation", "read"),
        need("repository", "administration", "read"),
        need("repository", "code_scanning_alerts", "write"),
      ],
      unused: [],
      higher: [{ ...need("repository", "contents", "read"), granted: "write" }],
      notShown: [{ scope: "repository", category: "pages", granted: "write" }],
    });
    expect(ofApplication("--check").status).toBe(1);
    expect(ofApplication("src/worker.ts", "--from-entry", "--check").status).toBe(0);
  });

  it("prints all of it for people, with the figures last", () => {
    const { stdout } = ofApplication();
    expect(stdout).toContain(
      "organization.administration: write  (UAT or IAT)\n    src/organization.ts:13:18  GET /orgs/{org}/rulesets\n",
    );
    expect(stdout).toMatch(
      /not known\n {4}src\/alerts\.js:18:44 {2}DELETE \? {2}path: what follows \S+ is not known\n/,
    );
    expect(stdout).toMatch(/missing +organization\.administration: write +granted: read\n/);
    expect(stdout.trimEnd().split("\n").at(-2)).toBe("UAT: a user's token; IAT: an installation's token");
    expect(stdout.trimEnd().split("\n").at(-1)).toBe(
      "39 calls to 38 endpoints: 11 permissions; 1 call not known; 2 calls not in the map; 2 GraphQL calls not looked into",
    );
  });
});

describe("--from-entry", () => {
  it("takes only what the entry reaches: of an imported file, the functions that are asked for", () => {
    const found = printed(application, "--no-types", "src/worker.ts", "--from-entry");
    expect(names(found)).toEqual(["organization.members: write"]);
    expect(found.permissions[0]?.calls).toHaveLength(4);
  });

  it("follows what is exported again, loaded on the way, and run when a file is loaded", () => {
    const call = (path: string): string => `fetch("https://api.example.com${path}")`;
    const folder = makeFolder({
      "entry.ts": 'import { a } from "./index";\nexport const run = async () => { a(); await import("./lazy"); };\n',
      "index.ts": 'export * from "./a";\nexport { default as b } from "./b";\nexport * as c from "./c";\n',
      "a.ts": `const help = () => ${call("/orgs/x/members")};\nexport function a() { return help(); }\nexport const other = () => ${call("/repos/x/y/keys")};\n`,
      "b.ts": `import "./effect";\nexport default () => ${call("/repos/x/y/issues")};\n`,
      "c.ts": `export const c = () => ${call("/orgs/x/audit-log")};\n`,
      "effect.ts": `void ${call("/repos/x/y/teams")};\nexport const unused = () => ${call("/repos/x/y/automation/runs")};\n`,
      "lazy.ts": `export const late = () => ${call("/repos/x/y/branches")};\n`,
      "unrelated.ts": `void ${call("/orgs/x/teams/y/discussions")};\n`,
    });
    expect(names(printed(folder, "entry.ts", "--from-entry"))).toEqual([
      "organization.members: read",
      "repository.administration: read",
      "repository.contents: read",
    ]);
    expect(names(printed(folder, "entry.ts"))).toEqual([]);
    expect(runProgram(folder, ["permissions", "gone.ts", "--from-entry"]).status).toBe(2);
    expect(runProgram(folder, ["permissions", "--from-entry"]).status).toBe(2);
  });
});

describe("what cannot be looked at", () => {
  it("ends with 2, and nothing is written", () => {
    const folder = makeFolder({
      "code.ts": code,
      "broken.ts": 'void fetch("/a");\nconst = 1;\n',
      "restraint.config.yaml": "permissions: {}\n",
    });
    const { status, stderr, stdout } = runProgram(folder, ["permissions", "--write"]);
    expect(status).toBe(2);
    expect(stderr).toMatch(/^broken\.ts:2:7: error: syntax error/);
    expect(stdout).toContain("organization.members: write");
    expect(readFileSync(join(folder, "restraint.config.yaml"), "utf8")).toBe("permissions: {}\n");
  });

  it("says so where there is nothing", () => {
    expect(runProgram(makeFolder({ "a.ts": "export {};\n" }), ["permissions"])).toEqual({
      status: 0,
      stdout: "0 calls to 0 endpoints: 0 permissions\n",
      stderr: "",
    });
  });
});

/** Comments need one of two permissions, labels one of them. */
const forge = `permissions:
  - scope: repository
    category: Issues
    access: write
    tokens: [BOT]
    prefix: /repos/{owner}/{repo}
    endpoints: ["POST /issues/{n}/comments"]
  - scope: repository
    category: Pull requests
    access: write
    tokens: [BOT]
    prefix: /repos/{owner}/{repo}
    endpoints: ["POST /issues/{n}/comments", "PUT /pulls/{n}/merge"]
`;
const commenting = `void fetch("https://api.example.com/repos/a/b/issues/1/comments", { method: "POST" });\n`;
const merging = `void fetch("https://api.example.com/repos/a/b/pulls/1/merge", { method: "PUT" });\n`;

describe("one of several permissions", () => {
  const files = { "forge.yaml": forge, "code.ts": commenting };
  const settings = "contract: [./forge.yaml]\nbuiltin: false\n";

  it("is the one that is granted, and the other is shown", () => {
    const folder = makeFolder({
      ...files,
      "restraint.config.yaml": `${settings}permissions: { repository: { pull_requests: write } }\n`,
    });
    const { stdout } = runProgram(folder, ["permissions"]);
    expect(stdout).toMatch(/^repository\.pull_requests: write or repository\.issues: write {2}\(BOT\)\n/u);
    expect(stdout).toContain("granted in restraint.config.yaml: exactly this");
  });

  it("is the first of the map where none is granted", () => {
    const folder = makeFolder({ ...files, "restraint.config.yaml": settings });
    expect(runProgram(folder, ["permissions", "--format", "yaml"]).stdout).toContain(
      "    issues: write # or repository.pull_requests: write\n",
    );
  });

  it("is shown with no alternative where something else needs it", () => {
    const folder = makeFolder({ ...files, "other.ts": merging, "restraint.config.yaml": settings });
    expect(runProgram(folder, ["permissions"]).stdout).toMatch(/^repository\.pull_requests: write {2}\(BOT\)\n/u);
  });
});

it("tests and their fixtures do not count unless they are asked for or named", () => {
  const folder = makeFolder({
    "src/a.ts": code,
    "src/a.test.ts": 'void fetch("https://api.example.com/repos/a/b/teams");\n',
    "test/fixtures/b.ts": 'void fetch("https://api.example.com/nowhere");\n',
  });
  const { stdout, stderr } = runProgram(folder, ["permissions"]);
  expect(stderr).toBe("note: 2 files of tests do not count; `--tests` takes them in.\n");
  expect(stdout).not.toContain("nowhere");
  expect(runProgram(folder, ["permissions", "--tests"]).stdout).toContain("/nowhere");
  expect(runProgram(folder, ["permissions", "test"])).toMatchObject({
    stdout: expect.stringContaining("/nowhere") as string,
    stderr: "",
  });
});

it("the map of another service is named as such, with the way to GitHub's own", () => {
  const folder = makeFolder({ "a.ts": 'void fetch("https://api.github.com/repos/a/b/issues");\n' });
  expect(runProgram(folder, ["permissions"]).stderr).toMatch(
    /^note: these calls go to api\.github\.com, and the built-in map is not GitHub's own\. .*github\/docs.*`restraint import github-permissions`/u,
  );
  const own = { "forge.yaml": forge, "restraint.config.yaml": "contract: [./forge.yaml]\nbuiltin: false\n" };
  const other = makeFolder({ ...own, "a.ts": 'void fetch("https://api.github.com/repos/a/b/issues");\n' });
  expect(runProgram(other, ["permissions"]).stderr).toBe("");
});

describe("check reads the grant of an application's manifest, as permissions does", () => {
  const files = {
    "code.ts":
      'void fetch("https://api.example.com/repos/a/b/issues", { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" });\n',
    ".github/app.yml": "name: Tidy\ndefault_permissions: { issues: read, metadata: read }\n",
  };
  const messagesOf = (more: Readonly<Record<string, string>>): string =>
    runProgram(makeFolder({ ".git/HEAD": "", ...files, ...more }), ["check", "--no-types"]).stdout;

  it.each([
    ["without a configuration", {}],
    ["with one that tells no grant", { "restraint.config.yaml": "service: { baseUrls: [https://api.example.com] }\n" }],
  ])("%s", (_, more) => {
    expect(messagesOf(more)).toContain("only `read` is granted");
    expect(messagesOf({ ...more, ".github/app.yml": "default_permissions: { metadata: read }\n" })).toContain(
      "needs `repository.issues: write`, which is not granted",
    );
    expect(messagesOf({ ...more, ".github/app.yml": "default_permissions: { issues: write }\n" })).toContain(
      "No findings",
    );
  });

  it("and leaves alone what is granted by another name", () => {
    const hooks = 'void fetch("https://api.example.com/repos/a/b/hooks");\n';
    const granted = "default_permissions: { repository_hooks: read }\n";
    expect(messagesOf({ "code.ts": hooks, ".github/app.yml": granted })).toContain("No findings");
  });

  it("and what the configuration tells comes first", () => {
    const own = { "restraint.config.yaml": "permissions: { repository: { issues: write } }\n" };
    expect(messagesOf(own)).toContain("No findings");
  });
});
