// Made by `npm run generate` from the files beside it.
import type { Rule } from "../src/rule/define";
import { rule as noArrayInPatch } from "./patch/no-array-in-patch";
import { rule as requireIfMatch } from "./patch/require-if-match";

/** All rules, by group and id. */
export const rules: readonly Rule[] = [
  noArrayInPatch,
  requireIfMatch,
];

/** The same by id. */
export const byId: ReadonlyMap<string, Rule> = new Map(rules.map((rule) => [rule.id, rule]));
