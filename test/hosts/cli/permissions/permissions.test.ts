import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { root } from "../../../harness/fixtures";
import { makeFolder, runProgram } from "../program";

const application = join(root, "fixtures/projects/permissions");

interface Printed {
  readonly permissions: readonly {
    readonly scope: string;
    readonly category: string;
    readonly access: string;
    readonly perhaps: boolean;
    readonly tokens: readonly string[];
    readonly calls: readonly { readonly file: string; readonly line: number; readonly endpoint: string }[];
  }[];
  readonly unknown: readonly { readonly file: string; readonly line: number; readonly reason: string }[];
  readonly unlisted: readonly { readonly path: string }[];
  readonly graphql: readonly { readonly file: string }[];
  readonly comparison: {
    readonly source: string;
    readonly missing: readonly object[];
    readonly unused: readonly object[];
    readonly higher: readonly object[];
    readonly notShown: readonly object[];
  };
  readonly summary: Readonly<Record<string, number>>;
}

function printed(folder: string, ...args: readonly string[]): Printed {
  const { stdout, stderr, status } = runProgram(folder, ["permissions", "--format", "json", ...args]);
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  return JSON.parse(stdout) as Printed;
}

function names({ permissions }: Printed): string[] {
  return permissions.map(({ scope, category, access }) => `${scope}.${category}: ${access}`);
}

const withoutComments = (text: string): string => text.replace(/ *#.*$/gm, "").replace(/^\n/gm, "");

describe("an application of 44 calls", () => {
  it("needs exactly the set that was worked out by hand", () => {
    const { stdout, status, stderr } = runProgram(application, ["permissions", "--format", "yaml"]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const byHand = readFileSync(join(application, "least-set.yaml"), "utf8");
    expect(withoutComments(stdout)).toBe(withoutComments(byHand));
    expect(stdout).toContain("# Not in here: 1 call not known.\n");
    expect(stdout).toContain("# Not in here: 2 GraphQL calls out of sight.\n");
  });

  it("shows the calls behind each permission by the numbers that they carry in the source", () => {
    const numbersOf = (file: string, line: number): string => {
      const lines = readFileSync(join(application, file), "utf8").split("\n");
      // A long call may begin on the line after its number.
      return (
        [lines[line - 1], lines[line - 2]].map((each) => /\/\* (\d+) \*\//.exec(each ?? "")?.[1]).find(Boolean) ?? ""
      );
    };
    const { permissions, unknown, unlisted, graphql, summary } = printed(application);
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
      "/repos/{owner}/{repo}/issues/{issue_number}",
      "/repos/acme/{repo}/pulls",
    ]);
    expect(graphql.map(({ file }) => file)).toEqual(["src/search.ts", "src/search.ts"]);
    expect(summary).toMatchObject({ calls: 39, permissions: 11, unknown: 1, unlisted: 2, graphql: 2 });
  });

  it("is compared with what is granted", () => {
    const { comparison } = printed(application);
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
    expect(runProgram(application, ["permissions", "--check"]).status).toBe(1);
    expect(runProgram(application, ["permissions", "src/worker.ts", "--from-entry", "--check"]).status).toBe(0);
  });

  it("prints all of it for people, with the figures last", () => {
    const { stdout } = runProgram(application, ["permissions"]);
    expect(stdout).toContain(
      "organization.administration: write  (UAT or IAT)\n    src/organization.ts:13:18  GET /orgs/{org}/rulesets\n",
    );
    expect(stdout).toMatch(
      /not known\n {4}src\/alerts\.js:18:44 {2}DELETE \? {2}path: what follows \S+ is not known\n/,
    );
    expect(stdout).toMatch(/missing +organization\.administration: write +granted: read\n/);
    expect(stdout.trimEnd().split("\n").at(-1)).toBe(
      "39 calls to 38 endpoints: 11 permissions; 1 call not known; 2 calls not in the map; 2 GraphQL calls out of sight",
    );
  });
});

describe("--from-entry", () => {
  it("takes only what the entry reaches: of an imported file, the functions that are asked for", () => {
    const found = printed(application, "src/worker.ts", "--from-entry");
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
    expect(names(printed(folder, "entry.ts"))).toEqual(["organization.members: read"]);
    expect(runProgram(folder, ["permissions", "gone.ts", "--from-entry"]).status).toBe(2);
    expect(runProgram(folder, ["permissions", "--from-entry"]).status).toBe(2);
  });
});

const code = `export const list = () => fetch("https://api.example.com/repos/a/b/issues");
export const remove = () => fetch("https://api.example.com/orgs/a/members/b", { method: "DELETE" });
export const runs = () => fetch("https://api.example.com/repos/a/b/actions/runs");
export const alerts = () => fetch("https://api.example.com/repos/a/b/code-scanning/alerts");
`;

describe("--write", () => {
  it("puts the least set into the configuration and keeps everything else", () => {
    const folder = makeFolder({
      "code.ts": code,
      "restraint.config.yaml": `# Ours.
aliases: { automation: actions } # as the service calls it
permissions: # what was asked for
  # People.
  organization:
    members: read # by the security team
    administration: write
  repository:
    issues: write # lowered when unused
    pages: write # not in the map

preset: strict # the end
`,
    });
    const { status, stderr } = runProgram(folder, ["permissions", "--write"]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "written: restraint.config.yaml\n" });
    const written = readFileSync(join(folder, "restraint.config.yaml"), "utf8");
    expect(written).toBe(`# Ours.
aliases: { automation: actions } # as the service calls it
permissions: # what was asked for
  # People.
  organization:
    members: write # by the security team
  repository:
    issues: read # lowered when unused
    pages: write # not in the map
    automation: read
    code_scanning_alerts: read

preset: strict # the end
`);
    expect(runProgram(folder, ["permissions", "--check"]).status).toBe(0);
    expect(runProgram(folder, ["permissions", "--write"]).status).toBe(0);
    expect(readFileSync(join(folder, "restraint.config.yaml"), "utf8")).toBe(written);
  });

  it("makes a configuration where there is none, and says what is not in it", () => {
    const folder = makeFolder({
      ".git/HEAD": "",
      "code.ts": `${code}void fetch("https://api.example.com" + process.argv[2]);\n`,
    });
    const { stderr } = runProgram(folder, ["permissions", "--write"]);
    expect(stderr).toBe(
      "written: restraint.config.yaml, without what these need: 1 call not known; 1 call not in the map\n",
    );
    expect(readFileSync(join(folder, "restraint.config.yaml"), "utf8")).toBe(
      "permissions:\n  organization:\n    members: write\n  repository:\n    code_scanning_alerts: read\n    issues: read\n",
    );
  });

  it("writes JSON as JSON", () => {
    const folder = makeFolder({ "code.ts": code, "restraint.config.json": '{"permissions": {}, "preset": "strict"}' });
    expect(runProgram(folder, ["permissions", "--write"]).status).toBe(0);
    expect(JSON.parse(readFileSync(join(folder, "restraint.config.json"), "utf8"))).toEqual({
      permissions: { organization: { members: "write" }, repository: { code_scanning_alerts: "read", issues: "read" } },
      preset: "strict",
    });
  });
});

