import type { JsonSchema } from "../configuration/configuration-schema";
import { conventionNames } from "../description/endpoint";

const text: JsonSchema = { type: "string", minLength: 1 };
const marks = "( (\\*|\\(U\\)|twice))*";
const path = `(/[^\\s,;]*|\\(itself\\))${marks}`;

/** The schema of contract files, for checks and for editors. */
export const contractFileSchema: JsonSchema = {
  $schema: "http://json-schema.org/draft-07/schema#",
  title: "Contract of a service, for Restraint",
  type: "object",
  additionalProperties: false,
  properties: {
    $schema: { type: "string" },
    groups: {
      type: "object",
      description: "Groups of kinds by name.",
      additionalProperties: {
        type: "object",
        required: ["versions"],
        additionalProperties: false,
        properties: { versions: { type: "array", items: text, minItems: 1 } },
      },
    },
    kinds: {
      type: "array",
      items: {
        type: "object",
        required: ["kind", "group", "schema"],
        additionalProperties: false,
        properties: {
          kind: text,
          group: { type: "string", description: "A name of `groups`; that of the core group of Kubernetes is empty." },
          versions: { type: "array", items: text, minItems: 1 },
          schema: { $ref: "#/definitions/schema" },
        },
      },
    },
    resources: {
      type: "array",
      description: "What endpoints answer, for `fields`.",
      items: {
        type: "object",
        required: ["path", "schema"],
        additionalProperties: false,
        properties: {
          path: {
            ...text,
            pattern: "^/[^\\s?#]*$",
            description: "Below the service's base, with parameters: /files/{id}.",
          },
          methods: {
            type: "array",
            items: { ...text, pattern: "^[A-Z]+$" },
            minItems: 1,
            default: ["GET", "PATCH", "PUT"],
          },
          schema: { $ref: "#/definitions/schema" },
        },
      },
    },
    service: {
      type: "object",
      description: "What an imported description says of the service as a whole.",
      additionalProperties: false,
      properties: {
        servers: { type: "array", items: text, description: "Base URLs, for configurations that name none." },
        roots: {
          type: "array",
          items: { ...text, pattern: "^/" },
          description:
            "Beginnings of the paths of which the description speaks, on servers that have other services too. An empty list: of all.",
        },
        conventions: {
          type: "array",
          items: { enum: [...conventionNames] },
          description: "What the service has in common with the one of the built-in contract.",
        },
      },
    },
    endpoints: {
      type: "object",
      description: "All endpoints of the service, by method and path: `GET /widgets/{id}`.",
      additionalProperties: { $ref: "#/definitions/endpoint" },
    },
    schemas: {
      type: "object",
      description: "Schemas by name, to which others refer: `#/schemas/Widget`.",
      additionalProperties: { $ref: "#/definitions/schema" },
    },
    permissions: {
      type: "array",
      items: {
        type: "object",
        required: ["scope", "category", "access", "endpoints"],
        additionalProperties: false,
        properties: {
          scope: { ...text, pattern: "^[a-z][a-z0-9_]*$", description: "Lower case: repository." },
          category: text,
          id: { ...text, description: "What an application's manifest calls the permission." },
          access: { enum: ["read", "write", "admin"] },
          prefix: {
            ...text,
            pattern: "^/\\S*[^/]$",
            description: "A path that begins with a slash and does not end with one.",
          },
          tokens: { type: "array", items: text },
          endpoints: {
            type: "array",
            items: {
              ...text,
              pattern: `^[A-Z]+(, [A-Z]+)* ${path}(, ${path})*$`,
              description: "Write methods, then paths: `GET, PUT /items, /items/{id} *`.",
            },
          },
        },
      },
    },
  },
  definitions: {
    schemas: { type: "array", minItems: 1, items: { $ref: "#/definitions/schema" } },
    size: { type: "integer", minimum: 0 },
    limit: { type: ["number", "boolean"] },
    rule: {
      type: "object",
      required: ["rule"],
      additionalProperties: false,
      properties: {
        rule: { ...text, description: "In the Common Expression Language: the rule is met where it gives true." },
        message: { type: "string" },
        messageExpression: { type: "string" },
        fieldPath: { type: "string" },
        reason: { type: "string" },
      },
    },
    endpoint: {
      type: "object",
      additionalProperties: false,
      properties: {
        query: {
          type: "object",
          description: "Query parameters by name.",
          additionalProperties: {
            type: "object",
            additionalProperties: false,
            properties: {
              required: { type: "boolean" },
              nested: { type: "boolean", description: "Written as `name[member]`." },
              separator: { enum: [",", " ", "|"], description: "Between the values of a list in one text." },
              deprecated: { type: "boolean" },
              schema: { $ref: "#/definitions/schema" },
            },
          },
        },
        path: {
          type: "object",
          description: "Path parameters by name, where not every text is one.",
          additionalProperties: { $ref: "#/definitions/schema" },
        },
        headers: {
          type: "object",
          description: "Header fields by name.",
          additionalProperties: {
            type: "object",
            additionalProperties: false,
            properties: {
              required: { type: "boolean" },
              deprecated: { type: "boolean" },
              schema: { $ref: "#/definitions/schema" },
            },
          },
        },
        summary: { ...text, description: "What it does, in a few words: editors show it." },
        openQuery: { type: "boolean", description: "Whether there may be other query parameters." },
        body: {
          type: "object",
          additionalProperties: false,
          properties: {
            required: { type: "boolean" },
            types: { type: "array", items: text, description: "Media types. Default: application/json." },
            schema: { $ref: "#/definitions/schema" },
            form: {
              $ref: "#/definitions/schema",
              description: "Of the body as a form. Nested fields are sent as `a[b]`.",
            },
          },
        },
        response: { $ref: "#/definitions/schema" },
        ifMatch: { enum: ["required", "optional"], description: "Whether the endpoint takes `If-Match`." },
        tokens: { type: "array", items: text, description: "Types of tokens that it takes." },
        scopes: { type: "array", items: text, description: "Scopes, each of which is enough." },
        deprecated: { type: "boolean" },
      },
    },
    schema: {
      type: "object",
      additionalProperties: false,
      properties: {
        $ref: { ...text, pattern: "^#/schemas/.", description: "A schema of this file: #/schemas/Widget." },
        type: { enum: ["object", "array", "string", "integer", "number", "boolean"] },
        description: { type: "string" },
        nullable: { type: "boolean" },
        readOnly: { type: "boolean" },
        deprecated: { type: "boolean" },
        writeOnly: { type: "boolean" },
        default: { description: "What the server fills in where the field is absent." },
        enum: { type: "array" },
        const: {},
        properties: { type: "object", additionalProperties: { $ref: "#/definitions/schema" } },
        required: { type: "array", items: text },
        additionalProperties: {
          if: { type: "object" },
          then: { $ref: "#/definitions/schema" },
          else: { type: "boolean" },
        },
        items: { $ref: "#/definitions/schema" },
        pattern: { type: "string", description: "In RE2's syntax; found anywhere in the text." },
        format: { type: "string" },
        minLength: { $ref: "#/definitions/size" },
        maxLength: { $ref: "#/definitions/size" },
        minimum: { type: "number" },
        maximum: { type: "number" },
        exclusiveMinimum: { $ref: "#/definitions/limit" },
        exclusiveMaximum: { $ref: "#/definitions/limit" },
        multipleOf: { type: "number" },
        minItems: { $ref: "#/definitions/size" },
        maxItems: { $ref: "#/definitions/size" },
        uniqueItems: { type: "boolean" },
        minProperties: { $ref: "#/definitions/size" },
        maxProperties: { $ref: "#/definitions/size" },
        propertyNames: { $ref: "#/definitions/schema" },
        allOf: { $ref: "#/definitions/schemas" },
        anyOf: { $ref: "#/definitions/schemas" },
        oneOf: { $ref: "#/definitions/schemas" },
        not: { $ref: "#/definitions/schema" },
        discriminator: {
          type: "object",
          description: "What tells the options of `oneOf` apart.",
          required: ["propertyName", "mapping"],
          additionalProperties: false,
          properties: {
            propertyName: text,
            mapping: {
              type: "object",
              description: "By each value of the property, the place of its option in `oneOf`, counted from 0.",
              additionalProperties: { $ref: "#/definitions/size" },
            },
            implicit: {
              type: "array",
              description: "Those of the values that fit, and that messages do not name.",
              items: text,
            },
          },
        },
        "x-kubernetes-embedded-resource": { type: "boolean" },
        "x-kubernetes-int-or-string": { type: "boolean" },
        "x-kubernetes-list-map-keys": { type: "array", items: text },
        "x-kubernetes-list-type": { type: "string" },
        "x-kubernetes-preserve-unknown-fields": { type: "boolean" },
        "x-kubernetes-validations": { type: "array", items: { $ref: "#/definitions/rule" } },
        "x-underlying-name": text,
        "x-since": text,
        "x-subresource": {
          type: "boolean",
          description: "The server takes it at an endpoint of its own, and drops it of the object itself.",
        },
      },
    },
  },
};
