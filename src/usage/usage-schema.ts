import type { JsonSchema } from "../contract/configuration/configuration-schema";

const text: JsonSchema = { type: "string" };
const number: JsonSchema = { type: "integer", minimum: 1 };
const list = (items: JsonSchema): JsonSchema => ({ type: "array", items });
const definition = (name: string): JsonSchema => ({ $ref: `#/definitions/${name}` });

const sent: JsonSchema = {
  types: {
    ...list({ enum: ["object", "array", "string", "number", "boolean", "null", "unknown"] }),
    description: "Each type of JSON that the value may have.",
  },
  values: { type: "array", description: "All scalars that it may be; absent: not all of them are known." },
  fields: { type: "object", additionalProperties: definition("field"), description: "The members of an object." },
  elements: { ...definition("sent"), description: "Any element of a list." },
  open: { type: "boolean", description: "There may be members or elements that are not told." },
};
const presence: JsonSchema = { enum: ["always", "maybe"], description: "`maybe`: on some paths of the code only." };

const position: JsonSchema = { file: text, line: number, column: number };

const call: JsonSchema = {
  client: { ...text, description: "The package or repository that holds the code." },
  ...position,
  endLine: number,
  endColumn: number,
  function: { ...text, description: "The function that holds the call, with its class or object." },
  through: {
    ...list(definition("place")),
    description: "The calls that it leads to, last that of the library which sends.",
  },
  method: { ...text, description: "Absent: not known." },
  path: { ...text, description: "With `{name}` for what is not known. Absent: not known." },
  tokens: { ...list(text), description: "Types of the token that it surely carries. Empty: not known." },
  query: definition("sent"),
  headers: definition("sent"),
  body: { ...definition("body"), description: "Absent: it surely sends none." },
  reads: { ...definition("reads"), description: "What is read of the answer. Absent: not known." },
  deprecated: {
    ...list(text),
    description: "What it sends or reads that the description marks as deprecated: `query limit`, `reads owner/name`.",
  },
  unknown: {
    ...list({
      type: "object",
      required: ["part", "reason"],
      additionalProperties: false,
      properties: { part: { enum: ["method", "path", "query", "headers", "body"] }, reason: text },
    }),
    description: "The parts of which not all is known, and why.",
  },
};
const requiredOfCall = [
  "client",
  "file",
  "line",
  "column",
  "endLine",
  "endColumn",
  "tokens",
  "query",
  "headers",
  "unknown",
];

/** The schema for the output of `restraint usage --format json`, used for validation and published. */
export const usageSchema: JsonSchema = {
  $schema: "http://json-schema.org/draft-07/schema#",
  title: "Who calls what of a service, by Restraint",
  type: "object",
  required: [
    "version",
    "clients",
    "complete",
    "endpoints",
    "unused",
    "unclear",
    "unlisted",
    "unknown",
    "notUnderstood",
  ],
  additionalProperties: false,
  properties: {
    $schema: text,
    version: { enum: [1] },
    clients: { ...list(text), description: "The packages or repositories that were looked at." },
    complete: { type: "boolean", description: "Whether every file could be looked at." },
    endpoints: { ...list(definition("endpoint")), description: "Those that calls surely go to." },
    unused: {
      ...list(text),
      description: "Endpoints of the contract that no call surely goes to: `GET /widgets/{id}`.",
    },
    unclear: { ...list(definition("unclear")), description: "Calls that may go to one of several endpoints." },
    unlisted: {
      ...list(definition("call")),
      description: "Method and path are known, and the contract has no such endpoint.",
    },
    unknown: {
      ...list(definition("call")),
      description: "It is not known where they go, or whether to the service.",
    },
    notUnderstood: list({
      type: "object",
      required: ["client", "callee", "count", "example"],
      additionalProperties: false,
      properties: { client: text, callee: text, count: number, example: definition("place") },
      description: "Calls that look like requests by their form, and were not understood.",
    }),
  },
  definitions: {
    place: {
      type: "object",
      required: ["file", "line", "column"],
      additionalProperties: false,
      properties: position,
    },
    sent: { type: "object", required: ["types"], additionalProperties: false, properties: sent },
    field: {
      type: "object",
      required: ["presence", "types"],
      additionalProperties: false,
      properties: { presence, ...sent },
    },
    body: {
      type: "object",
      required: ["presence", "encoding", "types"],
      additionalProperties: false,
      properties: { presence, encoding: { enum: ["json", "text", "form", "raw", "unknown"] }, ...sent },
    },
    reads: {
      type: "object",
      additionalProperties: false,
      properties: {
        whole: { type: "boolean", description: "All of it may be read: it goes to code that is not followed." },
        at: {
          type: "object",
          required: ["line", "column"],
          additionalProperties: false,
          properties: { file: { ...text, description: "Absent: the file of the call." }, line: number, column: number },
          description: "Where it is read first.",
        },
        fields: { type: "object", additionalProperties: definition("reads") },
      },
    },
    call: { type: "object", required: requiredOfCall, additionalProperties: false, properties: call },
    unclear: {
      type: "object",
      required: [...requiredOfCall, "candidates"],
      additionalProperties: false,
      properties: { ...call, candidates: list(text) },
    },
    endpoint: {
      type: "object",
      required: ["method", "path", "permissions", "callers"],
      additionalProperties: false,
      properties: {
        method: text,
        path: { ...text, description: "As the contract writes it." },
        deprecated: { type: "boolean" },
        permissions: {
          ...list({
            type: "object",
            required: ["scope", "category", "access", "tokens"],
            additionalProperties: false,
            properties: { scope: text, category: text, access: text, tokens: list(text) },
          }),
          description: "Each is enough. Empty: the contract does not tell.",
        },
        callers: list(definition("call")),
      },
    },
  },
};
