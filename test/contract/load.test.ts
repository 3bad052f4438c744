import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { builtinContract } from "../../src/contract/builtin";
import { noFacts, type RuleDescription } from "../../src/contract/configuration";
import { loadProject, type Project } from "../../src/contract/load";

const root = mkdtempSync(join(tmpdir(), "restraint-load-"));
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

const rules: readonly RuleDescription[] = [
  {
    id: "require-if-match",
    options: { force: { type: "string", enum: ["allow", "report"] }, put: { type: "boolean" } },
  },
  { id: "no-unused-fields", options: {} },
];

let count = 0;

/** A repository of these files. */
function repository(files: Readonly<Record<string, string>>): string {
  const folder = join(root, String(count++));
  mkdirSync(join(folder, ".git"), { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

function load(configuration: string, others: Readonly<Record<string, string>> = {}): Project {
  return loadProject(join(repository({ "restraint.config.yaml": configuration, ...others }), "src/client.ts"), rules);
}

/** `line:column severity message` of each problem. */
function problems(project: Project): string[] {
  return project.problems.map(({ line, column, severity, message }) => `${line}:${column} ${severity} ${message}`);
}

describe("the search", () => {
  it("gives defaults where there is no configuration", () => {
    const folder = repository({});
    expect(loadProject(join(folder, "a/b/c.ts"), rules)).toEqual({
      root: folder,
      facts: noFacts,
      contract: builtinContract,
      preset: "recommended",
      rules: {},
      ignore: [],
      partial: [],
      problems: [],
      files: [],
    });
  });

  it("takes the nearest file, and no other", () => {
    const folder = repository({
      "restraint.config.yaml": "preset: strict\nignore: [a]",
      "inner/restraint.config.json": '{"ignore": ["b"]}',
    });
    const inner = loadProject(join(folder, "inner/deep/x.ts"), rules);
    expect(inner).toMatchObject({ preset: "recommended", ignore: ["b"], root: join(folder, "inner") });
    expect(loadProject(join(folder, "x.ts"), rules)).toMatchObject({ preset: "strict", ignore: ["a"], root: folder });
  });

  it("ends at the repository's root", () => {
    const folder = repository({ "restraint.config.yaml": "preset: strict", "vendor/lib/x.ts": "" });
    mkdirSync(join(folder, "vendor/lib/.git"));
    expect(loadProject(join(folder, "vendor/lib/src/x.ts"), rules).configurationPath).toBeUndefined();
    expect(loadProject(join(folder, "vendor/x.ts"), rules).preset).toBe("strict");
  });

  it("doubts a second file beside the first", () => {
    const folder = repository({ "restraint.config.yml": "preset: strict", "restraint.config.json": "{}" });
    const project = loadProject(join(folder, "x.ts"), rules);
    expect(project.preset).toBe("strict");
    expect(project.problems).toMatchObject([{ file: join(folder, "restraint.config.json"), severity: "warn" }]);
  });

  it("reads a file again only when it has changed", () => {
    const folder = repository({ "restraint.config.yaml": "preset: strict" });
    const first = loadProject(join(folder, "x.ts"), rules);
    expect(loadProject(join(folder, "y/z.ts"), rules)).toBe(first);
    writeFileSync(join(folder, "restraint.config.yaml"), "preset: recommended");
    utimesSync(join(folder, "restraint.config.yaml"), 1, 1);
    expect(loadProject(join(folder, "x.ts"), rules).preset).toBe("recommended");
  });
});

describe("the facts", () => {
  it("are what the file says", () => {
    const project = load(`
service:
  baseUrls: ["https://api.example.com/v1", "\${API_URL}", "\${process.env.API_URL}/v1", /api]
  wrapped: true
clients:
  - { call: api.update, method: PATCH, path: 0, body: 1, headers: 2.headers }
tokens:
  UAT: [userToken, process.env.USER_TOKEN]
  default: IAT
  files: { "src/people/**": UAT }
permissions:
  organization: { members: write, somewhere_else: read }
groups:
  a: { name: timestream.example.dev, version: v0.5.0 }
aliases: { automation: actions }
preset: strict
rules: { no-unused-fields: warn, require-if-match: [error, { force: report }] }
ignore: [legacy/**]
`);
    expect(problems(project)).toEqual([]);
    expect(project.facts).toEqual({
      service: {
        baseUrls: ["https://api.example.com/v1", "${API_URL}", "${process.env.API_URL}/v1", "/api"],
        wrapped: true,
        etags: true,
      },
      clients: [{ call: "api.update", method: "PATCH", path: 0, body: 1, headers: "2.headers" }],
      tokens: {
        types: { UAT: ["userToken", "process.env.USER_TOKEN"] },
        default: "IAT",
        files: [{ patterns: ["src/people/**"], type: "UAT" }],
      },
      permissions: { organization: { members: "write", somewhere_else: "read" } },
      groups: { a: { name: "timestream.example.dev", version: "v0.5.0" } },
      aliases: { automation: "actions" },
    });
    expect(project.rules).toEqual({
      "no-unused-fields": { severity: "warn", options: {} },
      "require-if-match": { severity: "error", options: { force: "report" } },
    });
    expect(project).toMatchObject({ preset: "strict", ignore: ["legacy/**"] });
    expect(project.contract.groups[0]).toEqual({
      key: "a",
      name: "timestream.example.dev",
      version: "v0.5.0",
      apiVersions: ["v1alpha1"],
    });
  });

  it("may be none", () => {
    for (const text of ["", "# nothing yet\n", "{}", "\uFEFF{}"]) {
      const project = load(text);
      expect(problems(project)).toEqual([]);
      expect(project.facts).toEqual(noFacts);
    }
  });
});

describe("what is wrong", () => {
  it.each<[what: string, text: string, expected: string[]]>([
    ["an unknown key", "ignored: [a]\n", ["1:1 error There is no key `ignored`. Did you mean `ignore`?"]],
    [
      "an unknown key far from all",
      "service:\n  zzz: 1\n",
      ["2:3 error There is no key `zzz`. Known: baseUrls, wrapped, etags."],
    ],
    [
      "an unknown rule",
      "rules:\n  no-unsed-fields: warn\n",
      ["2:3 error There is no rule `no-unsed-fields`. Did you mean `no-unused-fields`?"],
    ],
    [
      "a rule with ESLint's prefix",
      "rules:\n  restraint/no-unused-fields: warn\n",
      ["2:3 error There is no rule `restraint/no-unused-fields`. Leave the prefix out: `no-unused-fields`."],
    ],
    [
      "an unknown severity",
      "rules:\n  no-unused-fields: eror\n",
      ['2:21 error "eror" is not one of off, warn, error. Did you mean `error`?'],
    ],
    [
      "an unknown option",
      "rules:\n  require-if-match: [warn, {forse: report}]\n",
      ["2:29 error There is no option `forse`. Did you mean `force`?"],
    ],
    [
      "a wrong option",
      "rules:\n  require-if-match: [warn, {force: never}]\n",
      ['2:36 error "never" is not one of allow, report.'],
    ],
    ["a wrong type", "ignore: legacy\n", ['1:9 error `ignore` must be a list, not "legacy".']],
    ["a wrong type in a list", "ignore: [a, 1]\n", ["1:13 error An entry of `ignore` must be a text, not 1."]],
    ["a missing key", "clients:\n  - path: 0\n", ["2:5 error `call` is missing; add it."]],
    ["no mapping", "- a\n", ['1:1 error The configuration must be a mapping, not ["a"].']],
    [
      "a duplicate key",
      "ignore: [a]\npreset: strict\nignore: [b]\n",
      ["3:1 error `ignore` is there twice; leave one."],
    ],
    [
      "two documents",
      "preset: strict\n---\npreset: strict\n",
      ["2:1 error The file holds more than one document; leave one."],
    ],
    [
      "an unknown token type",
      "tokens:\n  UATS: [a]\n",
      ["2:3 error There is no token type `UATS`. Did you mean `UAT`?"],
    ],
    [
      "an unknown default token",
      "tokens:\n  default: user\n",
      ["2:12 error There is no token type `user`. Known: UAT, IAT."],
    ],
    [
      "an unknown token type of files",
      "tokens:\n  files:\n    src/worker.ts: IATS\n",
      ["3:20 error There is no token type `IATS`. Did you mean `IAT`?"],
    ],
    [
      "a list where the type of files is due",
      "tokens:\n  files: [src/worker.ts]\n",
      ['2:10 error `files` must be a mapping, not ["src/worker.ts"].'],
    ],
    [
      "a token of two types",
      "tokens:\n  UAT: [a, b]\n  IAT: [b]\n",
      ["3:9 error `b` is listed as UAT already; leave it at one type."],
    ],
    ["an unknown group", "groups:\n  c: {name: x.dev}\n", ["2:3 error There is no group `c`. Known: a, b."]],
    [
      "an unknown level",
      "permissions:\n  repository: {issues: wrte}\n",
      ["2:24 error There is no access level `wrte`. Did you mean `write`?"],
    ],
    [
      "a near miss of a category",
      "permissions:\n  repository: {content: read}\n",
      ["2:16 warn The contract has no category `content`. Did you mean `contents`?"],
    ],
    [
      "a near miss of a scope",
      "permissions:\n  organisation: {}\n",
      ["2:3 warn The contract has no scope `organisation`. Did you mean `organization`?"],
    ],
    [
      "an alias of nothing",
      "aliases: {automations: actions}\n",
      ["1:11 warn No path of the contract has the segment `automations`. Did you mean `automation`?"],
    ],
    [
      "a base URL without scheme",
      "service: {baseUrls: [api.example.com]}\n",
      ["1:22 error `api.example.com` is no base URL; begin it with https://, with / or with ${…}."],
    ],
    [
      "an expression that is none",
      'service: {baseUrls: ["${f()}"]}\n',
      ["1:22 error `${…}` must hold a dotted expression: ${process.env.API_URL}."],
    ],
    [
      "a missing contract",
      "contract: [gone.yaml]\n",
      ["1:12 error The contract file `gone.yaml` cannot be read. Make it with `restraint import`, or remove the line."],
    ],
    [
      "a wrong argument",
      "clients:\n  - {call: f, path: first}\n",
      ['2:21 error "first" does not fit. The argument that is the path, counted from 0, or a member of one: 2.path.'],
    ],
  ])("%s", (_what, text, expected) => {
    expect(problems(load(text))).toEqual(expected);
  });

  it("names the place of malformed YAML", () => {
    const [problem, ...others] = load("service:\n  baseUrls: [a\npreset: strict\n").problems;
    expect(problem).toMatchObject({ severity: "error", line: 3 });
    expect(problem?.message).toMatch(/^This is not valid YAML: /);
    expect(others.length).toBeLessThan(3);
  });

  it("leaves out what is wrong and keeps the rest", () => {
    const project = load(
      "service: {wrapped: maybe}\nrules: {no-unused-fields: off, require-if-match: never}\nignore: [a]\nzzz: 1\n",
    );
    expect(project.problems).toHaveLength(3);
    expect(project.facts.service).toBeUndefined();
    expect(project.rules).toEqual({ "no-unused-fields": { severity: "off", options: {} } });
    expect(project.ignore).toEqual(["a"]);
  });

  it("does not check rules that it is not told of", () => {
    const folder = repository({ "restraint.config.yaml": "rules: {whatever: [warn, {a: 1}]}" });
    expect(loadProject(join(folder, "x.ts"))).toMatchObject({
      problems: [],
      rules: { whatever: { severity: "warn", options: { a: 1 } } },
    });
  });

  it("tells a folder from a file", () => {
    const folder = repository({ "restraint.config.yaml/x": "" });
    expect(problems(loadProject(join(folder, "x.ts"), rules))).toEqual(["1:1 error The file is a folder."]);
  });

  it("is not made to repeat itself without end", () => {
    const bomb = [
      "a0: &a0 [x, x, x, x, x, x, x, x]",
      ...Array.from({ length: 9 }, (_, index) => `a${index + 1}: &a${index + 1} [${`*a${index}, `.repeat(8)}]`),
    ].join("\n");
    expect(problems(load(bomb))[0]).toMatch(/^1:1 error This is not valid YAML/);
  });

  it("never throws, whatever the file holds", () => {
    const folder = repository({});
    const file = join(folder, "restraint.config.yaml");
    const line = fc.tuple(
      fc.constantFrom("", "  ", "- "),
      fc.constantFrom("service", "rules", "tokens", "groups", "x", "ignore", "contract"),
      fc.constantFrom(": ", ":", " "),
      fc.oneof(
        fc.constantFrom("[a", "{}", "&a 1", "*a", "|", "!!js/function 'x'", "[1, 2]", "null", "{a: {b: c}}"),
        fc.string(),
      ),
    );
    fc.assert(
      fc.property(fc.array(line.map((parts) => parts.join(""))), (lines) => {
        writeFileSync(file, lines.join("\n"));
        utimesSync(file, count, count++);
        const project = loadProject(join(folder, "x.ts"), rules);
        for (const problem of project.problems) expect(problem.line).toBeGreaterThan(0);
      }),
      { numRuns: 300 },
    );
  });
});

describe("contract files", () => {
  const contract = `
groups:
  shop.example.dev: { versions: [v1, v2] }
kinds:
  - kind: Widget
    group: shop.example.dev
    versions: [v1]
    schema:
      type: object
      properties:
        spec:
          type: object
          required: [size]
          properties:
            size: { type: integer }
            labels: { type: object, additionalProperties: { type: string } }
            anything: {}
permissions:
  - scope: repository
    category: Pages
    access: admin
    tokens: [BOT]
    prefix: /repos/{owner}/{repo}
    endpoints: ["GET, PUT /pages", "DELETE /pages/{page} *"]
resources:
  - { path: "/widgets/{id}", schema: { type: object, properties: { id: { type: string } } } }
  - { path: /widgets, methods: [GET], schema: { type: array } }
`;

  it("are added to the built-in contract", () => {
    const project = load(
      "contract: [./contract.yaml]\ntokens: {BOT: [bot]}\npermissions: {repository: {pages: admin}}\ngroups: {shop.example.dev: {version: v1.0.0}}\n",
      { "contract.yaml": contract },
    );
    expect(problems(project)).toEqual([]);
    expect(project.contract.permissions).toHaveLength(544);
    expect(project.contract.permissions.at(-1)).toEqual({
      scope: "repository",
      category: "Pages",
      access: "admin",
      method: "DELETE",
      path: "/repos/{owner}/{repo}/pages/{page}",
      tokens: ["BOT"],
      additional: true,
    });
    expect(project.contract.kinds).toHaveLength(6);
    const widget = project.contract.kinds.at(-1);
    expect(widget).toMatchObject({ name: "Widget", group: "shop.example.dev", apiVersions: ["v1"] });
    expect(
      [...(widget?.shape.fields.values() ?? [])].map((field) => `${field.name}${field.required ? "" : "?"}`),
    ).toEqual(["spec?", "apiVersion", "kind", "metadata?"]);
    const spec = widget?.shape.fields.get("spec")?.shape;
    expect(spec?.type === "object" && [...spec.fields.values()].map((field) => field.shape.type)).toEqual([
      "int64",
      "map",
      "any",
    ]);
    expect(project.contract.groups.at(-1)).toEqual({
      key: "shop.example.dev",
      name: "shop.example.dev",
      apiVersions: ["v1", "v2"],
      version: "v1.0.0",
    });
    expect(project.contract.resources?.map(({ method, path, shape }) => `${method} ${path} ${shape.type}`)).toEqual([
      "GET /widgets/{id} object",
      "PATCH /widgets/{id} object",
      "PUT /widgets/{id} object",
      "GET /widgets array",
    ]);
    expect(project.files.map((file) => file.replace(project.root, ""))).toEqual([
      "/restraint.config.yaml",
      "/contract.yaml",
    ]);
  });

  it("stand alone where the built-in contract is left out", () => {
    const project = load("builtin: false\ncontract: [contract.yaml]\n", { "contract.yaml": contract });
    expect(project.contract.permissions).toHaveLength(3);
    expect(project.contract.kinds.map((kind) => kind.name)).toEqual(["Widget"]);
  });

  it.each([
    [
      "kinds: [{kind: A, group: b.dev, schema: {}}]",
      "contract.yaml:1:26 The file has no group `b.dev`; add it under `groups`.",
    ],
    [
      "permissions: [{scope: s, category: C, access: read, endpoints: [GET x]}]",
      "contract.yaml:1:65 An entry of `endpoints` does not fit. Write methods, then paths: `GET, PUT /items, /items/{id} *`.",
    ],
    ["kind: [a]", "contract.yaml:1:1 There is no key `kind`. Did you mean `kinds`?"],
    ["", "contract.yaml:1:1 The contract file is empty."],
  ])("%s", (text, expected) => {
    const project = load("contract: [contract.yaml]\n", { "contract.yaml": text });
    expect(
      project.problems.map(
        ({ file, line, column, message }) => `${file.replace(`${project.root}/`, "")}:${line}:${column} ${message}`,
      ),
    ).toEqual([expected]);
    expect(project.contract.permissions).toHaveLength(541);
  });
});
