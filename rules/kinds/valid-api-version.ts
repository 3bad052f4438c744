import type { IdentityProblem } from "../../src/manifest/manifest";
import { defineRule } from "../../src/rule/define";
import type { Edit } from "../../src/rule/finding";
import { replaceWord } from "./helpers/edits";
import { listNames } from "./helpers/words";

export const rule = defineRule<"manifest", Readonly<Record<string, never>>>({
  id: "valid-api-version",
  code: 100504,
  on: "manifest",
  docs: {
    summary: "Require the `apiVersion` and `kind` under which the service knows a resource.",
    why: "Under another group, version or kind the service does not know the object, and refuses it.",
    clauses: ["kinds 1", "kinds 2.1", "kinds 9"],
    preset: "recommended",
    severity: "error",
  },
  messages: {
    version: "`{found}` has no {kind}: the service rejects it. Use {expected}.",
    group: "{kind} does not belong to `{found}`: the service rejects it. Use {expected}.",
    otherGroup: "{kind} does not belong to `{found}`: the service rejects it. Use the name of its own group.",
    near: "The service does not know `{found}`, and rejects it. Did you mean {expected}?",
    item: "A {list} holds only `{expected}`: the service rejects this `{found}`. Move it to a document of its own.",
    replace: "Replace with `{value}`",
  },
  options: {},
  fixable: true,
  hasSuggestions: true,
  check(manifest, context) {
    for (const problem of manifest.problems) {
      if (problem.kind === "missing") continue;
      const { range, found, expected } = problem;
      const message = problem.kind === "group" && expected.length === 0 ? "otherGroup" : problem.kind;
      const isItem = problem.kind === "item";
      const data = {
        kind: manifest.kind,
        found,
        expected: isItem ? (expected[0] ?? "") : listNames(expected),
        list: manifest.list?.kind ?? "",
      };
      const changes = isItem ? [] : getChanges(problem, context.text);
      const [only] = changes;
      if (only !== undefined && expected.length === 1 && problem.editable)
        context.report({ message, data, range, fix: [only.edit] });
      else
        context.report({
          message,
          data,
          range,
          suggestions: changes.map(({ value, edit }) => ({ message: "replace", data: { value }, edits: [edit] })),
        });
    }
  },
});

function getChanges(
  { range, found, expected }: IdentityProblem,
  text: string,
): readonly { readonly value: string; readonly edit: Edit }[] {
  return expected.flatMap((value) => {
    const edit = replaceWord(text, range, found, value);
    return edit === undefined ? [] : [{ value, edit }];
  });
}
