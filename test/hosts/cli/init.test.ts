import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { main, makeFolder, runProgram } from "./program";

const openapi =
  "openapi: 3.0.3\nservers: [{ url: https://api.shop.test }]\npaths:\n  /orders/{id}: { get: { responses: {} } }\n";
const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
spec:
  group: shop.test
  names: { kind: Widget, plural: widgets }
  versions: [{ name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object, properties: { spec: { type: object, properties: { size: { type: integer } } } } } } }]
`;

const rooms = `openapi: 3.0.3
servers: [{ url: https://api.rooms.test/v2 }]
paths:
  /rooms: { get: { responses: { "200": { description: ok } } } }
  /rooms/{id}: { get: { responses: { "200": { description: ok } } } }
`;

const serviceOf = (name: string): string => `openapi: 3.0.3
servers: [{ url: https://${name}.shop.test/v1 }]
paths:
  /${name}: { get: { responses: { "200": { description: ok } } } }
  /${name}/{id}:
    get: { responses: { "200": { description: ok } } }
    put: { requestBody: { content: { application/json: { schema: { type: object, properties: { name: { type: string }, size: { type: integer } } } } } }, responses: {} }
`;

/** A project, the configuration that is proposed for it, and the rule of the first finding. */
const projects: Readonly<Record<string, [Readonly<Record<string, string>>, unknown, string]>> = {
  "a server of Express with OpenAPI": [
    {
      "package.json": '{"dependencies": {"express": "5"}, "devDependencies": {"eslint": "9"}}',
      "docs/openapi.yaml": openapi,
      "src/client.js": "export const order = (id) => fetch(`https://api.shop.test/oders/${id}`);\n",
    },
    { contract: ["restraint.openapi.yaml"] },
    "known-endpoint",
  ],
  "a GitHub App": [
    {
      "app.yml": "name: app\ndefault_permissions: { issues: read }\n",
      "package.json": '{"dependencies": {"probot": "13"}}',
      "index.js":
        'export default (app) => {\n  app.on("issues.opened", async (context) => {\n    await context.octokit.issues.create(context.repo({ title: "Again" }));\n  });\n};\n',
    },
    { aliases: { automation: "actions" } },
    "granted-permission",
  ],
  "a client of Google's": [
    {
      "package.json": '{"dependencies": {"googleapis": "150"}}',
      "tsconfig.json": "{}",
      "index.ts":
        'export const list = () => fetch("https://www.googleapis.com/calendar/v3/users/me/calendarList?fields=items(id");\n',
    },
    { service: { baseUrls: ["https://www.googleapis.com"], wrapped: false } },
    "valid-fields",
  ],
  "a repository of Crossplane's": [
    {
      "crds/widgets.yaml": definition,
      "apps/widget.yaml": "apiVersion: shop.test/v1\nkind: Widget\nmetadata: { name: a }\nspec: { size: big }\n",
      ".pre-commit-config.yaml": "repos: []\n",
    },
    { contract: ["restraint.crds.yaml"] },
    "valid-kind-values",
  ],
  "a server of Express that is called below a prefix": [
    {
      "package.json": '{"dependencies": {"express": "5"}}',
      "openapi.yaml": rooms,
      "src/client.js":
        "export const rename = (id) => fetch(`/api/v2/room/${id}`);\nexport const list = () => fetch('http://localhost:3000/api/v2/rooms');\nexport const docs = () => fetch('/docs/index.json');\n",
    },
    {
      service: { baseUrls: ["https://api.rooms.test/v2", "/api/v2", "http://localhost:3000/api/v2"] },
      contract: ["restraint.openapi.yaml"],
    },
    "known-endpoint",
  ],
  "a server of Nest with swagger": [
    {
      "package.json": '{"dependencies": {"@nestjs/core": "10", "@nestjs/swagger": "7"}}',
      "swagger.json":
        '{"openapi": "3.0.0", "servers": [], "paths": {"/api/orders": {"post": {"requestBody": {"content": {"application/json": {"schema": {"type": "object", "properties": {"name": {"type": "string"}}}}}}, "responses": {}}}}}',
      "src/client.ts":
        'import axios from "axios";\nconst http = axios.create({ baseURL: "http://localhost:3000/api" });\nexport const add = () => http.post("/orders", { nam: "x" });\n',
    },
    { service: { baseUrls: ["http://localhost:3000"] }, contract: ["restraint.openapi.yaml"] },
    "valid-body",
  ],
  "a composite action": [
    {
      "action.yml": "name: a\nruns: { using: composite, steps: [{ run: node index.js, shell: bash }] }\n",
      "package.json": '{"dependencies": {"@actions/github": "6"}}',
      "index.js":
        'import { context, getOctokit } from "@actions/github";\nconst octokit = getOctokit(process.env.GITHUB_TOKEN);\nawait octokit.rest.issues.create({ ...context.repo, title: "x" });\nawait fetch("https://api.github.com/repos/a/b/issues/1", { method: "PATCH", body: { title: "x" } });\n',
    },
    { aliases: { automation: "actions" } },
    "valid-body",
  ],
  "a monorepo with three services": [
    {
      "package.json": '{"workspaces": ["services/*"]}',
      ...Object.fromEntries(
        ["mail", "orders", "users"].map((name) => [`services/${name}/openapi.yaml`, serviceOf(name)]),
      ),
      "services/orders/a.js":
        "export const user = (id) => fetch(`https://users.shop.test/v1/users/${id}`);\nexport const mail = () => fetch(`${process.env.MAIL_URL}/mail`);\nexport const put = (id) => fetch(`http://localhost:4001/v1/users/${id}`, { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ name: 'x', sise: 3 }) });\n",
    },
    {
      service: {
        baseUrls: [
          "https://mail.shop.test/v1",
          "https://orders.shop.test/v1",
          "https://users.shop.test/v1",
          "${process.env.MAIL_URL}",
          "http://localhost:4001/v1",
        ],
      },
      contract: ["restraint.openapi.yaml"],
    },
    "valid-body",
  ],
  "the host of the README": [
    {
      "a.js": 'await fetch("https://api.example.com/v1/repos/a/b/issues?fields=items(id");\n',
    },
    { service: { baseUrls: ["https://api.example.com/v1"] } },
    "valid-fields",
  ],
};

test.each(Object.entries(projects))(
  "%s: two commands from nothing to the first finding",
  (_, [files, expected, rule]) => {
    const folder = makeFolder({ ".git/HEAD": "", ...files });
    const shown = runProgram(folder, ["init"]);
    expect([shown.status, shown.stdout]).toEqual([0, expect.stringContaining("+ ")]);
    expect(existsSync(join(folder, "restraint.config.yaml"))).toBe(false);
    expect(runProgram(folder, ["init", "--yes"]).status).toBe(0);
    expect(parse(readFileSync(join(folder, "restraint.config.yaml"), "utf8"))).toEqual(expected);
    const { status, stdout } = runProgram(folder, ["check", "--no-types"]);
    // One mistake is planted in each, and nothing else is wrong.
    expect([status, [...stdout.matchAll(/^error (\S+)/gmu)].map(([, id]) => id)]).toEqual([1, [rule]]);
    for (const [name, content] of Object.entries(files)) expect(readFileSync(join(folder, name), "utf8")).toBe(content);
  },
);

test("without a yes, it shows what it would write, and the lines for other tools", () => {
  const folder = makeFolder({
    "openapi.yaml": openapi,
    "eslint.config.js": "",
    "tsconfig.json": "{}",
    "lefthook.yml": "",
  });
  const { status, stdout } = runProgram(folder, ["init"]);
  expect(status).toBe(0);
  for (const line of ["+   - restraint.openapi.yaml", "eslint.config.js", "tsconfig.json", "lefthook.yml"])
    expect(stdout).toContain(line);
  expect(existsSync(join(folder, "restraint.config.yaml"))).toBe(false);
});

test("where nothing shows a service, nothing is proposed; what is there is never written over", () => {
  const folder = makeFolder({ "README.md": "", "a.js": "export const a = 1;\n" });
  const { status, stdout } = runProgram(folder, ["init", "--yes"]);
  expect([status, stdout]).toEqual([0, expect.stringContaining("Nothing here shows a service")]);
  expect(existsSync(join(folder, "restraint.config.yaml"))).toBe(false);
  const own = makeFolder({ "restraint.config.yml": "preset: strict\n", "openapi.yaml": openapi });
  expect(runProgram(own, ["init", "--yes"]).stdout).toContain("restraint.config.yml is there already");
  expect(existsSync(join(own, "restraint.openapi.yaml"))).toBe(false);
});

test("what other tools have already is not proposed, and tokens and the described services are named", () => {
  const folder = makeFolder({
    ".git/HEAD": "",
    "package.json":
      '{"dependencies": {"googleapis": "150", "@octokit/rest": "20"}, "devDependencies": {"eslint": "9.30.0"}}',
    "eslint.config.mjs":
      'import restraint from "eslint-plugin-restraint";\nexport default restraint.configs.recommended;\n',
    "tsconfig.json": '{"compilerOptions": {"plugins": [{"name": "eslint-plugin-restraint/tsserver"}]}}',
    "lefthook.yml": "pre-commit: {}\n",
    "a.ts":
      'import { google } from "googleapis";\nexport const list = () => google.drive("v3").files.list({});\nexport const token = process.env.GITHUB_TOKEN;\n',
  });
  const { stdout } = runProgram(folder, ["init"]);
  expect(stdout).not.toContain("eslint.config.mjs");
  expect(stdout).not.toContain("tsconfig.json");
  expect(stdout).toContain("lefthook.yml");
  expect(stdout).toContain("https://www.googleapis.com/discovery/v1/apis/drive/v3/rest");
  expect(stdout).not.toContain("calendar");
  expect(stdout).toContain("Tokens in the code: process.env.GITHUB_TOKEN.");
});

test("hosts of well-known services are not proposed as the program's own", () => {
  const folder = makeFolder({
    ".git/HEAD": "",
    "a.js": 'await fetch("https://hooks.slack.com/services/x");\n// https://nodejs.org/api/http.html\n',
  });
  expect(runProgram(folder, ["init"]).stdout).toContain("Nothing here shows a service");
});

const hasScript = spawnSync("script", ["--version"]).status === 0;

test.each([
  ["y", true],
  ["n", false],
])("on a terminal it asks, and %s decides", (answer, isWritten) => {
  if (!hasScript) return;
  const folder = makeFolder({ "openapi.yaml": openapi });
  const { stdout } = spawnSync("script", ["-qec", `${process.execPath} ${main} init`, "/dev/null"], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, TERM: "xterm-256color" },
    input: `${answer}\n`,
  });
  expect(stdout).toContain("Write restraint.config.yaml? [y/N]");
  expect(existsSync(join(folder, "restraint.config.yaml"))).toBe(isWritten);
});

