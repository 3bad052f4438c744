import type { Endpoint } from "../../src/contract/description/endpoint";
import { fieldsAt, possibleShapes, stepInto, type PossibleShapes } from "../../src/fields/shapes";
import { isObject, jsonBodies } from "../../src/request/derived/predicates";
import type { Request } from "../../src/request/request";
import type { Read } from "../../src/response/reads";
import { defineRule, type Report } from "../../src/rule/define";
import type { Value } from "../../src/value/value";

interface Options {
  readonly parts: boolean;
}

export const rule = defineRule<"request", Options>({
  id: "no-deprecated",
  code: 100309,
  on: "request",
  docs: {
    summary: "Disallow endpoints, parameters and fields that an imported description marks as deprecated.",
    why: "The service may drop them in a later version: the request is then refused, or a field is missing.",
    clauses: ["description 5"],
    preset: "recommended",
    severity: "warn",
    strictOptions: { parts: true },
  },
  messages: {
    endpoint: "`{method} {path}` is deprecated: the service may drop it. Its documentation says what to call instead.",
    parameter: "`{name}` is deprecated: the service may ignore or reject it in a later version. Leave it out.",
    sent: "`{name}` is deprecated: the service may ignore or reject it in a later version. Leave it out.",
    read: "`{name}` is deprecated: a later version may answer without it. Read another field.",
  },
  options: {
    parts: {
      type: "boolean",
      description: "Whether to report parameters and fields, besides whole endpoints.",
      default: false,
    },
  },
  fixable: false,
  hasSuggestions: false,
  marks: "deprecated",
  check(request, context) {
    const endpoint = request.described?.endpoint;
    if (!endpoint) return;
    for (const report of findDeprecated(request, endpoint, context.options)) context.report(report);
  },
});

function* findDeprecated(request: Request, endpoint: Endpoint, { parts }: Options): Generator<Report> {
  const { method, path, deprecated } = endpoint;
  if (deprecated) yield { message: "endpoint", data: { method, path }, range: request.anchor };
  if (!parts) return;
  yield* findParameters(request, endpoint);
  const body = endpoint.body?.shape;
  if (body) for (const value of jsonBodies(request)) yield* findSent(value, possibleShapes([body]));
  if (endpoint.response && request.reads) yield* findRead(request.reads.body, possibleShapes([endpoint.response]));
}

function* findParameters({ query, headers }: Request, endpoint: Endpoint): Generator<Report> {
  for (const { key, keyRange } of query.kind === "object" ? query.members : [])
    if (endpoint.query.get(key)?.deprecated) yield { message: "parameter", data: { name: key }, range: keyRange };
  const fields = new Map([...endpoint.headers].map(([name, field]) => [name.toLowerCase(), field]));
  for (const { key, keyRange } of headers.kind === "object" ? headers.members : [])
    if (fields.get(key.toLowerCase())?.deprecated) yield { message: "parameter", data: { name: key }, range: keyRange };
}

function* findSent(value: Value, place: PossibleShapes): Generator<Report> {
  if (value.kind === "array") for (const element of value.elements) yield* findSent(element.value, place);
  if (value.kind === "alternatives") for (const option of value.options) yield* findSent(option, place);
  if (!isObject(value)) return;
  const fields = fieldsAt(place);
  for (const { key, keyRange, value: inner } of value.members) {
    if (fields.get(key)?.deprecated) yield { message: "sent", data: { name: key }, range: keyRange };
    else yield* findSent(inner, below(place, key));
  }
}

function* findRead(read: Read, place: PossibleShapes): Generator<Report> {
  const fields = fieldsAt(place);
  for (const [name, field] of read.fields) {
    if (fields.get(name)?.deprecated)
      for (const range of field.places) yield { message: "read", data: { name }, range };
    else yield* findRead(field, below(place, name));
  }
}

function below(place: PossibleShapes, name: string): PossibleShapes {
  const step = stepInto(place, name);
  return step.kind === "found" ? step.place : undefined;
}
