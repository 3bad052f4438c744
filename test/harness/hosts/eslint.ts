import { createRequire } from "node:module";
import type { ESLint as EslintClass, Linter as LinterClass } from "eslint";
import type { Rule } from "../../../src/rule/define";
import { createPlugin, type RestraintPlugin } from "../../../src/hosts/eslint/create-plugin";

const load = createRequire(__filename);

interface EslintModule {
  readonly ESLint: typeof EslintClass;
  readonly Linter: typeof LinterClass;
}

/** The supported ESLint versions, oldest first. */
export const eslintVersions = (["eslint-9.7", "eslint9", "eslint"] as const).map((name) => {
  const { ESLint, Linter } = load(name) as EslintModule;
  return { version: Linter.version, name, ESLint, Linter };
});

/** @returns the plugin with rules other than the package's. */
export function pluginWith(...rules: readonly Rule[]): RestraintPlugin {
  return createPlugin(rules, "0.0.0");
}

/** @returns `line:column-line:column rule message` for each message, or `fatal`. */
export function describeMessages(messages: readonly LinterClass.LintMessage[]): string[] {
  return messages.map(({ line, column, endLine, endColumn, ruleId, message, fatal }) => {
    const end = endLine === undefined ? "" : `-${endLine}:${endColumn ?? 0}`;
    return `${line}:${column}${end} ${fatal === true ? "fatal" : (ruleId ?? "eslint")} ${message}`;
  });
}
