import { cpSync, mkdtempSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { root } from "../../../harness/fixtures";
import { writeFiles } from "../../../harness/hosts/installed";
import { type Ran, runProgram } from "../program";

/** The application, as a repository of its own: in ours, all of our sources would be searched for classes that it may use. */
export const application = mkdtempSync(join(tmpdir(), "restraint-application-"));
cpSync(join(root, "fixtures/projects/permissions"), application, { recursive: true });
symlinkSync(join(root, "node_modules"), join(application, "node_modules"), "dir");
writeFiles(application, { ".git/HEAD": "" });

/** Code that needs a permission each line. */
export const code = `export const list = () => fetch("https://api.example.com/repos/a/b/issues");
export const remove = () => fetch("https://api.example.com/orgs/a/members/b", { method: "DELETE" });
export const runs = () => fetch("https://api.example.com/repos/a/b/actions/runs");
export const alerts = () => fetch("https://api.example.com/repos/a/b/code-scanning/alerts");
`;

/**
 * Runs `restraint permissions` on the application by syntax: the declared types of its client take seconds to read, and change nothing.
 * One test holds that.
 */
export function ofApplication(...args: readonly string[]): Ran {
  return runProgram(application, ["permissions", "--no-types", ...args]);
}

interface Printed {
  readonly permissions: readonly {
    readonly scope: string;
    readonly category: string;
    readonly access: string;
    readonly perhaps: boolean;
    readonly tokens: readonly string[];
    readonly calls: readonly { readonly file: string; readonly line: number; readonly endpoint: string }[];
  }[];
  readonly unknown: readonly { readonly file: string; readonly line: number; readonly reason: string }[];
  readonly unlisted: readonly { readonly path: string }[];
  readonly graphql: readonly { readonly file: string }[];
  readonly comparison: {
    readonly source: string;
    readonly missing: readonly object[];
    readonly unused: readonly object[];
    readonly higher: readonly object[];
    readonly notShown: readonly object[];
  };
  readonly summary: Readonly<Record<string, number>>;
}

export function printed(folder: string, ...args: readonly string[]): Printed {
  const { stdout, stderr, status } = runProgram(folder, ["permissions", "--format", "json", ...args]);
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  return JSON.parse(stdout) as Printed;
}

export function names({ permissions }: Printed): string[] {
  return permissions.map(({ scope, category, access }) => `${scope}.${category}: ${access}`);
}
