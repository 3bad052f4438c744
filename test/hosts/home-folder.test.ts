import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { rules } from "../../rules/index";
import { createPlugin } from "../../src/hosts/eslint/create-plugin";
import { FileChecker } from "../../src/hosts/editor/file-checker";
import { eslintVersions } from "../harness/hosts/eslint";
import { makeFolder, runProgram } from "./cli/program";

const sends = `$.ajax({ url: "/orders/1", method: "PATCH", contentType: "application/json", data: JSON.stringify({ tags: ["a"] }) });\n`;

/** Changes each body that jQuery sends: where it belongs to the same project, nothing is known of the list. */
const changesBodies = "$.ajaxPrefilter((settings) => { settings.data = full(settings.data); });\n";

/** Where the file lies that sends, in a home folder that has a file with a hook beside, and whether that file is of its project. */
const places: readonly (readonly [
  name: string,
  sender: string,
  others: Readonly<Record<string, string>>,
  isOne: boolean,
])[] = [
  ["a project below a stray package.json", "shop/src/a.js", { "package.json": "{}", "shop/package.json": "{}" }, false],
  [
    "a project below a repository of settings",
    "shop/src/a.js",
    { ".git/HEAD": "", "shop/restraint.config.yaml": "" },
    false,
  ],
  ["a file of no project", "a.js", {}, false],
  ["a file of no project, in a folder", "notes/a.js", {}, false],
  ["a project that is the home folder", "src/a.js", { "package.json": "{}" }, true],
];

function makeHome(sender: string, others: Readonly<Record<string, string>>): string {
  const home = makeFolder({});
  vi.stubEnv("HOME", home);
  vi.stubEnv("USERPROFILE", home);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  for (const [name, text] of Object.entries({ ...others, [sender]: sends, "elsewhere/b.js": changesBodies })) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(join(home, name), text);
  }
  return home;
}

const rule = "no-array-in-patch";

describe.each(places)("%s", (_, sender, others, isOne) => {
  const expected = isOne ? [] : [rule];

  it.each(eslintVersions)("is apart from all else in ESLint $version", ({ Linter }) => {
    const home = makeHome(sender, others);
    const config = [...createPlugin(rules, "0.0.0").configs.recommended];
    const messages = new Linter({ cwd: home }).verify(sends, config, { filename: join(home, sender) });
    expect(messages.flatMap(({ ruleId }) => (ruleId?.endsWith(rule) === true ? [rule] : []))).toEqual(expected);
  });

  it("is apart from all else in an editor", () => {
    const path = join(makeHome(sender, others), sender);
    const program = ts.createProgram([path], { allowJs: true, noLib: true, types: [] });
    const checker = new FileChecker(ts, (_, error) => {
      throw error;
    });
    const findings = checker.check(program, path, () => undefined)?.findings ?? [];
    expect(findings.flatMap((finding) => (finding.rule === rule ? [rule] : []))).toEqual(expected);
  });

  it("is apart from all else in the program", () => {
    const home = makeHome(sender, others);
    const { stdout } = runProgram(home, ["check", sender, "--format", "json"]);
    const { findings } = JSON.parse(stdout) as { readonly findings: readonly { readonly rule: string }[] };
    expect(findings.flatMap((finding) => (finding.rule === rule ? [rule] : []))).toEqual(expected);
  });
});
