import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder, runProgram } from "./program";

const answer = (schema: string): string =>
  `{ responses: { 200: { description: "", content: { application/json: { schema: { $ref: "${schema}" } } } } } }`;
const openapi = (path: string, schema: string): string =>
  `openapi: 3.1.0\nservers: [{ url: https://api.shop.test/v1 }]\npaths:\n  ${path}: { get: ${answer(schema)} }\n`;
const widget =
  "Widget: { type: object, properties: { id: { type: string }, owner: { $ref: 'people.yaml#/Person' } } }\n";
const person = "Person: { type: object, properties: { name: { type: string } } }\n";

test("a description is read with the files that it refers to, and what the code sends is checked by it", () => {
  const folder = makeFolder({
    ".git/HEAD": "",
    "api/examples.yaml": `${openapi("/people", "#/components/schemas/A")}components: { examples: { a: { value: { $ref: gone.yaml } } } }\n`,
    "api/openapi.yaml": openapi("/widgets/{id}", "schemas/widgets.yaml#/Widget"),
    "api/schemas/widgets.yaml": widget,
    "api/schemas/people.yaml": person,
    "restraint.config.yaml": "contract: [contract.yaml]\nservice: { conventions: [fields] }\n",
    "a.js":
      'fetch("https://api.shop.test/v1/widgets/1?fields=id,owner(nick)");\nfetch("https://api.shop.test/v1/gadgets/1");\n',
  });
  const imported = runProgram(folder, ["import", "openapi", "api", "-o", "contract.yaml"]);
  expect(imported).toEqual({ status: 0, stdout: "", stderr: "contract.yaml: 2 endpoints.\n" });
  const { status, stdout } = runProgram(folder, ["check", "--no-types", "a.js"]);
  expect([status, stdout.match(/^error \S+ +a\.js:\d+/gmu)]).toEqual([
    1,
    ["error valid-fields  a.js:1", "error known-endpoint  a.js:2"],
  ]);
});

test("a description in no repository refers to files below the working folder, and to no others", () => {
  const folder = makeFolder({
    "api/openapi.yaml": openapi("/people/{id}", "../schemas/people.yaml#/Person"),
    "schemas/people.yaml": person,
  });
  const imported = runProgram(folder, ["import", "openapi", "api/openapi.yaml", "-o", "contract.yaml"]);
  expect(imported).toEqual({ status: 0, stdout: "", stderr: "contract.yaml: 1 endpoint.\n" });
  const { status, stderr } = runProgram(join(folder, "api"), ["import", "openapi", "openapi.yaml"]);
  expect([status, stderr]).toEqual([2, expect.stringContaining("lies outside of the repository")]);
});

const pets = `openapi: 3.1.0
servers: [{ url: https://api.shop.test/v1 }]
paths:
  /pets: { post: { requestBody: { content: { application/json: { schema: { $ref: "pets.yaml#/Pet" } } } }, responses: { 200: { description: "" } } } }
  /homes: { post: { requestBody: { content: { application/json: { schema: { type: object, properties: { pet: { $ref: "pets.yaml#/Pet" } } } } } }, responses: { 200: { description: "" } } } }
`;
const kinds = { Cat: "lives: { type: integer }", Dog: "barks: { type: boolean }" };
const union = `Pet:
  oneOf: [{ $ref: "#/Cat" }, { $ref: "#/Dog" }]
  discriminator: { propertyName: kind, mapping: { cat: "#/Cat", dog: "pets.yaml#/Dog" } }
${Object.entries(kinds)
  .map(([name, own]) => `${name}: { type: object, required: [kind], properties: { kind: { type: string }, ${own} } }`)
  .join("\n")}
`;
const heirs = (mapping: string): string => `Pet:
  type: object
  required: [kind]
  properties: { kind: { type: string } }
  discriminator: { propertyName: kind, mapping: { ${mapping} } }
${Object.entries(kinds)
  .map(([name, own]) => `${name}: { allOf: [{ $ref: "#/Pet" }, { type: object, properties: { ${own} } }] }`)
  .join("\n")}
`;

