// Inputs with one mistake each, and correct inputs that look wrong. Every tool gets every input of its file type.

const resource = (lines) => `apiVersion: functions.example.dev/v1alpha1
kind: Function
metadata:
  name: greet
spec:
  providerRef:
    name: default
  resource:
    applicationID: shop
    displayName: greet
    image: registry.example.dev/greet:1
    memoryInMbs: "128"
${lines}`;

const service = 'const base = "https://api.example.com/v1";\nconst json = { "Content-Type": "application/json" };\n';

const openapi = (path) => `openapi: 3.0.3
info: { title: Shop, version: "1" }
paths:
${path}`;

/**
 * `at`: a piece of the line with the mistake; absent for correct inputs. `with`: files beside the input.
 *
 * @type {readonly { group: string, title: string, file: string, text: string, at?: string, with?: Record<string, string> }[]}
 */
export const cases = [
  {
    group: "Manifests",
    title: "a misspelt field",
    file: "a.yaml",
    text: resource("").replace("displayName", "displayNmae"),
    at: "displayNmae",
  },
  {
    group: "Manifests",
    title: "a number for a string",
    file: "a.yaml",
    text: resource("").replace('"128"', "128"),
    at: "memoryInMbs",
  },
  {
    group: "Manifests",
    title: "a required field that is missing",
    file: "a.yaml",
    text: resource("").replace(/ +image.*\n/u, ""),
    at: "resource:",
  },
  {
    group: "Manifests",
    title: "a key that is written twice",
    file: "a.yaml",
    text: resource("    displayName: again\n"),
    at: "again",
  },
  {
    group: "Manifests",
    title: "`yes`, which older readers take for a boolean",
    file: "a.yaml",
    text: resource("    config: { verbose: yes }\n"),
    at: "yes",
  },
  {
    group: "Manifests",
    title: "the second document of a file",
    file: "a.yaml",
    text: `${resource("")}---\n${resource("").replace("displayName", "display_name")}`,
    at: "display_name",
  },
  {
    group: "Manifests",
    title: "sound: a kind of this name of another group",
    file: "a.yaml",
    text: "apiVersion: other.example.org/v1\nkind: Function\nspec:\n  anything: 1\n",
  },
  {
    group: "Manifests",
    title: "sound: a template of Helm",
    file: "a.yaml",
    text: "{{- if .Values.greet }}\napiVersion: functions.example.dev/v1alpha1\nkind: Function\nspec: {{ toYaml .Values.spec | nindent 2 }}\n{{- end }}\n",
  },
  {
    group: "Manifests",
    title: "sound: anchors and merge keys",
    file: "a.yaml",
    text: resource('    config: &config { a: "1" }\n    freeformTags:\n      <<: *config\n'),
  },
  {
    group: "Client code",
    title: "a malformed `fields`",
    file: "a.ts",
    text: `${service}await fetch(\`\${base}/products?fields=items(id,name\`);\n`,
    at: "items(id",
  },
  {
    group: "Client code",
    title: "an array in a PATCH, through a wrapper of another file",
    file: "a.ts",
    text: 'import { send } from "./send";\nawait send("/products/1", { tags: ["new"] });\n',
    at: "tags",
    with: {
      "send.ts": `${service}export const send = (path: string, body: object) =>\n  fetch(base + path, { method: "PATCH", headers: { ...json, "If-Match": "*" }, body: JSON.stringify(body) });\n`,
    },
  },
  {
    group: "Client code",
    title: "a PATCH without `If-Match`",
    file: "a.ts",
    text: `${service}await fetch(\`\${base}/products/1\`, {\n  method: "PATCH",\n  headers: json,\n  body: JSON.stringify({ a: 1 }),\n});\n`,
    at: "PATCH",
  },
  {
    group: "Client code",
    title: "sound: an array made from the one that was read",
    file: "a.ts",
    text: `${service}const read = await (await fetch(\`\${base}/products/1\`)).json();\nawait fetch(\`\${base}/products/1\`, {\n  method: "PATCH",\n  headers: { ...json, "If-Match": read.etag },\n  body: JSON.stringify({ tags: [...read.tags, "new"] }),\n});\n`,
  },
  {
    group: "GraphQL in code",
    title: "a field that the schema does not have",
    file: "a.ts",
    text: 'import { gql } from "./gql";\nexport const query = gql(`\n  query Names {\n    products {\n      nmae\n    }\n  }\n`);\n',
    at: "nmae",
    with: { "gql.ts": "export const gql = (text: string) => text;\n" },
  },
  {
    group: "GraphQL in code",
    title: "an argument of another type",
    file: "a.ts",
    text: 'import { gql } from "./gql";\nexport const query = gql(`\n  query First {\n    product(id: true) {\n      name\n    }\n  }\n`);\n',
    at: "id: true",
    with: { "gql.ts": "export const gql = (text: string) => text;\n" },
  },
  {
    group: "OpenAPI descriptions",
    title: "a reference to nothing",
    file: "openapi.yaml",
    text: openapi(
      '  /products:\n    get:\n      responses:\n        "200":\n          description: all\n          content:\n            application/json:\n              schema: { $ref: "#/components/schemas/Nope" }\n',
    ),
    at: "Nope",
  },
  {
    group: "OpenAPI descriptions",
    title: "a path parameter that is not declared",
    file: "openapi.yaml",
    text: openapi('  /products/{id}:\n    get:\n      responses:\n        "200": { description: one }\n'),
    at: "get:",
  },
  {
    group: "Workflows",
    title: "a misspelt key of a step",
    file: ".github/workflows/a.yml",
    text: "on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo\n        wiht: 1\n",
    at: "wiht",
  },
  {
    group: "Workflows",
    title: "an expression that names nothing",
    file: ".github/workflows/a.yml",
    text: "on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo ${{ github.nope }}\n",
    at: "nope",
  },
];

/** The schema of the GraphQL cases. */
export const graphqlSchema =
  "type Query {\n  products: [Product!]!\n  product(id: ID!): Product\n}\ntype Product {\n  id: ID!\n  name: String!\n}\n";

/** The service's configuration for restraint. The other tools get the schemas of its kinds. */
export const configuration =
  'service: { baseUrls: ["https://api.example.com/v1"], conventions: [all] }\ngroups:\n  a: { name: timestream.example.dev, version: v0.5.0 }\n  b: { name: functions.example.dev }\n';
