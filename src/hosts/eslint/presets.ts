import type { ESLint, Linter } from "eslint";
import type { Rule } from "../../rule/define";
import { noticeSeverities } from "./notice-rules";

export type PresetName = "recommended" | "strict" | "manifests" | "json";

const codeFiles = ["js", "mjs", "cjs", "jsx", "ts", "mts", "cts", "tsx", "vue", "svelte", "astro"];
const yamlFiles = ["**/*.yaml", "**/*.yml"];

/**
 * Matches every file, but makes ESLint lint no file that no other entry names. Code is checked in the file types that
 * the user already lints, and the rules' names are known wherever a user's entry sets one.
 */
const anyFile = ["**/*"];
const notCode = [`**/!(${codeFiles.map((extension) => `*.${extension}`).join("|")})`];

/**
 * The shared configurations, each a list of entries for an ESLint configuration file.
 *
 * - `recommended`, `strict`: code of the file types that are already linted, and YAML: manifests, and workflows, whose
 * steps send requests;
 * - `manifests`: only YAML manifests;
 * - `json`: JSON manifests, to be narrowed down with `{ files, extends: [restraint.configs.json] }`.
 */
export function makePresets(plugin: ESLint.Plugin, rules: readonly Rule[]): Record<PresetName, Linter.Config[]> {
  const plugins = { restraint: plugin };
  const manifestRules = rules.filter((rule) => rule.on === "manifest");
  const entry = (name: string, config: Linter.Config): Linter.Config => ({ name: `restraint/${name}`, ...config });
  const register = entry("plugin", { files: anyFile, plugins });
  const code = (preset: "recommended" | "strict"): Linter.Config =>
    entry(`${preset}/code`, { files: anyFile, ignores: notCode, plugins, rules: severities(rules, preset) });
  const data = (name: string, files: string[], own: Linter.RulesRecord): Linter.Config =>
    entry(name, { files, plugins, language: "restraint/yaml", rules: own });
  const yaml = (preset: "recommended" | "strict"): Linter.Config =>
    data(`${preset}/manifests`, yamlFiles, severities(rules, preset));
  const manifests = severities(manifestRules, "recommended");
  return {
    recommended: [register, code("recommended"), yaml("recommended")],
    strict: [register, code("strict"), yaml("strict")],
    manifests: [register, data("manifests", yamlFiles, manifests)],
    json: [register, data("json", ["**/*.json"], manifests)],
  };
}

function severities(rules: readonly Rule[], preset: "recommended" | "strict"): Linter.RulesRecord {
  const chosen = rules.filter((rule) => preset === "strict" || rule.docs.preset === "recommended");
  const own: Linter.RulesRecord = Object.fromEntries(
    chosen.map(({ id, docs }) => {
      const options = preset === "strict" ? docs.strictOptions : undefined;
      return [`restraint/${id}`, options ? [docs.severity, options] : docs.severity];
    }),
  );
  return { ...noticeSeverities, ...own };
}
