import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { installCached } from "./cached-package";
import { root } from "./harness/fixtures";
import { badTable, goodTable, makeFolder } from "./hosts/cli/program";

interface Step {
  readonly name: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly "working-directory"?: string;
}
interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

const text = readFileSync(join(root, "action.yml"), "utf8");
const action = parse(text) as Action;

/** What a runner gives to every step. */
interface Runner {
  readonly temp: string;
  readonly workspace: string;
  readonly env: Readonly<Record<string, string>>;
  readonly outputs: Record<string, string>;
}

function makeRunner(files: Readonly<Record<string, string>>, env: Readonly<Record<string, string>> = {}): Runner {
  const temp = makeFolder({ output: "", summary: "" });
  const workspace = makeFolder(files);
  const given = {
    RUNNER_TEMP: temp,
    GITHUB_WORKSPACE: workspace,
    GITHUB_ACTION_PATH: root,
    GITHUB_OUTPUT: join(temp, "output"),
    GITHUB_STEP_SUMMARY: join(temp, "summary"),
    ...env,
  };
  return { temp, workspace, env: given, outputs: {} };
}

/** Runs the command of a step as GitHub's runner does: in bash, with the expressions of its keys replaced. */
async function runStep(name: string, runner: Runner, inputs: Readonly<Record<string, string>> = {}) {
  const step = action.runs.steps.find((each) => each.name === name);
  const fill = (value: string): string =>
    value.replace(/\$\{\{ (.*?) \}\}/gu, (_, expression: string) => {
      const [, kind, key = ""] = /^(inputs|runner|steps\.check\.outputs)\.([\w-]+)$/u.exec(expression) ?? [];
      if (kind === "runner") return runner.temp;
      if (kind === "inputs") return fill(inputs[key] ?? action.inputs[key]?.default ?? "");
      return runner.outputs[key] ?? "";
    });
  const own = Object.entries(step?.env ?? {}).map(([key, value]) => [key, fill(value)]);
  const script = join(runner.temp, "step.sh");
  writeFileSync(script, step?.run ?? "exit 99");
  const child = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", script], {
    cwd: join("/", fill(step?.["working-directory"] ?? ".").replace(/^(?!\/)/u, `${runner.workspace}/`)),
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      ...runner.env,
      ...(Object.fromEntries(own) as Record<string, string>),
    },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (piece) => (output += String(piece)));
  const status = await new Promise((done) => child.on("close", done));
  for (const line of readFileSync(join(runner.temp, "output"), "utf8").split("\n")) {
    const [key = "", value = ""] = line.split(/=(.*)/u);
    runner.outputs[key] = value;
  }
  return { status, output };
}

/** Puts this program where the first step installs it. */
function placeProgram({ temp }: Runner): void {
  const folder = join(temp, "restraint/node_modules/eslint-plugin-restraint/dist/src/hosts/cli");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "main.js"), `require(${JSON.stringify(join(root, "dist/src/hosts/cli/main.js"))});`);
}

interface Asked {
  readonly method: string;
  readonly url: string;
  readonly body: { readonly body?: string };
}

