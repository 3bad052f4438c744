import { describe, expect, it } from "vitest";
import { checkJson, makeFolder } from "./program";

const files = {
  "tsconfig.json": '{ "compilerOptions": { "module": "nodenext", "strict": true, "types": [], "lib": ["es2022"] } }\n',
  "restraint.config.yaml":
    'service: { baseUrls: ["https://api.example.com/v1"] }\nrules: { valid-fields: [error, { unknownFields: all }], no-unselected-access: error }\n',
  "selectors.ts": `export const broken = "items(id,,name)";
export const brief = "items(id,name),nextPageToken";
export const misspelt = "items(id,nam)";
export const parts = { item: ["id", "name"].join(",") };
`,
  "api.ts": `export interface Page { items: { id: string; name: string; size: number }[]; nextPageToken?: string }
export async function get<T>(path: string, fields: string): Promise<T> {
  const response = await fetch(\`https://api.example.com/v1\${path}?fields=\${encodeURIComponent(fields)}\`);
  return (await response.json()) as T;
}
`,
  "show.ts": `import type { Page } from "./api";
export const names = (page: Page): string => page.items.map((item) => item.name).join();
export const sizes = (page: Page): number => page.items.reduce((sum, item) => sum + item.size, 0);
`,
  "use.ts": `import { get, type Page } from "./api";
import { brief, broken, misspelt, parts } from "./selectors";
import { names, sizes } from "./show";

export const first = () => get<Page>("/files", broken);
export const second = () => get<Page>("/files", misspelt);
export const third = () => get<Page>("/files", \`items(\${parts.item}),,nextPageToken\`);
export async function fourth(): Promise<string> {
  const page = await get<Page>("/files", brief);
  return names(page) + String(sizes(page));
}
export async function fifth(): Promise<number> {
  const { items } = await get<Page>("/files", brief);
  return items[0]?.size ?? 0;
}
`,
};

interface Line {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
  readonly rule: string;
}

function found(...options: readonly string[]): readonly string[] {
  const { findings } = checkJson(makeFolder(files), options) as unknown as { readonly findings: readonly Line[] };
  return findings.map(({ file, line, column, endColumn, rule }) => {
    const text = files[file as keyof typeof files].split("\n")[line - 1]?.slice(column - 1, endColumn - 1);
    return `${file}:${line} ${rule} ${text ?? ""}`;
  });
}

describe("what selectors of other files say", () => {
  const malformed = ["use.ts:5 valid-fields broken", "use.ts:7 valid-fields ,"];

  it("is reported where they are used", () => {
    expect(found("--no-types")).toEqual([...malformed, "use.ts:14 no-unselected-access size"]);
  });

  it("is held against the declared type, and against what functions of other files read", () => {
    expect(found()).toEqual([
      malformed[0],
      "use.ts:6 valid-fields misspelt",
      malformed[1],
      "use.ts:10 no-unselected-access page",
      "use.ts:14 no-unselected-access size",
    ]);
  });
});

describe("a package of the workspace that stands outside of the program of types, as it has not been built", () => {
  const workspace = {
    "package.json": '{ "private": true, "workspaces": ["bot", "git"] }',
    "bot/package.json": '{ "name": "@example/bot" }',
    "bot/tsconfig.json": '{ "compilerOptions": { "strict": true, "types": [] }, "include": ["src"] }',
    "bot/src/index.ts": `import { Git } from "@example/git";
export async function title() { const issue = await new Git().issue("o", "r"); return issue.title; }
`,
    "git/package.json": '{ "name": "@example/git", "main": "dist/index.js", "types": "dist/index.d.ts" }',
    "git/src/index.ts": `import { Octokit } from "@octokit/rest";
export class Git {
  readonly github: Octokit;
  constructor() { this.github = new Octokit(); }
  async issue(owner: string, repo: string) { return (await this.github.issues.get({ owner, repo, issue_number: 1 })).data; }
}
`,
  };

  it("is looked into without a declared type of what it is answered", () => {
    const { problems } = checkJson(makeFolder(workspace), ["bot"]);
    expect(problems).toEqual([]);
  });
});
