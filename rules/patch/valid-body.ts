import { conventions } from "../../src/contract/conventions";
import { type Facts, locatesService } from "../../src/contract/configuration/configuration";
import { stringifiedValue } from "../../src/clients/native";
import { asText, optionsOf } from "../../src/request/drafts/known";
import { findDocumented, findPublicService, findTaken } from "../../src/request/derived/documented";
import { hasConvention, mayBeBuiltIn } from "../../src/request/derived/conventions";
import { getHeader } from "../../src/request/derived/headers";
import { effectiveMethod } from "../../src/request/derived/method";
import { isMisplaced } from "../../src/request/derived/misplaced";
import { isService } from "../../src/request/derived/predicates";
import type { Body, Request } from "../../src/request/request";
import { type Context, defineRule, type Report } from "../../src/rule/define";
import { checkShape } from "../../src/shape/check";
import type { Value } from "../../src/value/value";
import { describeMismatch } from "./helpers/body-mismatches";
import { checkDocumentedBody, checkForms, checkNames } from "./helpers/documented-body";
import { checkDescribedBody } from "./helpers/described-body";
import { checkParameterBody } from "./helpers/parameter-body";

type Options = Readonly<{ unknownFields: "near" | "all" }>;

export const rule = defineRule<"request", Options>({
  id: "valid-body",
  code: 100205,
  on: "request",
  docs: {
    summary: "Require the body of a request to fit the resource.",
    why: "The service takes a JSON object: it refuses anything else, and a field that the resource does not have changes nothing or makes the resource invalid.",
    clauses: ["conventions 4", "conventions 4.3.1", "conventions 7", "description 3"],
    preset: "recommended",
    severity: "error",
  },
  messages: {
    array: "The service rejects an array as the body of a {method}. Send a JSON object.",
    jsonPatch: "The service does not accept JSON Patch operations. Send an object with only the fields to change.",
    objectObject: "The client sends this object as the text `[object Object]`. Use `JSON.stringify(…)`.",
    notJson: "The service rejects {found} as the body of a {method}. Send a JSON object.",
    none: "{method} without a body changes nothing. Send an object with the fields to change.",
    unknown: "The resource has no field `{path}`: the service ignores or rejects it. Correct the name, or remove it.",
    near: "The resource has no field `{path}`: the service ignores or rejects it. Did you mean `{near}`?",
    dotted: "`{path}` is one key with a dot, not a path: the service ignores or rejects it. Nest it: `{nested}`.",
    type: "`{path}` is {found}: the service rejects it. It must be {expected}.",
    values: "`{path}` has a value that the service rejects. It must be {allowed}.",
    nearValue: "`{path}` has a value that the service rejects. Did you mean {near}?",
    constraint: "`{path}` {found}: the service rejects it. It must {expected}.",
    isQuery:
      "`{path}` is a query parameter, not a field: the service ignores or rejects it in the body. Send it in the query.",
    elsewhere: "`{path}` is not changed by this {method}, by {service}'s documentation. Send {instead}.",
    sendsBack:
      "{method} of a file that was read fails without its `{path}`, by {service}'s documentation. Send that of the read.",
    takesForms: "{service} reads forms here, by its documentation, and not JSON. Send `new URLSearchParams(…)`.",
    form: "`{path}` has to be {expected}, by {service}'s documentation: it is rejected.",
    sentNull: "`{path}` is `null`: {service} rejects it. Leave it out, or send that of the file that is replaced.",
    missing: "{method} without the required field `{path}` fails. Send it.",
    readOnly: "`{path}` is read-only: the service ignores or rejects it. Remove it.",
    noBody: "{method} without a body fails. Send the object that the endpoint requires.",
    mediaType: "The service answers 415 to a {method} of type `{found}`. Send {types}.",
    otherType: "The service does not read {found} as the body of this {method}. Send {types}.",
  },
  options: {
    unknownFields: {
      type: "string",
      enum: ["near", "all"],
      description:
        "Which fields that the resource's declared type lacks are reported: those that are one typo away from a field of the type (`near`), or `all`, for types that list every field.",
      default: "near",
    },
  },
  fixable: false,
  hasSuggestions: false,
  check(request, context) {
    if (request.body?.hooked || isMisplaced(request, "body")) return;
    const documented = findDocumented(request, context.facts);
    for (const report of checkDocumentedBody(request, documented)) context.report(report);
    for (const report of checkNames(request, findTaken(request, context.facts))) context.report(report);
    for (const report of checkForms(request, findPublicService(request, context.facts), documented))
      context.report(report);
    if (request.described) {
      for (const report of checkDescribedBody(request)) context.report(report);
      return;
    }
    for (const report of checkParameterBody(request)) context.report(report);
    const method = effectiveMethod(request);
    if (!isUpdate(method) || !isService(request)) {
      reportObjectObject(request, context);
      return;
    }
    if (request.body) checkBody(request, request.body, method, context);
    else if (method === "PATCH") checkNoBody(request, context);
  },
});

