import { describe, expect, it } from "vitest";
import { badTable, makeFolder, runProgram } from "../program";

/** Means something in HTML, XML, Markdown, and to the runners of GitHub and Azure. */
const evil = `<script>alert('1')</script> &amp; ]]> %0A::error::x | **b** "q"`;

const manifestWith = (key: string): string => `${badTable}    tableName: t\n    ${JSON.stringify(key)}: 1\n`;
const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'", "#39": "'" };

/** @returns the text that a reader of HTML or XML is shown. */
function shown(markup: string): string {
  return markup.replace(/<[^<>]*>/gu, "").replace(/&(\w+|#39);/gu, (whole, name: string) => entities[name] ?? whole);
}

/** @returns the text that GitHub's runner takes out of a command. */
function fromCommand(text: string): string {
  return text
    .replaceAll("%0D", "\r")
    .replaceAll("%0A", "\n")
    .replaceAll("%3A", ":")
    .replaceAll("%2C", ",")
    .replaceAll("%25", "%");
}

/** @returns the beginnings of the tags. */
function tagsOf(markup: string): readonly string[] {
  return markup.match(/<[^\s<>&]*/gu) ?? [];
}

function check(format: string, key = evil): string {
  return runProgram(makeFolder({ "a.yaml": manifestWith(key) }), ["check", "--format", format, "a.yaml"]).stdout;
}

describe("a dangerous text reaches each report, as a text", () => {
  it.each(["html", "junit"])("%s", (format) => {
    const output = check(format);
    expect(shown(output.replaceAll(/message="([^"]*)"\/>/gu, ">$1<"))).toContain(evil);
    expect(tagsOf(output)).toEqual(tagsOf(check(format, "harmless")));
  });

  it.each(["json", "sarif", "gitlab"])("%s", (format) => {
    const output = check(format);
    const texts: string[] = [];
    JSON.parse(output, (_, value: unknown) => {
      if (typeof value === "string") texts.push(value);
      return value;
    });
    expect(texts.filter((text) => text.includes(evil))).not.toEqual([]);
  });

  it("github", () => {
    const lines = check("github").split("\n");
    const commands = lines.filter((line) => line.startsWith("::"));
    expect(commands).toHaveLength(1);
    expect(commands[0]).not.toContain("%0A::error");
    expect(fromCommand(commands[0] ?? "")).toContain(evil);
  });

  it("markdown", () => {
    // In a code span nothing is markup.
    expect(check("markdown")).toMatch(/`[^`]*`/u);
    const spans = [...check("markdown").matchAll(/`([^`]*)`/gu)].map(([, text]) => text);
    expect(spans).toContain(evil);
  });

  it.each(["usage", "permissions"])("the page of restraint %s", (command) => {
    const name = "b <img src=x onerror=alert(1)>.ts";
    const folder = makeFolder({
      [name]: 'export const list = () => fetch("https://api.github.com/orgs/a/members");\n',
    });
    const { stdout } = runProgram(folder, [command, "--format", "html", "."]);
    expect(shown(stdout)).toContain(name);
    expect(stdout).not.toContain("<img src=x");
  });
});