test.each([
  ["a union", { "pets.yaml": union }],
  ["what is built on a schema", { "pets.yaml": heirs('cat: "#/Cat", dog: "#/Dog"') }],
  [
    "what is built on a schema that maps to a third file",
    {
      "pets.yaml": heirs('cat: "#/Cat", dog: "dog.yaml"').replace(/^Dog.*$/mu, ""),
      "dog.yaml": `allOf: [{ $ref: "pets.yaml#/Pet" }, { type: object, properties: { ${kinds.Dog} } }]\n`,
    },
  ],
])("%s in a second file is told apart by what its discriminator maps", (_, files) => {
  const body = (pet: string): string =>
    `fetch("https://api.shop.test/v1/pets", { method: "POST", headers, body: JSON.stringify(${pet}) });`;
  const folder = makeFolder({
    ".git/HEAD": "",
    "api.yaml": pets,
    ...files,
    "restraint.config.yaml": "contract: [contract.yaml]\n",
    "a.js": [
      'const headers = { "Content-Type": "application/json" };',
      body('{ kind: "cat", lives: 9 }'),
      body('{ kind: "dog", barks: true }'),
      body('{ kind: "cat", barks: true }'),
      body('{ kind: "cow" }'),
      body("{ pet: 1 }").replace("/pets", "/homes"),
      body('{ pet: { kind: "dog", lives: 9 } }').replace("/pets", "/homes"),
    ].join("\n"),
  });
  expect(runProgram(folder, ["import", "openapi", "api.yaml", "-o", "contract.yaml"])).toMatchObject({ status: 0 });
  const { stdout } = runProgram(folder, ["check", "--no-types", "a.js"]);
  expect(stdout.match(/^error valid-body +a\.js:\d+|It must be `.*/gmu)).toEqual([
    "error valid-body  a.js:4",
    "error valid-body  a.js:5",
    "It must be `cat` or `dog`.",
    "error valid-body  a.js:6",
    "error valid-body  a.js:7",
  ]);
});

test("a mapping that leads nowhere leaves open what else there may be", () => {
  const folder = makeFolder({
    ".git/HEAD": "",
    "api.yaml": pets,
    "pets.yaml": heirs('cat: "#/Cat", cow: "gone.yaml", dog: "../../outside.yaml"'),
    "restraint.config.yaml": "contract: [contract.yaml]\n",
    "a.js": `fetch("https://api.shop.test/v1/pets", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ kind: "cow", milk: 1 }) });\n`,
  });
  expect(runProgram(folder, ["import", "openapi", "api.yaml", "-o", "contract.yaml"])).toMatchObject({ status: 0 });
  expect(runProgram(folder, ["check", "--no-types", "a.js"])).toMatchObject({ status: 0 });
});

test("what cannot be imported is said in one true sentence each", () => {
  const outer = makeFolder({ "secret.yaml": person });
  const folder = join(outer, "repository");
  mkdirSync(join(folder, ".git"), { recursive: true });
  const files: Readonly<Record<string, string>> = {
    "leads-out.yaml": openapi("/a", "../secret.yaml#/Person"),
    "leads-nowhere.yaml": openapi("/a", "away.yaml#/Person"),
    "leads-to-none.yaml": openapi("/a", "broken.yaml#/Person"),
    "swagger.json": '{"swagger": "2.0"}',
    "empty.yaml": "",
    "other.yaml": "a: 1\n",
    "broken.yaml": "openapi: 3.0.0\n  a: [\n",
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  mkdirSync(join(folder, "nothing"));
  const names = [...Object.keys(files), "gone.yaml", "nothing", "https://shop.test/openapi.json"];
  const { status, stdout, stderr } = runProgram(folder, ["import", "openapi", ...names]);
  expect([status, stdout]).toEqual([2, ""]);
  const said = stderr.trimEnd().split("\n");
  expect(said).toHaveLength(names.length);
  expect(stderr).toContain("swagger.json: this is Swagger 2.0.");
  expect(stderr).toContain("empty.yaml: the file is empty.");
  expect(stderr).toContain("other.yaml: this is no OpenAPI description: it has no `openapi`.");
  expect(stderr).toContain("gone.yaml: there is no such file.");
  expect(stderr).toContain("nothing: no file in this folder is an OpenAPI description.");
  expect(stderr).toContain("is a URL, and nothing is fetched");
  expect(stderr).toMatch(/broken\.yaml:\d+:\d+: This is not valid YAML/u);
  expect(stderr).toMatch(
    /^restraint: leads-out\.yaml: \.\.\/secret\.yaml, to which it refers, lies outside of the repository and is not read$/mu,
  );
  expect(stderr).toMatch(/^restraint: leads-nowhere\.yaml: away\.yaml, to which it refers, does not exist$/mu);
  expect(stderr).toMatch(
    /^restraint: leads-to-none\.yaml: it refers to broken\.yaml:\d+:\d+: This is not valid YAML/mu,
  );
});

test("a configuration that names what has to be imported first says which import to run", () => {
  const folder = makeFolder({
    "restraint.config.yaml": "contract: [openapi.yaml, widgets.yaml, gone.yaml]\n",
    "openapi.yaml": openapi("/a", "#/b"),
    "widgets.yaml": "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nspec: {}\n---\na: 1\n",
    "a.js": "",
  });
  const { status, stdout, stderr } = runProgram(folder, ["check", "a.js"]);
  expect(status).toBe(2);
  const said = stdout + stderr;
  expect(said).toContain(
    "This is an OpenAPI description, not a contract. Run `restraint import openapi openapi.yaml -o restraint.openapi.yaml`",
  );
  expect(said).toContain(
    "This is a custom resource definition, not a contract. Run `restraint import crd widgets.yaml",
  );
  expect(said).toContain("The contract file `gone.yaml` cannot be read: there is no such file.");
  expect(said).not.toContain("There is no key");
});

