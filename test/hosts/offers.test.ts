import { realpathSync } from "node:fs";
import { join } from "node:path";
import type TS from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectWithPackage } from "../harness/hosts/installed";
import { behind, LanguageServer } from "../harness/hosts/language-server";
import { TsServer, typescriptEnds } from "../harness/hosts/tsserver";

/** What is offered in code, by the TypeScript plugin and by the language server alike. */

const declarations = `interface Asked { [name: string]: unknown }
declare const octokit: { request(route: string, asked: Asked): Promise<unknown>; auth(asked: Asked): Promise<unknown> };
declare class Headers { constructor(given?: Asked); append(name: string, value: string): void; set(name: string, value: string): void }
declare function fetch(url: string, asked?: { method?: string; headers?: Headers | Asked; body?: string }): Promise<{ json(): Promise<unknown> }>;
`;

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
];

const fileName = (title: string): string => `${title.replaceAll(/\W+/gu, "-")}.ts`;
const without = (text: string): string => `${text.replace("|", "")}\nexport {};\n`;
const names = (found: readonly string[], expected: readonly string[]): string[] =>
  expected.filter((name) => found.includes(name));

function makeProject(plugin: string): string {
  const compilerOptions = { strict: true, target: "es2022", lib: ["es2022"], types: [], plugins: [{ name: plugin }] };
  return realpathSync(
    projectWithPackage({
      "tsconfig.json": JSON.stringify({ compilerOptions }),
      "restraint.config.yaml": "service: { baseUrls: [https://api.example.com/v1] }\n",
      "globals.d.ts": declarations,
      ...Object.fromEntries(cases.map(([title, text]) => [fileName(title), without(text)])),
    }),
  );
}

describe.each(typescriptEnds)("the plugin in tsserver $version offers", ({ version, folder }) => {
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
    const place = { file, line: 1, offset: text.indexOf("|") + 1 };
    const info = await server
      .request<TS.server.protocol.CompletionInfo>("completionInfo", place)
      .catch(() => undefined);
    const found = info?.entries.map(({ name }) => name) ?? [];
    expect([names(found, offered), names(found, absent)]).toEqual([offered, []]);
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
});
