import { realpathSync } from "node:fs";
import { join } from "node:path";
import type TS from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectWithPackage } from "../harness/hosts/installed";
import { behind, LanguageServer } from "../harness/hosts/language-server";
import { TsServer, typescriptsInTurn } from "../harness/hosts/tsserver";

/** What is offered in code, by the TypeScript plugin and by the language server alike. */

const declarations = `interface Asked { [name: string]: unknown }
declare const octokit: { request(route: string, asked: Asked): Promise<unknown>; auth(asked: Asked): Promise<unknown> };
declare class Headers { constructor(given?: Asked); append(name: string, value: string): void; set(name: string, value: string): void }
declare function fetch(url: string, asked?: { method?: string; headers?: Headers | Asked; body?: string }): Promise<{ json(): Promise<unknown> }>;
`;

const unquoted = [
  "header fields as names of members",
  'void fetch("https://api.example.com/v1/widgets/7", { headers: { "If-Match": "*", Auth| } });',
  ["Authorization", "Content-Type"],
  ["If-Match"],
] as const;
const valued = [
  "the values of a header field",
  'void fetch("https://api.example.com/v1/widgets/7", { headers: { Authorization: "|" } });',
  ["Bearer "],
  [],
] as const;

const description = `service: { servers: [https://api.example.com/v1] }
endpoints:
  GET /orgs/{org}/pets:
    summary: Lists the pets of an organization.
    query:
      limit: { schema: { type: integer } }
      status: { required: true, schema: { type: string, enum: [sold, free] } }
`;

const described = [
  "the values of a query parameter",
  "export const sold = (org: string) => fetch(`https://api.example.com/v1/orgs/${org}/pets?status=|`);",
  ["sold", "free"],
  [],
] as const;

/** `|` is the cursor. */
const cases: readonly (readonly [string, string, readonly string[], readonly string[]])[] = [
  [
    "permissions of an installation's token",
    'void octokit.auth({ type: "installation", installationId: 7, permissions: { contents: "read", iss| } });',
    ["issues", "organization_administration"],
    ["contents", "repository"],
  ],
  [
    "the level of a permission",
    'void octokit.request("POST /app/installations/{installation_id}/access_tokens", { installation_id: 7, permissions: { issues: "|" } });',
    ["read", "write"],
    ["admin"],
  ],
  [
    "permissions of an application's manifest",
    'export const app = { name: "Tidy", default_permissions: { | } };',
    ["issues", "members"],
    [],
  ],
  [
    "no permissions in an object of another meaning",
    "export const repository = { permissions: { pull: true, | } };",
    [],
    ["issues"],
  ],
  unquoted,
  [
    "header fields in an object that has none yet",
    'void fetch("https://api.example.com/v1/widgets/7", { headers: { | } });',
    ["Authorization", "If-Match"],
    [],
  ],
  [
    "header fields among the options of another client",
    'import axios from "axios";\nvoid axios.get("https://api.example.com/v1/widgets/7", { headers: { | } });',
    ["Authorization"],
    [],
  ],
  [
    "header fields beside others of another client",
    'import axios from "axios";\nvoid axios.get("https://api.example.com/v1/widgets/7", { headers: { "If-Match": "*", | } });',
    ["Authorization"],
    ["If-Match"],
  ],
  [
    "header fields in an object that is used later",
    'const headers = { | };\nvoid fetch("https://api.example.com/v1/widgets/7", { headers });',
    ["Content-Type"],
    [],
  ],
  [
    "header fields that are appended",
    'const sent = new Headers();\nsent.append("|", "");\nvoid fetch("https://api.example.com/v1/widgets/7", { headers: sent });',
    ["Authorization", "If-Match"],
    [],
  ],
  valued,
  [
    "the endpoints that begin as the path does",
    'void fetch("https://api.example.com/v1/orgs|");',
    ["/orgs/"],
    ["/repos/"],
  ],
  [
    "the query parameters of the endpoint",
    "export const pets = (org: string) => fetch(`https://api.example.com/v1/orgs/${org}/pets?limit=3&|`);",
    ["status"],
    ["limit"],
  ],
  described,
  [
    "routes of octokit",
    'import { Octokit } from "octokit";\nvoid new Octokit().request("GET /orgs/{|");',
    ["GET /orgs/{org}/members"],
    ["GET /repos/{owner}/{repo}/issues"],
  ],
  [
    "the fields of a kind in an object",
    'export const table = { apiVersion: "timestream.example.dev/v1alpha1", kind: "Table", spec: { resource: { databaseName: "db", | } } };',
    ["tableName"],
    ["databaseName"],
  ],
  [
    "no header fields to another service",
    'void fetch("https://elsewhere.example.org/7", { headers: { Auth| } });',
    [],
    ["Authorization"],
  ],
  [
    "no header fields in another object",
    'void fetch("https://api.example.com/v1/widgets/7", { | });',
    [],
    ["Authorization"],
  ],
];

/** Octokit's routes are those of a service that is not configured. */
const fileName = (title: string): string =>
  `${title.startsWith("routes") ? "hub/" : ""}${title.replaceAll(/\W+/gu, "-")}.ts`;
