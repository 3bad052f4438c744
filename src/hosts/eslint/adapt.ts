import type { Rule as EslintRule } from "eslint";
import type { Rule } from "../../rule/define";
import type { Edit } from "../../rule/finding";
import { optionsSchema, withDefaults } from "../../rule/options";
import { runRules } from "../../rule/run";
import { documentationUrl } from "../shared/package/documentation";
import { getLintedFile } from "./file";
import type { KeptFinding } from "./memory/kept";
import { reportCrash, reportUnclaimed } from "./notice-rules";
import { onRoot } from "./root";

/**
 * Creates an ESLint rule from a rule of ours.
 *
 * It checks the whole file once, when the traversal enters the root. ESLint then applies directives, severities and
 * fixes to its reports.
 */
export function adaptRule(rule: Rule): EslintRule.RuleModule {
  return {
    meta: {
      type: "problem",
      docs: {
        description: rule.docs.summary,
        recommended: rule.docs.preset === "recommended",
        url: documentationUrl(rule.id),
      },
      ...(rule.fixable && { fixable: "code" }),
      hasSuggestions: rule.hasSuggestions,
      schema: Object.keys(rule.options).length === 0 ? [] : [optionsSchema(rule)],
      ...(Object.keys(rule.options).length > 0 && { defaultOptions: [withDefaults(rule, {})] }),
      messages: Object.fromEntries(Object.entries(rule.messages).map(([id, text]) => [id, toEslintTemplate(text)])),
      // A rule without subjects in a language reports nothing there. If the languages were named, ESLint would reject
      // the whole configuration when a user changes a rule's severity without naming files.
      languages: ["*"],
    },
    create(context) {
      return onRoot(() => {
        reportFile(rule, context);
      });
    },
  };
}

/** Converts our placeholders `{name}` to ESLint's `{{name}}`. */
function toEslintTemplate(message: string): string {
  return message.replace(/\{(\w+)\}/gu, "{{$1}}");
}

function reportFile(rule: Rule, context: EslintRule.RuleContext): void {
  const file = getLintedFile(context);
  const options = (context.options[0] ?? {}) as Readonly<Record<string, unknown>>;
  const key = `${rule.id} ${JSON.stringify(options)}`;
  const remembered = file.memory?.findingsOf(key);
  if (remembered) {
    reportUnclaimed(context);
    for (const finding of remembered) reportFinding(finding, context);
    return;
  }
  const { findings, failures } = runRules(file.analysis, [{ rule, severity: rule.docs.severity, options }], {
    contract: file.project.contract,
    facts: file.facts,
  });
  reportUnclaimed(context);
  for (const { error } of failures) reportCrash(rule.id, error, context);
  for (const finding of findings) reportFinding(finding, context);
  file.memory?.keep(key, findings);
}

function reportFinding(
  { messageId, data, range, fix, suggestions }: KeptFinding,
  context: EslintRule.RuleContext,
): void {
  const { sourceCode } = context;
  context.report({
    messageId,
    data: { ...data },
    loc: { start: sourceCode.getLocFromIndex(range.start), end: sourceCode.getLocFromIndex(range.end) },
    ...(fix && { fix: () => toEslintEdits(fix) }),
    suggest: suggestions.map(({ message, edits }) => ({ desc: message, fix: () => toEslintEdits(edits) })),
  });
}

function toEslintEdits(edits: readonly Edit[]): EslintRule.Fix[] {
  return edits.map(({ range, text }) => ({ range: [range.start, range.end], text }));
}
