import { getMismatches } from "../../src/manifest/mismatches";
import { defineRule } from "../../src/rule/define";
import { printPath } from "../../src/shape/mismatch";

export const rule = defineRule<"manifest", Readonly<Record<string, never>>>({
  id: "no-unreleased-fields",
  code: 100505,
  on: "manifest",
  docs: {
    summary: "Disallow fields that are newer than the group version in use.",
    why: "The version in use does not know the field: it refuses or silently drops it.",
    clauses: ["kinds 2.5", "kinds 9"],
    preset: "recommended",
    severity: "error",
  },
  messages: {
    unreleased:
      "`{path}` requires {since} or later; configured: {version}. Remove it, or update `groups.{group}.version`.",
  },
  options: {},
  fixable: false,
  hasSuggestions: false,
  check(manifest, context) {
    for (const mismatch of getMismatches(manifest)) {
      if (mismatch.kind !== "since") continue;
      const { path, since, range } = mismatch;
      context.report({
        message: "unreleased",
        data: { path: printPath(path), since, version: manifest.groupVersion ?? "", group: manifest.group },
        range,
      });
    }
  },
});
