import type { RuleDescription } from "./configuration";
import { conventionNames } from "../description/endpoint";

/** The JSON Schema subset used here. */
export type JsonSchema = Readonly<Record<string, unknown>>;

const text: JsonSchema = { type: "string", minLength: 1 };
const texts: JsonSchema = { type: "array", items: text };

function closed(description: string, properties: JsonSchema, required: readonly string[] = []): JsonSchema {
  return {
    type: "object",
    description,
    properties,
    additionalProperties: false,
    ...(required.length > 0 && { required }),
  };
}

function argument(what: string): JsonSchema {
  return {
    type: ["integer", "string"],
    minimum: 0,
    pattern: "^\\d+(\\.[\\w$-]+)*$",
    description: `The argument that is the ${what}, counted from 0, or a member of one: 2.${what}.`,
  };
}

const service = closed("The service whose requests are checked. Without it every recognised request is.", {
  baseUrls: {
    ...texts,
    description:
      "Where the service is: URLs, and relative prefixes such as /api. ${X} stands for the expression X of the code: ${process.env.API_URL}.",
  },
  wrapped: { type: "boolean", description: "Whether responses come wrapped in `data`. Absent: not known." },
  etags: {
    type: ["boolean", "array"],
    items: { ...text, pattern: "^/", description: "A path template, beginning with a slash: /items/{id}." },
    description:
      "Whether updates need the resource's entity tag, or the path templates of the resources that have one. Absent: what an imported description says, or the code shows.",
  },
  conventions: {
    type: "array",
    items: { enum: [...conventionNames, "all"] },
    description:
      "The conventions of the built-in service that this one has too, as far as no description says so. `all` is the built-in service itself.",
  },
});

const memberPattern = "^[\\w$-]+(\\.[\\w$-]+)*$";

function member(what: string, usual?: string): JsonSchema {
  return {
    ...text,
    pattern: memberPattern,
    ...(usual !== undefined && { default: usual }),
    description: `The member that is the ${what}, or a function that gives it.`,
  };
}

const requestObject = closed(
  "An object that declares a request for other code to send.",
  {
    object: {
      ...text,
      pattern: "^[\\w$]*(\\.[\\w$]+)*$",
      description:
        "The object: of a declared type (RequestConfig), a member of one (ToolConfig.request), or a member of any object (.request).",
    },
    method: {
      ...text,
      pattern: memberPattern,
      default: "method",
      description: "The HTTP method in capitals, or the member that gives it.",
    },
    path: member("URL or path", "url"),
    body: member("body", "body"),
    headers: member("headers", "headers"),
    query: member("query"),
  },
  ["object"],
);

const call = closed(
  "A function that sends requests.",
  {
    call: {
      ...text,
      pattern: "^#?[\\w$]+(\\.#?[\\w$]+)*$",
      description: "What is called, as a dotted name: api.update.",
    },
    method: {
      type: ["integer", "string"],
      minimum: 0,
      pattern: "^([A-Z]+|\\d+(\\.[\\w$-]+)*)$",
      description: "The HTTP method in capitals, or the argument that gives it, counted from 0.",
    },
    path: argument("path"),
    body: argument("body"),
    headers: argument("headers"),
    query: argument("query"),
  },
  ["call"],
);

const clients: JsonSchema = {
  type: "array",
  description: "Wrappers that inference cannot see into, and objects that declare requests.",
  // `if` and not `anyOf`, so that a mistake is reported for the form that the author meant.
  items: { if: { required: ["object"] }, then: requestObject, else: call },
};

const properties: JsonSchema = {
  $schema: { type: "string", description: "This schema, for editors." },
  service,
  contract: { ...texts, description: "Contract files that are added to the built-in contract, relative to this file." },
  builtin: { type: "boolean", default: true, description: "Whether the built-in contract counts." },
  clients,
  tokens: {
    type: "object",
    description:
      "How the code gets its tokens: by token type, the names, members, environment variables, calls with (), and types that give one.",
    properties: {
      default: { ...text, description: "The type of every other token. Absent: not known." },
      files: {
        type: "object",
        description:
          "The type of every other token in the files that fit a glob, relative to this file. Of several globs the last one counts.",
        additionalProperties: text,
      },
    },
    additionalProperties: texts,
  },
  permissions: {
    type: "object",
    description: "The permissions granted to the application: by scope and category, the access level.",
    additionalProperties: { type: "object", additionalProperties: text },
  },
  groups: {
    type: "object",
    description: "The groups of kinds: by key, name and version in use.",
    additionalProperties: closed("A group.", {
      name: { ...text, description: "The group in apiVersion, before the slash." },
      version: {
        ...text,
        pattern: "^v\\d+(\\.\\d+)*(-[\\w.]+)?$",
        description: "The version of the group in use, such as v0.5.0.",
      },
    }),
  },
  publicServices: {
    type: "object",
    additionalProperties: { type: "boolean" },
    description:
      "Whether what a public service's own documentation says is used, by the service's name. `{ GitHub: false }` leaves it out.",
  },
  aliases: {
    type: "object",
    description: "Path segments of the contract, and what the service calls them.",
    additionalProperties: { ...text, pattern: "^[^/]+$", description: "One path segment, without slashes." },
  },
  manifests: closed("How manifests are checked.", {
    partial: {
      ...texts,
      description:
        "Globs of files that hold parts of objects, such as patches, relative to this file. What a kustomization names as a patch counts as one without this.",
    },
    checkPartial: {
      type: "boolean",
      default: false,
      description:
        "Whether parts of objects are checked too: everything but what is missing in them. By default they are skipped.",
    },
  }),
  preset: {
    enum: ["recommended", "strict"],
    default: "recommended",
    description: "The rules that run, in the program and the editors.",
  },
  ignore: { ...texts, description: "Globs of files that are not looked at, relative to this file." },
};

/** One schema per list of rules, so that each list has one validator. */
const schemas = new WeakMap<readonly RuleDescription[], JsonSchema>();
const noRules: readonly RuleDescription[] = [];

/**
 * @returns the schema of the configuration file, for checks and for editors.
 *
 * @param rules the known rules; if absent, names and options of rules are not checked.
 */
export function configurationSchema(rules?: readonly RuleDescription[]): JsonSchema {
  const key = rules ?? noRules;
  const known = schemas.get(key);
  if (known !== undefined) return known;
  const schema: JsonSchema = {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Configuration of Restraint",
    type: "object",
    properties: { ...properties, rules: rulesSchema(rules) },
    additionalProperties: false,
  };
  schemas.set(key, schema);
  return schema;
}

function rulesSchema(rules: readonly RuleDescription[] | undefined): JsonSchema {
  const description = "Rules that differ from the preset: a severity, or a severity and options.";
  if (rules === undefined) return { type: "object", description, additionalProperties: ruleSchema() };
  const known = rules.map((rule) => [rule.id, ruleSchema(rule)]);
  return {
    type: "object",
    description,
    properties: Object.fromEntries(known) as JsonSchema,
    additionalProperties: false,
  };
}

const severity: JsonSchema = { enum: ["off", "warn", "error"] };

/** `if` and not `anyOf`, so that a mistake is reported for the form that the author meant. */
function ruleSchema(rule?: RuleDescription): JsonSchema {
  const options =
    rule === undefined ? { type: "object" } : { type: "object", properties: rule.options, additionalProperties: false };
  return {
    if: { type: "array" },
    then: { items: [severity, options], minItems: 1, additionalItems: false },
    else: severity,
  };
}