const root = join(__dirname, "../../..");

/** The lines that are proposed for a file of another tool. */
function linesFor(stdout: string, file: string): string {
  const [, lines = ""] = new RegExp(`^${file.replaceAll(".", "\\.")}\\n((?:\\+ .*\\n)+)`, "mu").exec(stdout) ?? [];
  return lines.replace(/^\+ /gmu, "");
}

test.each<[string, Readonly<Record<string, string>>, string, boolean]>([
  [
    "an ESLint with `defineConfig`",
    { "node_modules/eslint/package.json": '{"version": "9.22.0"}' },
    "eslint.config.mjs",
    true,
  ],
  ["an ESLint without", { "node_modules/eslint/package.json": '{"version": "9.21.0"}' }, "eslint.config.mjs", false],
  ["an ESLint of which only the least version is known", { "eslint.config.js": "" }, "eslint.config.js", false],
  ["modules in a package", { "eslint.config.ts": "" }, "eslint.config.ts", false],
])("the lines for %s are those that it reads", (_, files, file, hasDefineConfig) => {
  const folder = makeFolder({
    ".git/HEAD": "",
    "package.json": '{"devDependencies": {"eslint": "^9.7.0"}}',
    "openapi.yaml": openapi,
    "a.mjs": "await fetch(`https://api.shop.test/oders/1`);\n",
    ...files,
  });
  const { stdout } = runProgram(folder, ["init", "--yes"]);
  const lines = linesFor(stdout, file);
  expect([lines.includes("defineConfig("), lines.includes("require(")]).toEqual([
    hasDefineConfig,
    file === "eslint.config.js",
  ]);
  if (file.endsWith(".ts")) return;
  rmSync(join(folder, "node_modules"), { recursive: true, force: true });
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(join(root, "node_modules/eslint"), join(folder, "node_modules/eslint"));
  symlinkSync(root, join(folder, "node_modules/eslint-plugin-restraint"));
  writeFileSync(join(folder, file), lines);
  const { status, stdout: linted } = spawnSync(
    process.execPath,
    [join(folder, "node_modules/eslint/bin/eslint.js"), "--no-cache", "a.mjs"],
    { cwd: folder, encoding: "utf8" },
  );
  expect([status, linted]).toEqual([1, expect.stringContaining("restraint/known-endpoint")]);
});

test("versions that load no plugin, and functions into which nobody sees, are told", () => {
  const folder = makeFolder({
    ".git/HEAD": "",
    "package.json": '{"devDependencies": {"eslint": "^8.57.0", "typescript": "^7.0.0"}}',
    "openapi.yaml": openapi,
    "tsconfig.json": "{}",
    "a.js":
      'import { api } from "@shop/api";\nexport const a = () => api.get("/orders/1");\nexport const b = () => api.get("/orders/2");\n',
  });
  const { stdout } = runProgram(folder, ["init"]);
  expect(stdout).not.toContain("eslint.config.mjs");
  expect(stdout).not.toContain("tsserver");
  expect(stdout).toContain("ESLint 8.57.0 has no flat configuration");
  expect(stdout).toContain("editors run `restraint lsp --stdio` beside it");
  expect(stdout).toContain("`api.get` looks as if it sent requests (2 calls, a.js:2)");
});