/** The endpoint decides whether a body is needed: many set a state by their path alone. */
function checkNoBody(request: Request, context: Context<Options>): void {
  if (!request.takesNoBody && mayBeBuiltIn(request, context.facts))
    context.report({ message: "none", data: { method: "PATCH" }, range: request.anchor });
}

function isUpdate(method: string | undefined): method is "PATCH" | "PUT" {
  return method === "PATCH" || method === "PUT";
}

function checkBody(request: Request, body: Body, method: string, context: Context<Options>): void {
  for (const value of optionsOf(body.value)) {
    const isOthers =
      !takesOneObject(request, method, context.facts) && isOtherForm(value, request, body, context.facts);
    const wrong = isOthers ? undefined : findNoObject(value, body, method);
    if (wrong) {
      context.report({ ...wrong, range: value.kind === "undefined" ? request.anchor : value.range });
    } else if (request.sent && body.encoding === "json") {
      // A contract lists every field of a resource; a declared type may not.
      const isFull = request.isDescribed || context.options.unknownFields === "all";
      for (const mismatch of checkShape(value, request.sent)) {
        const report = describeMismatch(mismatch, method, { isFull });
        if (report) context.report(report);
      }
    }
  }
}

/** Reports bodies sent as `[object Object]`, which no service understands. An object with a `uri` is excluded: React Native sends that file. */
function reportObjectObject({ body }: Request, context: Context<Options>): void {
  if (body?.encoding !== "raw") return;
  for (const value of optionsOf(body.value)) {
    const isFile = value.kind === "object" && value.members.some(({ key }) => key === "uri");
    if (isPlainObject(value) && !isFile) context.report({ message: "objectObject", range: value.range });
  }
}

/** Whether the service certainly expects one JSON object as the body of its updates. */
function takesOneObject(request: Request, method: string, facts: Facts): boolean {
  return locatesService(facts) && hasConvention(request, method === "PUT" ? "put-replaces" : "merge-patch", facts);
}

/**
 * Whether a body in another form is probably intended: forms, texts and lists are valid for services that accept them. JSON Patch is reported only if no
 * service is configured; text only if the request declares JSON.
 */
function isOtherForm(value: Value, request: Request, { encoding }: Body, facts: Facts): boolean {
  if (encoding === "text" || value.kind === "undefined") return !saysJson(request);
  return encoding === "form" || (value.kind === "array" && (locatesService(facts) || !isJsonPatch(value)));
}

function saysJson(request: Request): boolean {
  return /[/+]json\b/iu.test(asText(getHeader(request, conventions.body.header).value) ?? "");
}

type Words = Pick<Report, "message" | "data">;

/** @returns the problem of a body that is certainly not a JSON object. */
function findNoObject(value: Value, { encoding }: Body, method: string): Words | undefined {
  const notJson = (found: string): Words => ({ message: "notJson", data: { method, found } });
  // A form is wrong whatever its content.
  if (encoding === "form") return notJson("a form");
  if (encoding === "json" && stringifiedValue(value)) return notJson("a string");
  if (encoding === "unknown" || isUncertain(value)) return undefined;
  if (value.kind === "undefined") return findNoBody(method);
  if (encoding === "raw") return isPlainObject(value) ? { message: "objectObject" } : undefined;
  if (encoding === "text") return isOtherText(asText(value)) ? notJson("other text") : undefined;
  if (isJsonPatch(value)) return { message: "jsonPatch" };
  if (value.kind === "array") return { message: "array", data: { method } };
  if (value.kind === "null") return notJson("null");
  return value.kind === "object" ? undefined : notJson(`a ${value.kind}`);
}

/** A PUT without a body may set a state by its path alone. */
function findNoBody(method: string): Words | undefined {
  return method === "PATCH" ? { message: "none", data: { method } } : undefined;
}

function isPlainObject(value: Value): boolean {
  return value.kind === "object" && value.class === undefined;
}

function isUncertain({ kind }: Value): boolean {
  return kind === "unknown" || kind === "opaque" || kind === "alternatives";
}

/** Whether a text is known and is not a JSON object. */
function isOtherText(text: string | undefined): boolean {
  if (text === undefined) return false;
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed !== "object" || parsed === null || Array.isArray(parsed);
  } catch {
    return true;
  }
}

function isJsonPatch(value: Value): boolean {
  if (value.kind !== "array" || value.elements.length === 0) return false;
  return value.elements.every(({ value: element }) => {
    const keys = element.kind === "object" ? element.members.map((member) => member.key) : [];
    return keys.includes("op") && keys.includes("path");
  });
}
