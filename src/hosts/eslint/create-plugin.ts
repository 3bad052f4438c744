import type { ESLint, Linter } from "eslint";
import type { Rule } from "../../rule/define";
import { adaptRule } from "./adapt";
import { configurationEntry } from "./cache-key";
import { makeNoticeRules } from "./notice-rules";
import { makePresets, type PresetName } from "./presets";
import { yamlLanguage } from "./yaml-language";

/** The ESLint plugin. */
export interface RestraintPlugin extends ESLint.Plugin {
  readonly meta: { readonly name: string; readonly version: string; readonly namespace: string };
  readonly rules: NonNullable<ESLint.Plugin["rules"]>;
  readonly languages: NonNullable<ESLint.Plugin["languages"]>;
  readonly configs: Record<PresetName, Linter.Config[]>;
  /** See `configurationEntry`. */
  readonly withConfiguration: typeof configurationEntry;
}

/** Assembles the plugin from rules. */
export function createPlugin(rules: readonly Rule[], version: string): RestraintPlugin {
  const plugin = {
    meta: { name: "eslint-plugin-restraint", version, namespace: "restraint" },
    rules: { ...Object.fromEntries(rules.map((rule) => [rule.id, adaptRule(rule)])), ...makeNoticeRules() },
    languages: { yaml: yamlLanguage as unknown as NonNullable<ESLint.Plugin["languages"]>[string] },
    configs: {} as Record<PresetName, Linter.Config[]>,
    withConfiguration: configurationEntry,
  };
  Object.assign(plugin.configs, makePresets(plugin, rules));
  return plugin;
}