test("a large contract is read where it is needed, and what is wrong in it is found there", () => {
  const endpoints = Array.from(
    { length: 2000 },
    (_, index) => `  "GET /things${index}": {"response":{"$ref":"#/schemas/T${index}"}}\n`,
  );
  const schemas = Array.from(
    { length: 2000 },
    (_, index) => `  "T${index}": {"type":"object","properties":{"name":{"type":"string"}}}\n`,
  );
  const text = `service: { servers: [https://api.shop.test], conventions: [fields] }\nendpoints:\n${endpoints.join("")}schemas:\n${schemas.join("")}`;
  const folder = makeFolder({
    "restraint.config.yaml": "contract: [contract.yaml]\n",
    "contract.yaml": text.replace('"T7": {"type":"object"', '"T7": {"type":"objekt"'),
    "a.js": 'fetch("https://api.shop.test/things5?fields=nam");\n',
    "b.js": 'fetch("https://api.shop.test/things7?fields=nam");\n',
  });
  expect(readFileSync(join(folder, "contract.yaml"), "utf8").length).toBeGreaterThan(100_000);
  const sound = runProgram(folder, ["check", "--no-types", "a.js"]);
  expect([sound.status, sound.stdout.includes("Did you mean `name`?")]).toEqual([1, true]);
  const broken = runProgram(folder, ["check", "--no-types", "b.js"]);
  expect([broken.status, broken.stdout + broken.stderr]).toEqual([2, expect.stringContaining("contract.yaml:2011:")]);
});

