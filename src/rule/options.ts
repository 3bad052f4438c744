import type { OptionSchema, Rule } from "./define";

/** The JSON Schema of a rule's options, for ESLint and the configuration file. */
export interface OptionsSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, OptionSchema>>;
  readonly additionalProperties: false;
}

/** @returns the schema of all options of a rule together. */
export function optionsSchema(rule: Pick<Rule, "options">): OptionsSchema {
  return { type: "object", properties: rule.options, additionalProperties: false };
}

/** @returns the given options, completed with defaults. */
export function withDefaults(
  rule: Pick<Rule, "options">,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const filled: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(rule.options)) filled[name] = schema.default;
  return { ...filled, ...given };
}
