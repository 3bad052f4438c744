import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { code, printed } from "./printed";
import { makeFolder, runProgram } from "../program";

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
    const { status, stderr } = runProgram(folder, ["permissions", "--write", "--tighten"]);
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

  it("lowers and removes nothing unless it is asked to", () => {
    const granted = `permissions:
  organization: { members: write, administration: write }
  repository:
    issues: write # an application answers by hand too
`;
    const folder = makeFolder({ "code.ts": code, "restraint.config.yaml": granted });
    const { status, stderr } = runProgram(folder, ["permissions", "--write"]);
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: expect.stringContaining(
        "note: 2 permissions beyond what is needed stay; `--tighten` takes them away.",
      ) as string,
    });
    expect(readFileSync(join(folder, "restraint.config.yaml"), "utf8")).toBe(
      `${granted}    code_scanning_alerts: read\n`,
    );
    expect(runProgram(folder, ["permissions", "--tighten"]).status).toBe(2);
  });

  it("makes a configuration where there is none, and says what is not in it", () => {
    const folder = makeFolder({ ".git/HEAD": "", "code.ts": code });
    const { stderr } = runProgram(folder, ["permissions", "--write"]);
    expect(stderr).toBe("written: restraint.config.yaml, without what these need: 1 call not in the map\n");
    expect(readFileSync(join(folder, "restraint.config.yaml"), "utf8")).toBe(
      "permissions:\n  organization:\n    members: write\n  repository:\n    code_scanning_alerts: read\n    issues: read\n",
    );
  });

  const unknown = 'void fetch("https://api.example.com" + process.argv[2]);\n';
  const granted = "permissions: { repository: { issues: write, contents: read } }\n";

  it.each<[string, string, readonly string[], string]>([
    ["while a call is not known", unknown, [], "1 call not known"],
    ["and takes nothing away while a call is not known", unknown, ["--tighten"], "1 call not known"],
    [
      "and takes nothing away while one is not in the map",
      'void fetch("https://api.example.com/repos/a/b/unheard/of");\n',
      ["--tighten"],
      "1 call not in the map",
    ],
    [
      "and takes nothing away while one looks like a request and is not understood",
      'import { api } from "@shop/api";\nexport const one = (n) => api.patch(`/repos/a/b/issues/${n}`, {});\n',
      ["--tighten"],
      "1 call that looks like a request and was not understood",
    ],
  ])("writes nothing %s", (_, more, options, doubt) => {
    const folder = makeFolder({
      ".git/HEAD": "",
      "code.js": `void fetch("https://api.example.com/repos/a/b/issues");\n${more}`,
      "restraint.config.yaml": granted,
    });
    const { status, stderr } = runProgram(folder, ["permissions", "--write", ...options]);
    expect([status, stderr]).toEqual([2, expect.stringContaining(`nothing was written: ${doubt}`)]);
    expect(readFileSync(join(folder, "restraint.config.yaml"), "utf8")).toBe(granted);
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
    expect(runProgram(folder, ["permissions", "--write", "--tighten"]).stderr).toBe("written: app.yml\n");
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
