import type { JsonSchema } from "../contract/configuration/configuration-schema";

const text: JsonSchema = { type: "string" };
const number: JsonSchema = { type: "integer", minimum: 1 };
const count: JsonSchema = { type: "integer", minimum: 0 };
const list = (items: JsonSchema): JsonSchema => ({ type: "array", items });
const object = (properties: Readonly<Record<string, JsonSchema>>, required: readonly string[]): JsonSchema => ({
  type: "object",
  required,
  additionalProperties: false,
  properties,
});
const definition = (name: string): JsonSchema => ({ $ref: `#/definitions/${name}` });

/** The URL of the published schema for the output of `restraint diff --format json`. */
export const diffSchemaUrl = "https://unpkg.com/eslint-plugin-restraint/schemas/restraint.diff.schema.json";

const filePosition = { file: text, line: number, column: number };

const site: Readonly<Record<string, JsonSchema>> = {
  client: { ...text, description: "The package or repository that holds the code or the document." },
  ...filePosition,
  function: { ...text, description: "The function that holds the call: `Orders.load`." },
  through: {
    ...list(definition("place")),
    description: "The calls that it leads to, last that of the library which sends.",
  },
  document: { ...text, description: "The kind of a document, and its name: `Gadget small`." },
};
const requiredOfSite = ["client", "file", "line", "column"];

/** Describes the output of `restraint diff --format json`. */
export const diffSchema: JsonSchema = {
  $schema: "http://json-schema.org/draft-07/schema#",
  title: "Restraint diff",
  description: "What has changed between two versions of a description, and whom it breaks.",
  ...object(
    {
      $schema: text,
      version: { enum: [1] },
      changes: list(definition("change")),
      notKnown: {
        ...list(definition("site")),
        description: "Calls whose method or path is not known: they may go anywhere.",
      },
      summary: object({ breaking: count, safe: count, hit: count, unknown: count }, [
        "breaking",
        "safe",
        "hit",
        "unknown",
      ]),
    },
    ["version", "changes", "notKnown", "summary"],
  ),
  definitions: {
    place: object(filePosition, ["file", "line", "column"]),
    site: object(site, requiredOfSite),
    affected: object(
      {
        ...site,
        readAt: {
          ...object({ file: text, line: number, column: number }, ["line", "column"]),
          description:
            "Where it shows: the read of a field, the field of a document. Without a file it is in that of the call.",
        },
        reason: { ...text, description: "Why it is not known." },
      },
      requiredOfSite,
    ),
    change: object(
      {
        id: { ...text, description: "What has changed, such as `request-parameter-removed`." },
        key: { ...text, description: "Stays the same from run to run." },
        breaks: { enum: ["requests", "readers", "nobody"] },
        endpoint: { ...text, description: "`GET /widgets/{id}`, or a kind: `shop.example.dev/v1 Gadget`." },
        part: { enum: ["endpoint", "query", "header", "path", "body", "form", "response", "object"] },
        place: { ...text, description: "The parameter, or the path of the property; empty: the whole part." },
        was: text,
        now: text,
        text: { ...text, description: "The change in one sentence." },
        hit: list(definition("affected")),
        unknown: list(definition("affected")),
        spared: {
          ...count,
          description: "How many calls of the endpoint, or documents of the kind, surely are not hit.",
        },
      },
      ["id", "key", "breaks", "endpoint", "part", "place", "hit", "unknown", "spared"],
    ),
  },
};