/** Starts a forge that knows some comments on pull request 7, and writes down what it is asked. */
async function startForge(comments: readonly object[], refuses = false) {
  const asked: Asked[] = [];
  const readBody = async (message: IncomingMessage): Promise<string> => {
    let body = "";
    for await (const piece of message) body += String(piece);
    return body;
  };
  const server = createServer((message, answer) => {
    void readBody(message).then((body) => {
      const { method = "", url = "" } = message;
      asked.push({ method, url, body: body === "" ? {} : (JSON.parse(body) as Asked["body"]) });
      const isRefused = url === "/user" || (refuses && method !== "GET");
      answer.writeHead(isRefused ? 403 : 200, { "Content-Type": "application/json" });
      answer.end(JSON.stringify(isRefused ? {} : method === "GET" ? comments : {}));
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  const event = makeFolder({ "event.json": JSON.stringify({ pull_request: { number: 7 } }) });
  const env = {
    GITHUB_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    GITHUB_REPOSITORY: "owner/name",
    GITHUB_EVENT_PATH: join(event, "event.json"),
  };
  return { env, written: () => asked.filter(({ method }) => method !== "GET") };
}

/** The package is written for bundlers: it imports JSON as if that were code. */
const jsonHooks = `export const resolve = async (name, context, next) => ({
  ...(await next(name, context)), ...(name.endsWith(".json") && { importAttributes: { type: "json" } }),
});`;
const dataUrl = (code: string): string => `data:text/javascript,${encodeURIComponent(code)}`;
const registration = `import { register } from "node:module"; register(${JSON.stringify(dataUrl(jsonHooks))});`;

test("action.yml is what GitHub takes for an action", (context) => {
  const parser = installCached("@actions/workflow-parser", "0.3.61", "dist/actions/action-parser.js");
  context.skip(parser === undefined, "@actions/workflow-parser is not installed");
  const code = `import { parseAction } from ${JSON.stringify(pathToFileURL(parser ?? "").href)};
    const trace = { error() {}, info() {}, verbose() {} };
    const content = (await import("node:fs")).readFileSync(0, "utf8");
    console.log(JSON.stringify(parseAction({ name: "action.yml", content }, trace).context.errors.getErrors().map(({ message }) => message)));`;
  const errorsOf = (content: string): unknown => {
    const args = ["--import", dataUrl(registration), "--input-type=module", "--eval", code];
    const { stdout, stderr } = spawnSync(process.execPath, args, { input: content, encoding: "utf8" });
    return stdout === "" ? stderr : (JSON.parse(stdout) as unknown);
  };
  expect(errorsOf(text)).toEqual([]);
  expect(errorsOf(text.replace("using: composite", "using: nothing"))).not.toEqual([]);
  expect(errorsOf(text.replace("shell: bash", "shel: bash"))).not.toEqual([]);
});

test("no input is written into a command: what a repository says is no code", () => {
  for (const { run = "" } of action.runs.steps) expect(run).not.toContain("${{");
});

test("the package is installed outside of the repository, whose settings of npm do not count, and runs no script", async () => {
  const runner = makeRunner({ ".npmrc": "ignore-scripts=false\nprefix=/nowhere\n", "node_modules/.keep": "" });
  const scripts = { postinstall: "touch ran" };
  const source = makeFolder({ "package/package.json": JSON.stringify({ name: "tiny", version: "1.0.0", scripts }) });
  spawnSync("tar", ["-czf", "tiny.tgz", "package"], { cwd: source });
  const ran = await runStep("Install Restraint", runner, { package: join(source, "tiny.tgz") });
  expect(ran).toEqual({ status: 0, output: expect.stringContaining("added 1 package") as string });
  expect(readdirSync(join(runner.temp, "restraint/node_modules/tiny"))).toEqual(["package.json"]);
});

test("findings are annotated, summed up, and written for code scanning; the status is the program's", async () => {
  const runner = makeRunner({ "sub/deploy/table.yaml": badTable, "sub/a b.yaml": goodTable });
  placeProgram(runner);
  const inputs = { "working-directory": "sub", paths: "deploy\na b.yaml\n", options: "--no-types\n--max-warnings=0" };
  const { status, output } = await runStep("Check", runner, inputs);
  expect(output).toContain("::error file=sub/deploy/table.yaml,line=6");
  expect(status).toBe(1);
  expect(runner.outputs).toMatchObject({ status: "1", sarif: expect.stringMatching(/sarif$/u) as string });
  expect(readFileSync(join(runner.temp, "summary"), "utf8")).toMatch(/^### Restraint: 1 error, 0 warnings\n/u);
  const log = JSON.parse(readFileSync(runner.outputs.sarif ?? "", "utf8")) as { runs: { results: unknown[] }[] };
  expect(log.runs[0]?.results).toHaveLength(1);
});

test("two versions of a description are compared: whom the newer one breaks is told, by code or by inventories", async () => {
  const version = (paths: object): string =>
    JSON.stringify({
      openapi: "3.0.3",
      info: { title: "a", version: "1" },
      servers: [{ url: "https://api.example.com" }],
      paths,
    });
  const files = {
    "old.json": version({ "/a": { get: { responses: {} } } }),
    "new.json": version({}),
    "src/a.ts": 'export const a = () => fetch("https://api.example.com/a");\n',
  };
  const runner = makeRunner(files);
  placeProgram(runner);
  const inputs = { diff: "old.json\nnew.json\n", paths: "src\n", options: "--no-types" };
  expect((await runStep("Check", runner, inputs)).status).toBe(1);
  expect(readFileSync(join(runner.temp, "summary"), "utf8")).toMatch(/^### Restraint: 1 call hit\n/u);
  expect(readFileSync(runner.outputs.sarif ?? "", "utf8")).toContain("api-path-removed-without-deprecation");

  const args = ["usage", "--format", "json", "src"];
  const { stdout } = spawnSync(process.execPath, [join(root, "dist/src/hosts/cli/main.js"), ...args], {
    cwd: runner.workspace,
    encoding: "utf8",
  });
  writeFileSync(join(runner.workspace, "usage.json"), stdout);
  expect((await runStep("Check", runner, { ...inputs, options: "", usage: "usage.json" })).status).toBe(1);

  expect((await runStep("Check", runner, { ...inputs, diff: "old.json\nold.json" })).status).toBe(0);
  const { status, output } = await runStep("Check", runner, { ...inputs, diff: "old.json" });
  expect({ status, output }).toEqual({ status: 2, output: expect.stringContaining("takes two versions") as string });
});

test("a mistake in the inputs fails the job, and leaves no report", async () => {
  const runner = makeRunner({});
  placeProgram(runner);
  const { status, output } = await runStep("Check", runner, { options: "--fxi" });
  expect({ status, outputs: runner.outputs.sarif }).toEqual({ status: 2, outputs: undefined });
  expect(output).toContain("--fxi");
});

const own = { id: 3, body: '<!-- restraint: "." -->\nold', user: { type: "Bot", login: "github-actions[bot]" } };
const report = "### Restraint: 1 error, 0 warnings\n";

test.each([
  ["no comment", [], report, ["POST /repos/owner/name/issues/7/comments"]],
  ["its own", [own], report, ["PATCH /repos/owner/name/issues/comments/3"]],
  ["one of a person", [{ ...own, user: { type: "User", login: "eve" } }], report, [expect.stringMatching(/^POST/u)]],
  ["one of another folder", [{ ...own, body: '<!-- restraint: "sub" -->' }], report, [expect.stringMatching(/^POST/u)]],
  ["nothing to tell", [], "### Restraint: no findings\n", []],
  ["nobody is hit", [], "### Restraint: 0 calls hit\n", []],
  ["nothing any more", [own], "### Restraint: no findings\n", ["PATCH /repos/owner/name/issues/comments/3"]],
])("the pull request has one comment: %s", async (_, comments, markdown, expected) => {
  const forge = await startForge(comments);
  const runner = makeRunner({ "report.md": markdown }, forge.env);
  runner.outputs.markdown = join(runner.workspace, "report.md");
  const { status } = await runStep("Comment on the pull request", runner, { token: "t" });
  expect(status).toBe(0);
  expect(forge.written().map(({ method, url }) => `${method} ${url}`)).toEqual(expected);
  for (const { body } of forge.written()) expect(body.body).toBe(`<!-- restraint: "." -->\n${markdown}`);
});

test("a token that may not write is a warning", async () => {
  const forge = await startForge([], true);
  const runner = makeRunner({ "report.md": report }, forge.env);
  runner.outputs.markdown = join(runner.workspace, "report.md");
  const { status, output } = await runStep("Comment on the pull request", runner, { token: "t" });
  expect({ status, output }).toEqual({ status: 0, output: expect.stringContaining("pull-requests: write") as string });
});
