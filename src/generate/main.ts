import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { configurationSchema } from "../contract/configuration/configuration-schema";
import { contractFileSchema } from "../contract/file/contract-file-schema";
import { clients } from "../request/clients/index";
import type { Rule } from "../rule/define";
import { diffSchema } from "../changes/diff-schema";
import { usageSchema } from "../usage/usage-schema";
import { clientsPage } from "./clients-page";
import { githubNames } from "./github-names";
import { withMeasuredTables } from "./measured-tables";
import { octokitRoutes, octokitWithoutBody } from "./octokit-routes";
import { withOxlintConfiguration } from "./oxlint-configuration";
import { withGeneratedParts } from "./rule-docs";
import { ruleIndex, type RulePlace } from "./rule-index";
import { rulePages, withRuleTable } from "./rule-table";

/** @returns the rules by group and id, from their files. */
export function findRules(root: string): readonly RulePlace[] {
  const folder = join(root, "rules");
  const groups = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return groups
    .map((entry) => entry.name)
    .sort()
    .flatMap((group) => {
      const files = readdirSync(join(folder, group)).filter((file) => file.endsWith(".ts"));
      return files.sort().map((file) => ({ group, id: file.slice(0, -".ts".length) }));
    });
}

/**
 * Generates all generated files.
 *
 * @param root the package's folder; its current files provide the hand-written parts of partly generated ones.
 * @returns text by path relative to `root`.
 */
export function generateFiles(root: string, rules: readonly Rule[]): ReadonlyMap<string, string> {
  const current = (path: string): string =>
    existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : "";
  const places = findRules(root);
  const files = new Map<string, string>([["rules/index.ts", ruleIndex(places)]]);
  files.set("docs/rules/README.md", rulePages(rules));
  const readme = withRuleTable(current("README.md"), rules, "docs/rules/");
  if (readme !== "") files.set("README.md", readme);
  const eslintPage = withOxlintConfiguration(current("docs/eslint.md"), rules);
  if (eslintPage !== "") files.set("docs/eslint.md", eslintPage);
  const precision = current("docs/precision.md");
  if (precision !== "") files.set("docs/precision.md", withMeasuredTables(precision, root));
  files.set("schemas/restraint.config.schema.json", json(configurationSchema(rules)));
  files.set("schemas/restraint.contract.schema.json", json(contractFileSchema));
  files.set("schemas/restraint.usage.schema.json", json(usageSchema));
  files.set("schemas/restraint.diff.schema.json", json(diffSchema));
  files.set("docs/clients.md", clientsPage(clients));
  files.set("src/request/clients/api/octokit-routes.json", octokitRoutes(root));
  files.set("src/request/clients/api/octokit-without-body.json", octokitWithoutBody(root));
  files.set("src/contract/services/github-names.json", githubNames(root));
  for (const rule of rules) {
    const page = `docs/rules/${rule.id}.md`;
    files.set(page, withGeneratedParts(current(page), rule));
  }
  return files;
}

function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/** Writes the generated files. With `--check`, only lists those that are out of date, and exits with 1. */
function main(root: string, check: boolean): void {
  const load = createRequire(__filename);
  const rules = findRules(root).map(({ group, id }) => (load(`../../rules/${group}/${id}.js`) as { rule: Rule }).rule);
  let stale = 0;
  for (const [path, text] of generateFiles(root, rules)) {
    const file = join(root, path);
    if (existsSync(file) && readFileSync(file, "utf8") === text) continue;
    stale += 1;
    process.stdout.write(`${check ? "out of date" : "written"}: ${path}\n`);
    if (check) continue;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  if (check && stale > 0) process.exitCode = 1;
}

if (require.main === module) main(join(__dirname, "../../.."), process.argv.includes("--check"));
