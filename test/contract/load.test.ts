import { mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { builtinContract } from "../../src/contract/builtin";
import { noFacts } from "../../src/contract/configuration/configuration";
import { loadProject } from "../../src/contract/configuration/load";
import { load, problems, repository, root, rules } from "./loading";

afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

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
      // An application's manifest may come to tell what is granted.
      files: ["app.yml", "app.yaml", ".github/app.yml", ".github/app.yaml"].map((name) => join(folder, name)),
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

  it("gives files without a configuration one set of facts, until the application's manifest has changed", () => {
    const folder = repository({ "app.yml": "default_permissions: { contents: read }" });
    const { facts } = loadProject(join(folder, "x.ts"), rules);
    expect(loadProject(join(folder, "y/z.ts"), rules).facts).toBe(facts);
    expect(facts.permissions).toEqual({ repository: { contents: "read" } });
    writeFileSync(join(folder, "app.yml"), "default_permissions: { contents: write }");
    utimesSync(join(folder, "app.yml"), 1, 1);
    expect(loadProject(join(folder, "x.ts"), rules).facts.permissions).toEqual({ repository: { contents: "write" } });
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
