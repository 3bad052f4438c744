import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeFolder, runProgram } from "../program";

const manifest = `name: triage
default_permissions:
  issues: read
  metadata: read
`;

/** What Probot's applications are made of: parameters that a function of the context gives, or that are spread. */
const app = `export default (app) => {
  app.on("issues.opened", async (context) => {
    const comment = context.issue({ body: "Thanks" });
    await context.octokit.issues.createComment(comment);
    await context.octokit.issues.create(context.repo({ title: "Again" }));
    await context.octokit.issues.update({ ...context.repo(), issue_number: 3, title: "x" });
    await close(context);
  });
};
async function close(context, options = {}) {
  await context.octokit.rest.issues.update({ ...context.repo(), ...options, issue_number: 4, state: "closed" });
}
`;

const files = {
  ".git/HEAD": "",
  "app.yml": manifest,
  "package.json": '{"dependencies": {"probot": "13"}}',
  "index.js": app,
};

describe("a GitHub App", () => {
  it.each<[string, Readonly<Record<string, string>>]>([
    ["without a configuration", {}],
    ["with GitHub as its service", { "restraint.config.yaml": "service: { baseUrls: [https://api.github.com] }\n" }],
    ["beside a service of its own", { "restraint.config.yaml": "service: { baseUrls: [https://api.shop.test/v1] }\n" }],
    [
      "whose server is chosen when it runs",
      {
        "index.js": `import { Octokit } from "@octokit/rest";
const options = {};
if (process.env.HOST === "github.com") options.baseUrl = "https://api.github.com";
else options.baseUrl = \`https://\${process.env.HOST}/api/v3\`;
export const octokit = new Octokit(options);
export const close = (name) => octokit.issues.update({ ...name, issue_number: 3, state: "closed" });
`,
      },
    ],
  ])("%s keeps what it needs", (_, more) => {
    const folder = makeFolder({ ...files, ...more });
    const { permissions, unknown, unclear } = JSON.parse(
      runProgram(folder, ["permissions", "--format", "json"]).stdout,
    ) as {
      readonly permissions: readonly { readonly category: string; readonly access: string }[];
      readonly unknown: readonly unknown[];
      readonly unclear: readonly unknown[];
    };
    expect([unknown, unclear]).toEqual([[], []]);
    expect(permissions.map(({ category, access }) => `${category}: ${access}`)).toEqual(["issues: write"]);
    const { status, stderr } = runProgram(folder, ["permissions", "--write", "--tighten"]);
    expect([status, stderr]).toEqual([0, expect.stringContaining("written: app.yml\n")]);
    expect(readFileSync(join(folder, "app.yml"), "utf8")).toBe(manifest.replace("issues: read", "issues: write"));
  });

  it("is not told what it has to do without by `init`", () => {
    const folder = makeFolder(files);
    expect(runProgram(folder, ["init", "--yes"]).status).toBe(0);
    expect(readFileSync(join(folder, "restraint.config.yaml"), "utf8")).not.toContain("baseUrls");
    const { status, stdout } = runProgram(folder, ["check", "--no-types"]);
    expect([status, stdout]).toEqual([1, expect.stringContaining("only `read` is granted")]);
  });
});

describe("what could not be seen comes first", () => {
  const partly = {
    ".git/HEAD": "",
    "a.js":
      'void fetch("https://api.example.com" + process.argv[2]);\nvoid fetch("https://api.example.com/repos/a/b/issues");\n',
  };
  const print = (format: string): string => runProgram(makeFolder(partly), ["permissions", "--format", format]).stdout;

  it("in text", () => {
    expect(print("text")).toMatch(
      /^Incomplete: the code may need more than this\. Not in it: 1 call not known\.\n\nnot known\n {4}a\.js:1:6 /u,
    );
  });

  it("in JSON", () => {
    const printed = JSON.parse(print("json")) as Readonly<Record<string, unknown>>;
    expect(Object.entries(printed)[0]).toEqual(["incomplete", ["1 call not known"]]);
    expect(Object.keys(printed).indexOf("unknown")).toBeLessThan(Object.keys(printed).indexOf("permissions"));
  });

  it("in YAML", () => {
    expect(print("yaml")).toMatch(
      /^# Incomplete: the code may need more than this\.\n# Not in here: 1 call not known\.\npermissions:\n/u,
    );
  });

  it("in HTML", () => {
    const page = print("html");
    const places = ["Incomplete:", "Not known (1)", "<table>"].map((text) => page.indexOf(text));
    expect(places.every((place) => place > 0)).toBe(true);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  it("and is not there where all was seen", () => {
    const whole = makeFolder({ ".git/HEAD": "", "a.js": 'void fetch("https://api.example.com/repos/a/b/issues");\n' });
    for (const format of ["text", "yaml", "html"])
      expect(runProgram(whole, ["permissions", "--format", format]).stdout).not.toContain("Incomplete");
    expect(JSON.parse(runProgram(whole, ["permissions", "--format", "json"]).stdout)).toMatchObject({ incomplete: [] });
  });
});
