import type { RuleSetting } from "../contract/configuration/configuration";
import type { Rule } from "./define";
import type { Severity } from "./finding";

/** A rule to run, with its severity and options. */
export interface Selection {
  readonly rule: Rule;
  readonly severity: Severity;
  readonly options: Readonly<Record<string, unknown>>;
}

/**
 * Selects the rules to run.
 *
 * @param preset `recommended`, or `strict`, which contains all rules. Rules have the severity and options of their
 * documentation.
 * @param overrides settings of the configuration file, by rule id; unknown ids are ignored here, because the
 * configuration reports them.
 * @param rules all rules.
 * @returns the selection in the order of `rules`, without rules that are off.
 */
export function selectRules(
  preset: "recommended" | "strict",
  overrides: Readonly<Record<string, RuleSetting>>,
  rules: readonly Rule[],
): readonly Selection[] {
  return rules.flatMap((rule): Selection[] => {
    const override = Object.hasOwn(overrides, rule.id) ? overrides[rule.id] : undefined;
    if (override)
      return override.severity === "off" ? [] : [{ rule, severity: override.severity, options: override.options }];
    if (preset === "recommended" && rule.docs.preset === "strict") return [];
    return [{ rule, severity: rule.docs.severity, options: (preset === "strict" && rule.docs.strictOptions) || {} }];
  });
}
