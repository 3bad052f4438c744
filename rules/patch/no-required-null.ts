import { optionsOf } from "../../src/request/drafts/known";
import { isPatch, isService, jsonBodies } from "../../src/request/derived/predicates";
import { defineRule } from "../../src/rule/define";
import type { FieldShape, Shape } from "../../src/shape/shape";
import { withoutUnion } from "../../src/shape/tags";
import type { Value } from "../../src/value/value";
import { printPath } from "./helpers/members";
import { isUndeletable } from "./helpers/required";
import { isServerSet } from "./helpers/server-set";

export const rule = defineRule<"request", Readonly<Record<string, never>>>({
  id: "no-required-null",
  code: 100204,
  on: "request",
  docs: {
    summary: "Disallow `null` in a PATCH body for a field that the resource requires.",
    why: "`null` deletes the field; without it the resource is not valid, so the service answers 400 or 422 and changes nothing.",
    clauses: ["conventions 4.3.4", "conventions 7"],
    preset: "recommended",
    severity: "error",
  },
  messages: {
    required:
      "`null` deletes the required field `{path}`: the service rejects the PATCH. Send a value, or remove the field.",
  },
  options: {},
  fixable: false,
  hasSuggestions: false,
  check(request, context) {
    if (!isService(request) || !isPatch(request) || !request.resource) return;
    for (const body of jsonBodies(request)) {
      const isSent = (field: FieldShape): boolean => (request.described ? !field.readOnly : !isServerSet(field));
      for (const { value, path } of requiredNulls(body, request.resource, [], isSent)) {
        context.report({ message: "required", data: { path: printPath(path) }, range: value.range });
      }
    }
  },
});

function* requiredNulls(
  value: Value,
  described: Shape,
  path: readonly string[],
  isSent: (field: FieldShape) => boolean,
): Generator<{ readonly value: Value; readonly path: readonly string[] }> {
  const shape = withoutUnion(value, described);
  if (value.kind !== "object" || shape.type !== "object") return;
  for (const member of value.members) {
    const field = shape.fields.get(member.key);
    if (!field) continue;
    const below = [...path, member.key];
    for (const option of optionsOf(member.value)) {
      if (option.kind === "null" && isUndeletable(field, isSent)) yield { value: option, path: below };
      yield* requiredNulls(option, field.shape, below, isSent);
    }
  }
}
