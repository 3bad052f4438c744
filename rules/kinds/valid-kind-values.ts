import { getMismatches } from "../../src/manifest/mismatches";
import { defineRule, type Context, type Report } from "../../src/rule/define";
import { printPath, type BrokenConstraint, type NotAllowed } from "../../src/shape/mismatch";
import { findNear } from "../../src/text/near";
import { replaceWord } from "./helpers/edits";
import { listNames, nameObject } from "./helpers/words";
import { describeType } from "./helpers/wrong-type";

type Options = Readonly<Record<string, never>>;

export const rule = defineRule<"manifest", Options>({
  id: "valid-kind-values",
  code: 100503,
  on: "manifest",
  docs: {
    summary: "Require values of the type and form that a kind's fields have.",
    why: "The service refuses a value of another type; a key that is written twice loses one of its values, or keeps the object from being read.",
    clauses: [
      ...["kinds 2.1", "kinds 2.2", "kinds 2.3", "kinds 2.4", "kinds 2.5", "kinds 2.6", "kinds 2.7", "kinds 2.8"],
      "imported contract",
    ],
    preset: "recommended",
    severity: "error",
  },
  messages: {
    type: "`{path}` is {found}: the service rejects it. It must be {expected}.",
    quote: "Unquoted, `{path}` is {found}: the service rejects it. Quote it, as it must be {expected}.",
    stray: "`{path}` is {found}: the service rejects it. Move it to {home}, which has a field of this name.",
    range:
      "`{path}` does not fit into 64 bits: the service rejects it. Use a number from -9223372036854775808 to 9223372036854775807.",
    values: "`{path}` is `{found}`: the service rejects it. Use {expected}.",
    constraint: "`{path}` {found}: the service rejects it. It must {expected}.",
    repeated: "`{path}` {found}: the service rejects it. It must {expected}.",
    same: "The first of them.",
    duplicate: "Duplicate key `{key}`: one value is lost, or the manifest is rejected. Remove one.",
    first: "The first `{key}`.",
    unquote: "Remove the quotes",
    list: "Make it a list of one",
    replace: "Replace with `{value}`",
  },
  options: {},
  fixable: true,
  hasSuggestions: true,
  check(manifest, context) {
    for (const mismatch of getMismatches(manifest)) {
      const { path, range } = mismatch;
      const data = { path: printPath(path) };
      if (mismatch.kind === "type" && mismatch.home !== undefined) {
        const home = nameObject(manifest, mismatch.home.slice(0, -1));
        context.report({ message: "stray", data: { ...data, found: mismatch.found, home }, range });
      } else if (mismatch.kind === "type") context.report(describeType(mismatch, manifest.language, context.text));
      else if (mismatch.kind === "range") context.report({ message: "range", data, range });
      else if (mismatch.kind === "values") context.report(describeNotAllowed(mismatch, context));
      else if (mismatch.kind === "constraint") context.report(describeConstraint(mismatch));
      else if (mismatch.kind === "duplicate") {
        context.report({
          message: "duplicate",
          data: { key: mismatch.key },
          range,
          related: [{ message: "first", data: { key: mismatch.key }, range: mismatch.first }],
        });
      }
    }
  },
});

function describeConstraint({ path, range, violation, first }: BrokenConstraint): Report {
  const data = { path: printPath(path), found: violation.found, expected: violation.expected };
  if (first === undefined) return { message: "constraint", data, range };
  return { message: "repeated", data, range, related: [{ message: "same", data: {}, range: first }] };
}

function describeNotAllowed(
  { path, text: found, allowed, range, editable }: NotAllowed,
  { text }: Context<Options>,
): Report {
  const near = editable ? findNear(found, allowed.map(String)) : [];
  const suggestions = near.flatMap((value) => {
    const edit = replaceWord(text, range, found, value);
    return edit === undefined ? [] : [{ message: "replace", data: { value }, edits: [edit] }];
  });
  return {
    message: "values",
    data: { path: printPath(path), found, expected: listNames(allowed.map(String)) },
    range,
    suggestions,
  };
}
