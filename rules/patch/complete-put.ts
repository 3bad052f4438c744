import { hasConvention } from "../../src/request/derived/conventions";
import { findDocumented } from "../../src/request/derived/documented";
import { isObject, isPut, isService, jsonBodies } from "../../src/request/derived/predicates";
import type { Request } from "../../src/request/request";
import { defineRule, type Context } from "../../src/rule/define";
import { checkShape } from "../../src/shape/check";
import type { ObjectShape, Shape } from "../../src/shape/shape";
import { withoutUnion } from "../../src/shape/tags";
import type { ArrayValue, ObjectValue, Value } from "../../src/value/value";
import { provenanceOf } from "./helpers/provenance";
import { isServerSet } from "./helpers/server-set";

interface Options {
  readonly optional: boolean;
  readonly serverSet: boolean;
}

export const rule = defineRule<"request", Options>({
  id: "complete-put",
  code: 100208,
  on: "request",
  docs: {
    summary: "Require a PUT body to carry every field that the resource requires.",
    why: "A PUT without a required field fails; one without an optional field clears it; what the server sets itself is ignored.",
    clauses: ["conventions 4.4"],
    preset: "recommended",
    severity: "error",
    strictOptions: { optional: true, serverSet: true },
  },
  messages: {
    required: "PUT without the required field `{path}` fails. Send it, or change single fields with PATCH.",
    optional: "PUT clears `{path}`, which this body leaves out. Send it, or change single fields with PATCH.",
    clearedOfBody:
      "PUT clears what is left out ({fields}), by {service}'s documentation. Spread the one that you read into it, or send a PATCH.",
    cleared:
      "PUT clears what `{path}` leaves out ({fields}), by {service}'s documentation. Spread the one that you read into it.",
    replaced:
      "PUT replaces the whole list `{path}`, by {service}'s documentation: what is missing here is lost. Add to the list that you read.",
    serverSet: "The service sets `{path}` itself and ignores it in a PUT. Remove it.",
  },
  options: {
    optional: {
      type: "boolean",
      description: "Whether to report optional fields that the body leaves out, and that the PUT clears.",
      default: false,
    },
    serverSet: {
      type: "boolean",
      description: "Whether to report fields that the server sets, and ignores in a PUT.",
      default: false,
    },
  },
  fixable: false,
  hasSuggestions: false,
  check(request, context) {
    if (isPut(request)) checkDocumentedPut(request, context);
    // The meaning of a PUT depends on the service.
    if (!isService(request) || !isPut(request)) return;
    if (!request.described && !hasConvention(request, "put-replaces", context.facts)) return;
    const described = request.described ? request.resource : request.sent;
    for (const body of described ? jsonBodies(request) : []) {
      const shape = described && withoutUnion(body, described);
      if (body.kind === "object" && shape && hasFields(shape)) checkBody(body, shape, request, context);
    }
  },
});

/**
 * Checks a PUT to a public service by its documentation: reports fields that the service clears because the body does
 * not come from a read of the resource.
 */
function checkDocumentedPut(request: Request, context: Context<Options>): void {
  const documented = findDocumented(request, context.facts);
  if (!documented) return;
  const { service, clears = {}, replaces = [] } = documented;
  for (const body of jsonBodies(request).filter(isObject)) {
    const cleared = leftOut(body, documented.clearsOfBody ?? []).map((name) => `\`${name}\``);
    if (cleared.length > 0)
      context.report({ message: "clearedOfBody", data: { fields: cleared.join(", "), service }, range: body.range });
    for (const { key, value } of body.members) {
      const fields = leftOut(value, clears[key] ?? []).map((name) => `\`${name}\``);
      if (fields.length > 0)
        context.report({
          message: "cleared",
          data: { path: key, fields: fields.join(", "), service },
          range: value.range,
        });
      if (replaces.includes(key) && value.kind === "array" && isAddition(value))
        context.report({ message: "replaced", data: { path: key, service }, range: value.range });
    }
  }
}

/** @returns the fields missing from an object that does not spread another one. */
function leftOut(value: Value, fields: readonly string[]): readonly string[] {
  if (value.kind !== "object" || value.open || value.spreads.length > 0) return [];
  return fields.filter((name) => !value.members.some((member) => member.key === name));
}

/** Whether a list looks like an addition: a single unknown element is hardly the complete list. A list of literals is intended. */
function isAddition(value: ArrayValue): boolean {
  const [only, ...others] = value.elements;
  if (only === undefined || others.length > 0 || !provenanceOf(value).fresh) return false;
  return only.value.kind === "unknown" && only.value.origin?.response === undefined;
}

/** Without a discriminator, it is unknown which option of a union is meant. */
function hasFields(shape: Shape): boolean {
  return shape.type === "object" || (shape.type === "union" && shape.discriminator !== undefined);
}

function checkBody(body: ObjectValue, shape: Shape, request: Request, context: Context<Options>): void {
  const { anchor, described } = request;
  for (const mismatch of checkShape(body, shape, anchor)) {
    if (mismatch.kind !== "missing") continue;
    if (described ? mismatch.field.readOnly : isServerSet(mismatch.field)) continue;
    context.report({ message: "required", data: { path: mismatch.path.join("/") }, range: mismatch.range });
  }
  // A description does not say that a PUT clears omitted fields, and valid-body reports fields that the service sets itself.
  if (described || shape.type !== "object") return;
  if (context.options.optional && !body.open) {
    for (const path of findCleared(body, shape)) context.report({ message: "optional", data: { path }, range: anchor });
  }
  if (!context.options.serverSet) return;
  for (const member of body.members) {
    if (shape.fields.get(member.key)?.readOnly)
      context.report({ message: "serverSet", data: { path: member.key }, range: member.keyRange });
  }
}

function findCleared(body: ObjectValue, shape: ObjectShape): readonly string[] {
  const sent = new Set(body.members.map((member) => member.key));
  return [...shape.fields.values()]
    .filter((field) => !field.required && !isServerSet(field) && !sent.has(field.name))
    .map((field) => field.name);
}