test("security schemes count as the types of tokens that satisfy them", () => {
  const security = 'security: [{ person: [] }]\ncomponents: { securitySchemes: { person: { type: "oauth2" } } }\n';
  const folder = makeFolder({
    "openapi.yaml": `${openapi("/widgets", "#/components/schemas/A")}${security}`,
    "restraint.config.yaml": "contract: [contract.yaml]\ntokens: { UAT: [userToken], IAT: [appToken] }\n",
    "a.js":
      "const get = (token) => fetch('https://api.shop.test/v1/widgets', { headers: { Authorization: `Bearer ${token}` } });\nexport const a = (userToken) => get(userToken);\nexport const b = (appToken) => get(appToken);\n",
  });
  const flags = ["import", "openapi", "openapi.yaml", "-o", "contract.yaml"];
  expect(runProgram(folder, flags).status).toBe(0);
  expect(runProgram(folder, ["check", "--no-types", "a.js"]).status).toBe(0);
  expect(runProgram(folder, [...flags, "--token", "person=UAT"]).status).toBe(0);
  const { status, stdout } = runProgram(folder, ["check", "--no-types", "a.js"]);
  expect([status, stdout.match(/^error \S+ +a\.js:\d+/gmu)]).toEqual([1, ["error token-type  a.js:3"]]);
});

test.each(["https://api.shop.test", "https://api.shop.test/v2"])(
  "a client that is handed in is checked by a description whose paths have the base, with baseUrls: %s",
  (baseUrl) => {
    const folder = makeFolder({
      "openapi.yaml": `openapi: 3.0.3
servers: [{ url: https://api.shop.test }]
paths:
  /v2/beds:
    get: { parameters: [{ name: size, in: query, schema: { type: string } }], responses: { 200: { description: "" } } }
`,
      "restraint.config.yaml": `builtin: false\nservice: { baseUrls: ["${baseUrl}"] }\ncontract: [contract.yaml]\n`,
      "client.ts": `import type { AxiosInstance } from "axios";
export class Beds {
  constructor(private readonly http: AxiosInstance) {}
  wrong() { return this.http.get("/beds", { params: { sise: "s" } }); }
  whole() { return this.http.get("/v2/beds", { params: { sise: "s" } }); }
  right() { return this.http.get("/beds", { params: { size: "s" } }); }
}
`,
    });
    expect(runProgram(folder, ["import", "openapi", "openapi.yaml", "-o", "contract.yaml"]).status).toBe(0);
    const { status, stdout } = runProgram(folder, ["check", "--no-types", "client.ts"]);
    expect([status, stdout.match(/^error .*/gmu)]).toEqual([
      1,
      ["error valid-query  client.ts:4:55  GET /beds", "error valid-query  client.ts:5:58  GET /v2/beds"],
    ]);
  },
);

test("a body whose members may be missing fits one of several closed forms, and is told where it fits none", () => {
  const form = (more: string): string =>
    `{ type: object, additionalProperties: false, required: [name], properties: { name: { type: string }, ${more} } }`;
  const folder = makeFolder({
    "openapi.yaml": `openapi: 3.0.3
servers: [{ url: https://api.shop.test }]
paths:
  /keys:
    post:
      requestBody:
        content:
          application/json:
            schema: { oneOf: [${form("hosts: { type: array, items: { type: string } }")}, ${form("key: { type: string }")}] }
      responses: { "201": { description: "" } }
`,
    "restraint.config.yaml": "contract: [contract.yaml]\n",
    "a.ts": `type Key = { name: string; hosts?: string[]; key?: string };
const post = (body: unknown) => fetch("https://api.shop.test/keys", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
export const right = ({ name, hosts, key }: Key) => post({ name, hosts, key });
export const none = ({ name }: Key) => post({ name, kez: "k" });
export const both = ({ name }: Key) => post({ name, hosts: ["h"], key: "k" });
`,
  });
  expect(runProgram(folder, ["import", "openapi", "openapi.yaml", "-o", "contract.yaml"]).status).toBe(0);
  const { status, stdout } = runProgram(folder, ["check", "--no-types", "a.ts"]);
  expect([status, stdout.match(/^error \S+ +a\.ts:\d+/gmu)]).toEqual([
    1,
    ["error valid-body  a.ts:4", "error valid-body  a.ts:5"],
  ]);
  // No setting has `builtin: false`, so that no message may speak of it.
  expect(stdout).not.toContain("builtin");
});
