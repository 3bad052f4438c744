// Made by `npm run generate` from the files beside it.
import type { Rule } from "../src/rule/define";
import { rule as noAmbiguousScalars } from "./kinds/no-ambiguous-scalars";
import { rule as noUnknownKindFields } from "./kinds/no-unknown-kind-fields";
import { rule as noUnreleasedFields } from "./kinds/no-unreleased-fields";
import { rule as requireKindFields } from "./kinds/require-kind-fields";
import { rule as validApiVersion } from "./kinds/valid-api-version";
import { rule as validKindValues } from "./kinds/valid-kind-values";
import { rule as noArrayInPatch } from "./patch/no-array-in-patch";
import { rule as requireIfMatch } from "./patch/require-if-match";

/** All rules, by group and id. */
export const rules: readonly Rule[] = [
  noAmbiguousScalars,
  noUnknownKindFields,
  noUnreleasedFields,
  requireKindFields,
  validApiVersion,
  validKindValues,
  noArrayInPatch,
  requireIfMatch,
];

/** The same by id. */
export const byId: ReadonlyMap<string, Rule> = new Map(rules.map((rule) => [rule.id, rule]));
