import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { RuleDescription } from "../../src/contract/configuration/configuration";
import { loadProject, type Project } from "../../src/contract/configuration/load";

export const root = mkdtempSync(join(tmpdir(), "restraint-load-"));

export const rules: readonly RuleDescription[] = [
  {
    id: "require-if-match",
    options: { force: { type: "string", enum: ["allow", "report"] }, put: { type: "boolean" } },
  },
  { id: "no-unused-fields", options: {} },
];

let count = 0;

/** A repository of these files. */
export function repository(files: Readonly<Record<string, string>>): string {
  const folder = join(root, String(count++));
  mkdirSync(join(folder, ".git"), { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

export function load(configuration: string, others: Readonly<Record<string, string>> = {}): Project {
  return loadProject(join(repository({ "restraint.config.yaml": configuration, ...others }), "src/client.ts"), rules);
}

/** `line:column severity message` of each problem. */
export function problems(project: Project): string[] {
  return project.problems.map(({ line, column, severity, message }) => `${line}:${column} ${severity} ${message}`);
}
