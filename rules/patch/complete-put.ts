import { hasConvention } from "../../src/request/questions/conventions";
import { isPut, isService, jsonBodies } from "../../src/request/questions/predicates";
import type { Request } from "../../src/request/request";
import { defineRule, type Context } from "../../src/rule/define";
import { checkShape } from "../../src/shape/check";
import type { ObjectShape, Shape } from "../../src/shape/shape";
import { withoutUnion } from "../../src/shape/tags";
import type { ObjectValue } from "../../src/value/value";
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
    // What a PUT means is the service's own affair.
    if (!isService(request) || !isPut(request)) return;
    if (!request.described && !hasConvention(request, "put-replaces", context.facts)) return;
    const described = request.described ? request.resource : request.sent;
    for (const body of described ? jsonBodies(request) : []) {
      const shape = described && withoutUnion(body, described);
      if (body.kind === "object" && shape && hasFields(shape)) checkBody(body, shape, request, context);
    }
  },
});

/** Of a union without tags nobody knows which option is meant. */
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
  // A description does not say that a PUT clears what it leaves out, and valid-body reports what the service sets itself.
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
