import { getMismatches } from "../../src/manifest/mismatches";
import { defineRule } from "../../src/rule/define";
import { printPath } from "../../src/shape/mismatch";

export const rule = defineRule<"manifest", Readonly<Record<string, never>>>({
  id: "valid-kind-rules",
  code: 100507,
  on: "manifest",
  docs: {
    summary: "Require objects to meet the rules (CEL) that their kind's definition has.",
    why: "The service evaluates the rules of a definition, and refuses an object that does not meet one of them.",
    clauses: ["imported contract"],
    preset: "recommended",
    severity: "error",
  },
  messages: {
    message: "`{path}` breaks a rule of {kind}: {message} The service rejects it.",
    rule: "`{path}` breaks a rule of {kind}, and the service rejects it: `{rule}`.",
    whole: "This {kind} breaks a rule: {message} The service rejects it.",
    wholeRule: "This {kind} breaks a rule, and the service rejects it: `{rule}`.",
    fails: "A rule of {kind} fails on `{path}`, as {reason}, and the service rejects it: `{rule}`.",
    wholeFails: "A rule fails on this {kind}, as {reason}, and the service rejects it: `{rule}`.",
  },
  options: {},
  fixable: false,
  hasSuggestions: false,
  check(manifest, context) {
    for (const mismatch of getMismatches(manifest)) {
      if (mismatch.kind !== "rule") continue;
      const { path, range, message, failure, rule } = mismatch;
      const data = { path: printPath(path), kind: manifest.kind, rule: rule.rule.trim().replace(/\s+/g, " ") };
      const isWhole = path.length === 0;
      if (failure !== undefined) {
        context.report({ message: isWhole ? "wholeFails" : "fails", data: { ...data, reason: failure }, range });
      } else if (message === undefined) {
        context.report({ message: isWhole ? "wholeRule" : "rule", data, range });
      } else {
        const sentence = /[.!?]$/.test(message.trim()) ? message.trim() : `${message.trim()}.`;
        context.report({ message: isWhole ? "whole" : "message", data: { ...data, message: sentence }, range });
      }
    }
  },
});
