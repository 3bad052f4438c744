import type { Linter, Rule as EslintRule } from "eslint";
import { getLintedFile, type Notice } from "./file";
import { onRoot } from "./root";

/** A rule that only this host has: its name and severity classify a notice. */
interface NoticeRule {
  readonly about: Notice["about"];
  readonly severity: "error" | "warn";
  readonly description: string;
}

/**
 * By rule id. Messages that concern no request or manifest have rules of their own, and fail the run if findings may be
 * missing.
 */
const noticeRules: Readonly<Record<string, NoticeRule>> = {
  "valid-configuration": {
    about: "configuration",
    severity: "error",
    description: "Require `restraint.config.yaml`, and the contract files that it names, to be sound.",
  },
  "configuration-doubts": {
    about: "doubt",
    severity: "warn",
    description: "Show what may be a mistake in `restraint.config.yaml`.",
  },
  unchecked: {
    about: "unchecked",
    severity: "error",
    description: "Show what could not be checked: a document that cannot be read, or a crash.",
  },
};

/** @returns the rules that report notices. */
export function makeNoticeRules(): Record<string, EslintRule.RuleModule> {
  return Object.fromEntries(Object.entries(noticeRules).map(([id, rule]) => [id, makeNoticeRule(rule)]));
}

/** The severities of these rules in every preset. */
export const noticeSeverities: Linter.RulesRecord = Object.fromEntries(
  Object.entries(noticeRules).map(([id, { severity }]) => [`restraint/${id}`, severity]),
);

function makeNoticeRule({ about, description }: NoticeRule): EslintRule.RuleModule {
  return {
    meta: {
      type: "problem",
      docs: { description, recommended: true, url: "https://unpkg.com/eslint-plugin-restraint/docs/eslint.md" },
      schema: [],
      messages: {},
      languages: ["*"],
    },
    create(context) {
      // ESLint creates the listeners of all rules before the traversal, so no other rule takes these notices first.
      claim(context.sourceCode, about);
      const report = (): void => {
        for (const notice of getLintedFile(context).takeNotices([about])) reportNotice(notice, context);
      };
      // On exit too: a rule may crash, and add a notice, during the traversal.
      return { ...onRoot(report), ...onRoot(report, "exit") };
    },
  };
}

const claims = new WeakMap<object, Set<Notice["about"]>>();

function claim(sourceCode: object, about: Notice["about"]): void {
  claims.set(sourceCode, (claims.get(sourceCode) ?? new Set<Notice["about"]>()).add(about));
}

/**
 * Reports notices that no enabled notice rule claims, from the first rule that checks the file. This happens if a
 * configuration enables rules one by one.
 */
export function reportUnclaimed(context: EslintRule.RuleContext): void {
  const claimed = claims.get(context.sourceCode);
  const open = (["configuration", "doubt", "unchecked"] as const).filter((about) => claimed?.has(about) !== true);
  for (const notice of getLintedFile(context).takeNotices(open)) reportNotice(notice, context);
}

/**
 * Reports that a rule crashed on a file. A crash fails the run whatever the rule's severity: it is reported as a notice
 * if that rule is enabled.
 */
export function reportCrash(id: string, error: Error, context: EslintRule.RuleContext): void {
  const message = `\`${id}\` crashed and checked no more of this file: ${error.message}`;
  if (claims.get(context.sourceCode)?.has("unchecked") === true)
    getLintedFile(context).addNotice({ about: "unchecked", message });
  else reportNotice({ about: "unchecked", message }, context);
}

function reportNotice({ message, range }: Notice, context: EslintRule.RuleContext): void {
  const { sourceCode } = context;
  const loc = range
    ? { start: sourceCode.getLocFromIndex(range.start), end: sourceCode.getLocFromIndex(range.end) }
    : { line: 1, column: 0 };
  context.report({ message, loc });
}
