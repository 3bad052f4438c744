import { getMismatches } from "../../src/manifest/mismatches";
import type { IdentityProblem, Manifest } from "../../src/manifest/manifest";
import { defineRule, type Context } from "../../src/rule/define";
import { describeShape } from "../../src/shape/describe";
import { printPath } from "../../src/shape/mismatch";
import { insertBefore } from "./helpers/edits";
import { findSplitItems } from "./helpers/split-items";
import { listNames, nameObject } from "./helpers/words";

type Options = Readonly<Record<string, never>>;

export const rule = defineRule<"manifest", Options>({
  id: "require-kind-fields",
  code: 100501,
  on: "manifest",
  docs: {
    summary: "Require the fields that a kind's objects must have.",
    why: "The service refuses an object that lacks a required field.",
    clauses: ["kinds 2.1", "kinds 2.2", "kinds 2.4", "kinds 2.5", "kinds 2.6", "kinds 2.7", "kinds 2.8"],
    preset: "recommended",
    severity: "error",
  },
  messages: {
    missing: "{owner} requires `{field}`: the service rejects the object without it. Add it; it must be {type}.",
    empty: "`{path}` is {found}, which counts as missing: the service rejects the object. It must be {type}.",
    apiVersion: "This {kind} has no `apiVersion`, so the service cannot identify it. Add {expected}.",
    kind: "This object has no `kind`, so the service cannot identify it. Add {expected}.",
    split:
      "`spec.rules[{index}]` of {kind} has no `backendRefs`, which stand in an item of their own: what it matches gets an error. Remove the `-` before `backendRefs`.",
    add: "Add `{field}: {value}`",
  },
  options: {},
  fixable: false,
  hasSuggestions: true,
  check(manifest, context) {
    for (const problem of manifest.problems) if (problem.kind === "missing") reportIdentity(problem, manifest, context);
    for (const { index, range } of findSplitItems(manifest))
      context.report({ message: "split", data: { index, kind: manifest.kind }, range });
    for (const mismatch of getMismatches(manifest)) {
      if (mismatch.kind !== "missing") continue;
      const { path, range, field, because } = mismatch;
      const type = describeShape(field.shape);
      if (because === "absent") {
        const owner = nameObject(manifest, path.slice(0, -1));
        context.report({ message: "missing", data: { owner, field: field.name, type }, range });
      } else context.report({ message: "empty", data: { path: printPath(path), found: because, type }, range });
    }
  },
});

function reportIdentity(
  { field, range, expected }: IdentityProblem,
  manifest: Manifest,
  context: Context<Options>,
): void {
  const [value] = expected;
  const suggestions =
    value === undefined || expected.length > 1
      ? []
      : [
          {
            message: "add",
            data: { field, value },
            edits: [insertBefore(context.text, range, field, value, manifest.language)],
          },
        ];
  const described = expected.length === 0 ? "its group's name and version" : listNames(expected);
  context.report({ message: field, data: { kind: manifest.kind, expected: described }, range, suggestions });
}