const manifest = `# The application, as it is registered.
name: Tidy
default_events: # keep these
  - issues
  - push
default_permissions:
  issues: write # to answer
  metadata: read
  members: read
  organization_administration: read
  security_events: read
`;

describe("an application's own manifest", () => {
  const files = {
    "code.ts": code,
    "app.yml": manifest,
    "restraint.config.yaml": "aliases: { automation: actions }\n",
  };

  it("is what the least set is compared with where no configuration tells", () => {
    expect(printed(makeFolder(files)).comparison).toEqual({
      source: "app.yml",
      missing: [
        { scope: "organization", category: "members", needed: "write", granted: "read" },
        { scope: "repository", category: "automation", needed: "read" },
      ],
      unused: [{ scope: "organization", category: "administration", granted: "read" }],
      higher: [{ scope: "repository", category: "issues", needed: "read", granted: "write" }],
      notShown: [{ scope: "", category: "metadata", granted: "read" }],
    });
  });

  it("is written by its own names, and its events are left alone", () => {
    const folder = makeFolder(files);
    expect(runProgram(folder, ["permissions", "--write"]).stderr).toBe("written: app.yml\n");
    const written = readFileSync(join(folder, "app.yml"), "utf8");
    expect(written).toBe(
      manifest
        .replace("issues: write # to answer", "issues: read # to answer")
        .replace("members: read", "members: write")
        .replace("  organization_administration: read\n", "")
        .concat("  actions: read\n"),
    );
    expect(parse(written)).toMatchObject({ default_events: ["issues", "push"] });
  });

  it("can be named, and must hold permissions", () => {
    const folder = makeFolder({
      ...files,
      "other/app.yml": "default_permissions: { members: write }\n",
      "empty.yml": "a: 1\n",
    });
    expect(printed(folder, "--granted", "other/app.yml").comparison.source).toBe("other/app.yml");
    expect(runProgram(folder, ["permissions", "--granted", "empty.yml"])).toMatchObject({
      status: 2,
      stdout: expect.any(String) as string,
    });
    expect(runProgram(folder, ["permissions", "--granted", "gone.yml"]).stderr).toMatch(/gone\.yml: /);
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
