import type { Linter, Rule as EslintRule } from "eslint";
import { getLintedFile, type Notice } from "./file";
import { onRoot } from "./root";

/** A rule of this host alone: its name and severity say what a notice is. */
interface NoticeRule {
  readonly about: Notice["about"];
  readonly severity: "error" | "warn";
  readonly description: string;
}

/** By the rule's id. What is said of no request and no manifest has a name of its own, and fails a run where findings could be missing. */
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

/** @returns the rules by which this host says what it has to say besides findings. */
export function makeNoticeRules(): Record<string, EslintRule.RuleModule> {
  return Object.fromEntries(Object.entries(noticeRules).map(([id, rule]) => [id, makeNoticeRule(rule)]));
}

/** The severities that every preset gives them. */
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
      // ESLint makes the listeners of all rules before it visits the tree: no other rule takes these notices first.
      claim(context.sourceCode, about);
      const report = (): void => {
        for (const notice of getLintedFile(context).takeNotices([about])) reportNotice(notice, context);
      };
      // A rule that crashes says so while the file is visited.
      return { ...onRoot(report), ...onRoot(report, "exit") };
    },
  };
}

const claims = new WeakMap<object, Set<Notice["about"]>>();

function claim(sourceCode: object, about: Notice["about"]): void {
  claims.set(sourceCode, (claims.get(sourceCode) ?? new Set<Notice["about"]>()).add(about));
}

/** Where a configuration names rules one by one and no notice rule is on, the first rule that checks the file reports the notices. */
export function reportUnclaimed(context: EslintRule.RuleContext): void {
  const claimed = claims.get(context.sourceCode);
  const open = (["configuration", "doubt", "unchecked"] as const).filter((about) => claimed?.has(about) !== true);
  for (const notice of getLintedFile(context).takeNotices(open)) reportNotice(notice, context);
}

/**
 * Reports that a rule crashed on a file. A crash fails the run whatever the rule's own severity is: as a notice, where the rule for those is on.
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
