import { expect, test, vi } from "vitest";
import { isItsTurn } from "../../../harness/runs";
import { codeThreadsFor } from "../../../../src/hosts/cli/threads/threads";
import { badCode, checkJson, makeFolder } from "../program";

// Programs that start threads, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 });

const compilerOptions = { module: "esnext", moduleResolution: "bundler", target: "es2022", types: [], lib: ["es5"] };
const project = JSON.stringify({ compilerOptions, include: ["src"] });

const wrapper = `export function send(path, body) {
  return fetch("https://api.example.com/v1" + path, {
    method: "PATCH",
    headers: { Authorization: "Bearer x", "Content-Type": "application/json", "If-Match": String(Math.random()) },
    body: JSON.stringify(body),
  });
}
`;

/** So many files that threads look at them: two with a tsconfig.json each, one without; all call one wrapper. */
function makePackages(extra: Readonly<Record<string, string>> = {}): string {
  const files: Record<string, string> = { ".git/HEAD": "", "a/src/send.js": wrapper, ...extra };
  for (const name of ["a", "b", "c"]) {
    if (name !== "c") files[`${name}/tsconfig.json`] = project;
    files[`${name}/src/call.js`] =
      `import { send } from "../../a/src/send";\nsend("/things/1", { tags: ["${name}"] });\n`;
    files[`${name}/src/own.js`] = badCode.replace("process.env.TAG", "String(Math.random())");
    for (let index = 0; index < 40; index += 1) files[`${name}/src/plain-${index}.js`] = "export {};\n";
  }
  return makeFolder(files);
}

/** The files with findings in all packages. */
const found = ["a", "b", "c"].flatMap((name) => [`${name}/src/call.js`, `${name}/src/own.js`]);

test("threads look at code only where there is much of it, by default half as many as the machine has cores", () => {
  expect(codeThreadsFor(10, 8)).toBe(0);
  expect(codeThreadsFor(1000, 3)).toBe(3);
  expect(codeThreadsFor(1000, undefined)).toBeGreaterThan(0);
});

test("the output is the same for any number of threads, and with what they have kept", () => {
  const folder = makePackages({
    "b/src/deep.ts": `x = ${"(\n".repeat(20_000)}`,
    "c/restraint.config.yaml": "services: {}\n",
    "restraint.config.yaml": "rule: {}\n",
  });
  const run = (...options: readonly string[]) => checkJson(folder, options);
  const one = run("--concurrency", "1");
  expect(one.findings.map(({ file }) => file)).toEqual(found);
  expect(one.stderr).toContain("b/src/deep.ts: cannot be checked: is nested too deeply");
  expect(one.status).toBe(2);
  expect(run("--concurrency", "3")).toEqual(one);
  expect(run("--concurrency", "2", "--cache")).toEqual(one);
  expect(run("--concurrency", "2", "--cache")).toEqual(one);
});

test.runIf(isItsTurn(2, 0))(
  "a file that fills a thread's memory is named, and all others are reported, those of its tsconfig.json without types",
  () => {
    const folder = makePackages({ "b/src/big.ts": "a;b;c;d\n".repeat(130_000) });
    // Enough for TypeScript and everything but the tree of that text.
    const env = { NODE_OPTIONS: "--max-old-space-size=100" };
    const { findings, problems, status, summary } = checkJson(folder, ["--concurrency", "2"], { env });
    expect(findings.map(({ file }) => file)).toEqual(found);
    expect(problems.map(({ file }) => file).sort()).toEqual(["b/src/big.ts", "b/tsconfig.json"]);
    for (const { message } of problems) expect(message).toMatch(/\d MB of memory are not enough/u);
    expect(status).toBe(2);
    expect(summary).toMatchObject({ checked: 3 * 42 + 1 });
  },
);
