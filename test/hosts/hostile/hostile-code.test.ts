import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../../harness/fixtures";
import { projectWithPackage } from "../../harness/hosts/installed";
import { partOf } from "../../harness/runs";
import { badCode, main } from "../cli/program";

function lines(count: number, line: (index: number) => string, separator = "\n"): string {
  return Array.from({ length: count }, (_, index) => line(index)).join(separator);
}

const url = "https://api.example.com/v1/things/";

/** Programs that nobody writes by hand, and that end in a call. */
const programs: Readonly<Record<string, string>> = {
  "arrow functions that call the one before": `const f0 = (a) => fetch("${url}" + a);\n${lines(3_200, (index) => `const f${index + 1} = (a) => f${index}(a);`)}\nf3200("x");\n`,
  "classes that extend the one before": `class A0 { m(a) { return fetch("${url}" + a); } }\n${lines(6_400, (index) => `class A${index + 1} extends A${index} {}`)}\nnew A6400().m("x");\n`,
  "an object of many members": `const o = { ${lines(50_000, (index) => `k${index}: ${index}`, ", ")} };\nfetch("${url}1", { method: "POST", body: JSON.stringify(o) });\n`,
  "lists within each other": `const o = ${"[".repeat(1_000)}${"]".repeat(1_000)};\nfetch("${url}1", { method: "POST", body: JSON.stringify(o) });\n`,
  "a function that calls itself by many ways": `const f = (a, n) => n ? [${lines(200, (index) => `f(a + ${index}, n - 1)`, ", ")}] : fetch("${url}" + a);\nf("x", 9);\n`,
  "a template of many holes": `const f = (a) => fetch(\`${url}\${${lines(3_000, (index) => `a.x${index}`, "}-${")}}\`);\n`,
};

/** Typed by this project, and without a configuration of the service: what is asked is an end. */
const project = {
  "package.json": '{ "type": "module" }',
  "tsconfig.json": JSON.stringify({
    compilerOptions: { allowJs: true, checkJs: false, noEmit: true, lib: ["es2022"], types: [], module: "esnext" },
    include: ["*.js"],
  }),
  "eslint.config.mjs":
    'import restraint from "eslint-plugin-restraint";\nexport default [...restraint.configs.recommended];\n',
};

/** In milliseconds: the machine may have much other work. */
const longest = 120_000;

function run(folder: string, program: string, args: readonly string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--max-old-space-size=1500", program, ...args], {
    cwd: folder,
    encoding: "utf8",
    timeout: longest,
    killSignal: "SIGKILL",
  });
  return { status, output: stdout + stderr };
}

describe.each(partOf(Object.entries(programs), 1 / 3))("%s", (name, text) => {
  const files = { ...project, "a.js": text, "b.js": badCode.replace("process.env.TAG", "String(Math.random())") };

  it("lets a typed run end, and other files be checked", { timeout: longest + 10_000 }, () => {
    const { status, output } = run(projectWithPackage(files), main, ["check", "a.js", "b.js"]);
    expect(output).toContain("no-array-in-patch");
    expect(output).not.toContain("crash");
    // What is not looked at is told, and that not all could be.
    const isRefused = name === "lists within each other";
    expect(output.includes("a.js: cannot be checked: is nested too deeply to be looked at")).toBe(isRefused);
    expect(status).toBe(isRefused ? 2 : 1);
  });

  it("lets ESLint end, and other files be linted", { timeout: longest + 10_000 }, () => {
    const eslint = join(root, "node_modules/eslint/bin/eslint.js");
    const { status, output } = run(projectWithPackage(files), eslint, ["a.js", "b.js"]);
    expect(output).toContain("restraint/no-array-in-patch");
    expect(output).not.toMatch(/TypeError|RangeError/u);
    expect(status).toBe(1);
  });
});
