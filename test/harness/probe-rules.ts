import type { Manifest } from "../../src/manifest/manifest";
import { defineRule, type Rule } from "../../src/rule/define";

/** Rules for tests of hosts: they report every manifest, whatever the package's own rules check. */

const common = {
  on: "manifest",
  docs: { summary: "Probe.", why: "Tests need it.", clauses: ["kinds 2"], preset: "recommended", severity: "error" },
  options: {},
  fixable: true,
  hasSuggestions: true,
} as const;

/** Reports the value of `kind` in each manifest, with a fix to upper case. */
export const namesKind: Rule = defineRule<"manifest", Readonly<Record<string, unknown>>>({
  ...common,
  id: "names-kind",
  code: 109901,
  messages: { found: "This is a {kind}.", shout: "Write {kind} in upper case." },
  options: { suffix: { type: "string", description: "Is put after the fixed kind.", default: "" } },
  check(manifest, context) {
    const range = rangeOfKind(manifest);
    const edit = { range, text: manifest.kind.toUpperCase() + String(context.options.suffix) };
    context.report({
      message: "found",
      data: { kind: manifest.kind },
      range,
      fix: [edit],
      suggestions: [{ message: "shout", data: { kind: manifest.kind }, edits: [edit] }],
    });
  },
});

export const crashes: Rule = defineRule<"manifest", Readonly<Record<string, unknown>>>({
  ...common,
  id: "crashes",
  code: 109902,
  messages: {},
  check() {
    throw new Error("on purpose");
  },
});

function rangeOfKind(manifest: Manifest): { start: number; end: number } {
  const member = manifest.value.members.find(({ key }) => key === "kind");
  if (member === undefined) throw new Error("a manifest without kind");
  return member.value.range;
}