const without = (text: string): string => `${text.replace("|", "")}\nexport {};\n`;
const names = (found: readonly string[], expected: readonly string[]): string[] =>
  expected.filter((name) => found.includes(name));

function makeProject(plugin: string): string {
  const compilerOptions = { strict: true, target: "es2022", lib: ["es2022"], types: [], plugins: [{ name: plugin }] };
  return realpathSync(
    projectWithPackage({
      "tsconfig.json": JSON.stringify({ compilerOptions }),
      "restraint.config.yaml":
        "service: { baseUrls: [https://api.example.com/v1] }\ncontract: [./pets.yaml]\nbuiltin: true\ngroups: { a: { name: timestream.example.dev } }\n",
      "hub/restraint.config.yaml": "builtin: true\n",
      "pets.yaml": description,
      "globals.d.ts": declarations,
      ...Object.fromEntries(cases.map(([title, text]) => [fileName(title), without(text)])),
    }),
  );
}

describe.each(typescriptsInTurn)("the plugin in tsserver $version offers", ({ version, folder }) => {
  let server: TsServer;
  let project: string;
  beforeAll(() => {
    project = makeProject(version.startsWith("5.4") ? "eslint-plugin-restraint" : "eslint-plugin-restraint/tsserver");
    server = new TsServer(folder, { cwd: project });
  });
  afterAll(() => server.close());

  it.each(cases)("%s", async (title, text, offered, absent) => {
    const file = join(project, fileName(title));
    server.open(file);
    const { line, character } = behind(text, text.split("|")[0] ?? "");
    const place = { file, line: line + 1, offset: character + 1 };
    const info = await server
      .request<TS.server.protocol.CompletionInfo>("completionInfo", place)
      .catch(() => undefined);
    const found = info?.entries.map(({ name }) => name) ?? [];
    expect([names(found, offered), names(found, absent)]).toEqual([offered, []]);
  });

  it("the quotes and the colon that a name needs, and tells what headers and endpoints do", async () => {
    const at = { file: join(project, fileName(unquoted[0])), line: 1, offset: unquoted[1].indexOf("|") };
    const { entries } = await server.request<TS.server.protocol.CompletionInfo>("completionInfo", at);
    expect(entries.find(({ name }) => name === "Content-Type")?.insertText).toBe('"Content-Type": ');
    const info = await server.request<TS.server.protocol.QuickInfoResponseBody>("quickinfo", {
      file: join(project, fileName(valued[0])),
      line: 1,
      offset: valued[1].indexOf("Auth") + 1,
    });
    expect(info.displayString).toBe("(header) Authorization");
    const offset = described[1].indexOf("/orgs/") + 3;
    const path = await server.request<TS.server.protocol.QuickInfoResponseBody>("quickinfo", {
      ...{ file: join(project, fileName(described[0])), line: 1, offset },
    });
    expect(path.displayString).toBe("GET /orgs/{org}/pets");
    // Who calls it here is told too, where that is known in time.
    expect(path.documentation).toMatch(/^Lists the pets of an organization\.(?:\n\nHere: .+)?$/u);
  });
});

describe("the language server offers", () => {
  let server: LanguageServer;
  let project: string;
  beforeAll(async () => {
    project = makeProject("eslint-plugin-restraint/tsserver");
    server = new LanguageServer(project);
    await server.start(project);
  });
  afterAll(async () => {
    expect(server.log).toEqual([]);
    expect(await server.stop()).toBe(0);
  });

  it.each(cases)("%s", async (title, text, offered, absent) => {
    const uri = server.open(join(project, fileName(title)), without(text));
    const found = (await server.complete(uri, behind(text, text.split("|")[0] ?? "")))?.map(({ label }) => label) ?? [];
    expect([names(found, offered), names(found, absent)]).toEqual([offered, []]);
  });

  it("the quotes and the colon that a name needs, and tells what headers and endpoints do", async () => {
    const uri = server.open(join(project, fileName(unquoted[0])), without(unquoted[1]));
    const offers = await server.complete(uri, { line: 0, character: unquoted[1].indexOf("|") });
    expect(offers?.find(({ label }) => label === "Content-Type")?.textEdit?.newText).toBe('"Content-Type": ');
    const other = server.open(join(project, fileName(valued[0])), without(valued[1]));
    const hover = await server.hover(other, { line: 0, character: valued[1].indexOf("Auth") });
    expect(JSON.stringify(hover?.contents)).toContain("(header) Authorization");
    const third = server.open(join(project, fileName(described[0])), without(described[1]));
    const told = async (): Promise<unknown> =>
      (await server.hover(third, { line: 0, character: described[1].indexOf("/orgs/") + 2 }))?.contents;
    // A hover waits only so long for who calls it here; the next one is told.
    await expect.poll(told, { timeout: 30_000 }).toEqual({
      kind: "markdown",
      value:
        "```\nGET /orgs/{org}/pets\n```\n\nLists the pets of an organization.\n\nHere: 2 callers, reads all, sends limit, status.",
    });
  });
});
