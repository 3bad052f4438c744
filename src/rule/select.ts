import type { RuleSetting } from "../contract/configuration/configuration";
import type { Rule } from "./define";
import type { Severity } from "./finding";

/** A rule that is to run, and how. */
export interface Selection {
  readonly rule: Rule;
  readonly severity: Severity;
  readonly options: Readonly<Record<string, unknown>>;
}

/**
 * Chooses the rules to run.
 *
 * @param preset `recommended`, or `strict`: all rules. Each has the severity and options that its documentation gives.
 * @param overrides by rule id, as the configuration file sets them; ids that no rule has are ignored (the configuration reports them).
 * @param rules all rules.
 * @returns in the order of `rules`, without those that are off.
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
