import type { Endpoint, EndpointBody } from "../../../src/contract/description/endpoint";
import { getHeader } from "../../../src/request/derived/headers";
import { asText, optionsOf } from "../../../src/request/drafts/known";
import { effectiveMethod } from "../../../src/request/derived/method";
import { isSentAsForm } from "../../../src/request/derived/form";
import type { Body, Request } from "../../../src/request/request";
import type { Report } from "../../../src/rule/define";
import { checkShape } from "../../../src/shape/check";
import { printPath } from "../../../src/shape/mismatch";
import type { Shape } from "../../../src/shape/shape";
import { withoutUnion } from "../../../src/shape/tags";
import type { Range } from "../../../src/text/range";
import type { Member, Value } from "../../../src/value/value";
import { describeMismatch } from "./body-mismatches";
import { checkFormBody } from "./form-body";

/**
 * Checks the body of a request against the imported description of its endpoint.
 *
 * @returns all problems except those that complete-put and no-required-null report.
 */
export function* checkDescribedBody(request: Request): Generator<Report> {
  const { body, described, anchor } = request;
  const method = effectiveMethod(request);
  const expected = described?.endpoint?.body;
  if (expected === undefined || method === undefined) return;
  if (!body) {
    if (expected.required) yield { message: "noBody", data: { method }, range: anchor };
    return;
  }
  const other = findOtherType(body, expected, request);
  if (other !== undefined) {
    const data = { method, found: other, types: listTypes(expected) };
    const rangeOf = (value: Value): Range => (value.kind === "undefined" ? anchor : value.range);
    for (const value of optionsOf(body.value)) yield { message: "otherType", data, range: rangeOf(value) };
    return;
  }
  yield* checkMediaType(request, body, expected, method);
  if (expected.form) yield* checkFormBody(request, expected.form);
  yield* checkValues(request, body, expected, method);
}

function* checkValues(request: Request, body: Body, expected: EndpointBody, method: string): Generator<Report> {
  const { described, anchor, resource } = request;
  for (const value of optionsOf(body.value)) {
    if (isObjectObject(value, body.encoding) && takes(expected, isJson))
      yield { message: "objectObject", range: value.range };
    else if (body.encoding === "json" && resource)
      for (const report of checkValue(value, resource, method, anchor)) yield inQuery(report, described?.endpoint);
  }
}

/** Whether the client sends the text `[object Object]`. */
function isObjectObject(value: Value, encoding: Body["encoding"]): boolean {
  return encoding === "raw" && value.kind === "object" && value.class === undefined;
}

function* checkValue(value: Value, shape: Shape, method: string, anchor: Request["anchor"]): Generator<Report> {
  for (const mismatch of checkShape(value, shape)) {
    if (mismatch.kind !== "missing") {
      const report = describeMismatch(mismatch, method, { isFull: true });
      if (report) yield report;
    } else if (method === "POST" || method === "DELETE") {
      const isRoot = mismatch.object === value;
      yield {
        message: "missing",
        data: { path: printPath(mismatch.path), method },
        range: isRoot && mismatch.because === "absent" ? anchor : mismatch.range,
      };
    }
  }
  for (const { member, path } of readOnlyMembers(value, shape, []))
    yield { message: "readOnly", data: { path: printPath(path) }, range: member.keyRange };
}

/** Reports an unknown body field that is a query parameter of the endpoint. */
function inQuery(report: Report, endpoint: Endpoint | undefined): Report {
  const path = String(report.data?.path ?? "");
  const isUnknown = report.message === "unknown" || report.message === "near";
  return isUnknown && endpoint?.query.has(path) ? { message: "isQuery", data: { path }, range: report.range } : report;
}

/** Finds members that the service sets itself. */
function* readOnlyMembers(
  value: Value,
  described: Shape,
  path: readonly string[],
): Generator<{ readonly member: Member; readonly path: readonly string[] }> {
  const shape = withoutUnion(value, described);
  if (value.kind !== "object" || shape.type !== "object") return;
  for (const member of value.members) {
    const field = shape.fields.get(member.key);
    if (!field || member.value.kind === "undefined") continue;
    const below = [...path, member.key];
    if (field.readOnly) yield { member, path: below };
    else for (const option of optionsOf(member.value)) yield* readOnlyMembers(option, field.shape, below);
  }
}

const isJson = (type: string): boolean => /^(?:application\/(?:[\w.-]+\+)?json\b|\*\/\*)/iu.test(type);
const isForm = (type: string): boolean => /^(?:multipart\/|application\/x-www-form-urlencoded\b|\*\/\*)/iu.test(type);

function takes({ types }: EndpointBody, isOne: (type: string) => boolean): boolean {
  return types.length === 0 || types.some(isOne);
}

/** @returns a description of what is certainly sent, if the endpoint accepts only other media types. */
function findOtherType({ encoding, value }: Body, expected: EndpointBody, request: Request): string | undefined {
  if (encoding === "form" || (encoding === "text" && isSentAsForm(request)))
    return takes(expected, isForm) ? undefined : "a form";
  const isSent = optionsOf(value).every(({ kind }) => kind === "object" || kind === "array");
  return encoding === "json" && isSent && !takes(expected, isJson) ? "JSON" : undefined;
}

/**
 * Checks the content type, if the endpoint does not accept plain JSON; only listed types are valid then. Otherwise require-json-content-type checks the header.
 */
function* checkMediaType(request: Request, body: Body, expected: EndpointBody, method: string): Generator<Report> {
  const { types } = expected;
  const isOpen =
    types.length === 0 || types.some((type) => type.includes("*") || plainType(type) === "application/json");
  if (isOpen || (body.encoding !== "json" && body.encoding !== "text")) return;
  const { presence, value } = getHeader(request, "Content-Type");
  const data = { method, types: listTypes(expected) };
  if (presence === "absent" && request.defaults.contentType)
    yield { message: "mediaType", data: { ...data, found: "application/json" }, range: request.anchor };
  for (const option of presence === "present" && value ? optionsOf(value) : []) {
    const found = asText(option);
    if (found !== undefined && !types.some((type) => plainType(type) === plainType(found)))
      yield { message: "mediaType", data: { ...data, found }, range: option.range };
  }
}

function plainType(type: string): string {
  return (type.split(";", 1)[0] ?? "").trim().toLowerCase();
}

function listTypes({ types }: EndpointBody): string {
  return types.slice(0, 3).join(" or ");
}
