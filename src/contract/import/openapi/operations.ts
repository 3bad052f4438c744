import type { DescribedEndpoint, DescribedParameter } from "../../description/description-file";
import type { Separator } from "../../description/endpoint";
import type { ContractSchema } from "../../file/schema-shape";
import { isObject } from "../../../value/plain-object";
import { follow, type JsonObject } from "./pointers";
import type { SchemaConverter } from "./schemas";

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];

/** The input of reading a document's operations. */
export interface OperationReading {
  readonly document: JsonObject;
  readonly converter: SchemaConverter;
  /** Token types by the name of the security scheme that they satisfy. */
  readonly tokens: Readonly<Record<string, string>>;
  /** Whether to include data used only to compare versions. */
  readonly isWhole: boolean;
}

/** Reads the endpoints of an OpenAPI document, by method and path. */
export function* readOperations(reading: OperationReading): Generator<readonly [string, DescribedEndpoint]> {
  const { document } = reading;
  const paths = isObject(document.paths) ? document.paths : {};
  for (const [path, item] of Object.entries(paths)) {
    const operations = follow(document, item);
    if (operations === undefined || !/^\/[^\s?#]*$/u.test(path)) continue;
    for (const method of methods) {
      const operation = operations[method];
      if (isObject(operation))
        yield [`${method.toUpperCase()} ${path}`, readOperation(reading, operations.parameters, operation)];
    }
  }
}

function readOperation(reading: OperationReading, shared: unknown, operation: JsonObject): DescribedEndpoint {
  const parameters = joinParameters(reading, shared, operation.parameters);
  const query = Object.fromEntries([
    ...parameters.flatMap((parameter) => readQuery(reading, parameter)),
    ...keysInQuery(reading.document, operation),
  ]);
  const path = Object.fromEntries(parameters.flatMap((parameter) => readPath(reading, parameter)));
  const headers = Object.fromEntries(parameters.flatMap((parameter) => readHeader(reading, parameter)));
  const body = readBody(reading, operation.requestBody);
  const response = readResponse(reading, operation.responses);
  const ifMatch = readTag(parameters, operation.responses);
  const tokens = readTokens(reading, operation.security);
  const { summary } = operation;
  return {
    ...(typeof summary === "string" && summary.trim() !== "" && { summary: summary.trim() }),
    ...(Object.keys(query).length > 0 && { query }),
    ...(Object.keys(path).length > 0 && { path }),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...((parameters.some(isSpread) || !areKnown(reading, shared, operation.parameters)) && { openQuery: true }),
    ...(body && { body }),
    ...(response && { response }),
    ...(ifMatch && { ifMatch }),
    ...(tokens.length > 0 && { tokens }),
    ...(operation.deprecated === true && { deprecated: true }),
    ...(reading.isWhole && {
      responses: readStatuses(reading, operation.responses),
      security: readSecurity(operation.security ?? reading.document.security),
    }),
  };
}

/** Merges the parameters of a path and an operation. The operation's override. */
function joinParameters({ document }: OperationReading, shared: unknown, own: unknown): readonly JsonObject[] {
  const joined = new Map<string, JsonObject>();
  for (const list of [shared, own]) {
    for (const each of Array.isArray(list) ? (list as unknown[]) : []) {
      const parameter = follow(document, each);
      if (typeof parameter?.name === "string") joined.set(`${String(parameter.in)} ${parameter.name}`, parameter);
    }
  }
  return [...joined.values()];
}

/** Whether all parameters can be resolved: a reference may be broken. */
function areKnown({ document }: OperationReading, ...lists: readonly unknown[]): boolean {
  return lists.every(
    (list) => !Array.isArray(list) || list.every((each: unknown) => typeof follow(document, each)?.name === "string"),
  );
}

function readQuery(reading: OperationReading, parameter: JsonObject): [string, DescribedParameter][] {
  const { document, converter } = reading;
  if (parameter.in !== "query" || isSpread(parameter)) return [];
  const schema = follow(document, parameter.schema);
  const isDeep = parameter.style === "deepObject";
  const isNested = isDeep || schema?.type === "object";
  const isDescribed = schema !== undefined && (!isNested || isDeep);
  const converted: ContractSchema = isDescribed ? converter.convert(parameter.schema) : {};
  const separator = separatorOf(parameter);
  return [
    [
      String(parameter.name),
      {
        ...(isRequired(reading, parameter) && { required: true }),
        ...(isNested && { nested: true }),
        ...(separator && converted.type === "array" && { separator }),
        ...(parameter.deprecated === true && { deprecated: true }),
        ...(Object.keys(converted).length > 0 && { schema: converted }),
      },
    ],
  ];
}

/** A parameter with a default need not be sent. Comparisons of versions get both facts. */
function isRequired({ document, converter }: OperationReading, { required, schema }: JsonObject): boolean {
  return required === true && (converter.keepsDefaults || follow(document, schema)?.default === undefined);
}

/** @returns the separator of a list that is sent as one text. */
function separatorOf({ style = "form", explode = style === "form" }: JsonObject): Separator | undefined {
  if (explode !== false) return undefined;
  return style === "form" ? "," : style === "spaceDelimited" ? " " : style === "pipeDelimited" ? "|" : undefined;
}

/** Reads a path parameter, if its schema excludes some texts. */
function readPath({ converter }: OperationReading, parameter: JsonObject): [string, ContractSchema][] {
  if (parameter.in !== "path") return [];
  const schema = converter.convert(parameter.schema);
  return saysMoreThanText(schema) ? [[String(parameter.name), schema]] : [];
}

/** @returns whether a path parameter's schema excludes some texts. */
export function saysMoreThanText(schema: ContractSchema): boolean {
  const { length } = Object.keys(schema);
  return length > 1 || (length === 1 && schema.type !== "string");
}

/** Header fields that are described elsewhere, have rules of their own, or are added by clients. */
const otherFields =
  /^(?:accept(?:-.*)?|authorization|cache-control|connection|content-.*|cookie|date|host|if-.*|origin|referer|user-agent)$/iu;

function readHeader(reading: OperationReading, parameter: JsonObject): [string, DescribedParameter][] {
  const { converter } = reading;
  const name = String(parameter.name);
  if (parameter.in !== "header" || otherFields.test(name)) return [];
  const schema = converter.convert(parameter.schema);
  return [
    [
      name,
      {
        ...(isRequired(reading, parameter) && { required: true }),
        ...(parameter.deprecated === true && { deprecated: true }),
        ...(Object.keys(schema).length > 0 && { schema }),
      },
    ],
  ];
}

/** Whether an object is spread over the query. Each member is a parameter then, and often any name is allowed. */
function isSpread({ in: place, style = "form", explode = true, schema, content }: JsonObject): boolean {
  return (
    place === "query" &&
    content === undefined &&
    style === "form" &&
    explode === true &&
    isObject(schema) &&
    (schema.type === "object" || isObject(schema.additionalProperties) || isObject(schema.properties))
  );
}

/** An API key in the query is not listed among the operation's parameters. */
function keysInQuery(document: JsonObject, operation: JsonObject): [string, DescribedParameter][] {
  return schemesOf(operation.security ?? document.security).flatMap((name) => {
    const scheme = securityScheme(document, name);
    return scheme?.type === "apiKey" && scheme.in === "query" && typeof scheme.name === "string"
      ? [[scheme.name, { schema: { type: "string" } }] as [string, DescribedParameter]]
      : [];
  });
}

const isJson = (type: string): boolean => /^application\/(?:[\w.-]+\+)?json\b/iu.test(type);

function readBody({ document, converter }: OperationReading, given: unknown): DescribedEndpoint["body"] {
  const body = follow(document, given);
  if (body === undefined || !isObject(body.content)) return undefined;
  const types = Object.keys(body.content);
  const type = types.find((each) => isJson(each) && !/json-patch/iu.test(each)) ?? types.find((each) => each === "*/*");
  const media = type === undefined ? undefined : body.content[type];
  const schema = isObject(media) && media.schema !== undefined ? converter.convert(media.schema) : undefined;
  const form = formOf(body.content);
  return {
    ...(body.required === true && { required: true }),
    types,
    ...(schema && { schema }),
    ...(form !== undefined && { form: converter.convert(form) }),
  };
}

const isForm = (type: string): boolean => /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/iu.test(type);

/** @returns the schema of a form; `undefined` if the two encodings have different schemas, as either may be sent. */
function formOf(content: JsonObject): unknown {
  const schemas = Object.entries(content).flatMap(([type, media]) =>
    isForm(type) && isObject(media) && media.schema !== undefined ? [media.schema] : [],
  );
  const [first, ...others] = new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values();
  return others.length === 0 ? first : undefined;
}

/** @returns the schema of the successful response, or a union if there are several. */
function readResponse({ document, converter }: OperationReading, given: unknown): ContractSchema | undefined {
  const responses = isObject(given) ? given : {};
  const codes = Object.keys(responses).filter((code) => /^2(?:\d\d|XX)$/iu.test(code));
  const schemas = (codes.length > 0 ? codes : ["default"]).flatMap((code) => {
    const content = follow(document, responses[code])?.content;
    if (!isObject(content)) return [];
    const type =
      Object.keys(content).find((each) => isJson(each)) ?? Object.keys(content).find((each) => each === "*/*");
    const media = type === undefined ? undefined : content[type];
    return isObject(media) && media.schema !== undefined ? [converter.convert(media.schema)] : [];
  });
  const different = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  const [first, ...others] = different;
  return others.length === 0 ? first : { oneOf: different };
}

/** @returns media types by status. */
function readStatuses({ document }: OperationReading, given: unknown): Record<string, readonly string[]> {
  return Object.fromEntries(
    Object.entries(isObject(given) ? given : {}).map(([status, response]) => {
      const content = follow(document, response)?.content;
      return [status, isObject(content) ? Object.keys(content) : []];
    }),
  );
}

/** @returns the alternative authorizations in words, with their scopes; empty if authorization is optional. */
function readSecurity(given: unknown): readonly string[] {
  const ways = Array.isArray(given) ? given.filter(isObject) : [];
  if (ways.some((way) => Object.keys(way).length === 0)) return [];
  return ways.map((way) =>
    Object.entries(way)
      .map(([name, scopes]) => (Array.isArray(scopes) && scopes.length > 0 ? `${name} (${scopes.join(", ")})` : name))
      .join(" and "),
  );
}

/** Finds out whether an update takes the tag: from a parameter `If-Match`, or from status 412 or 428. */
function readTag(parameters: readonly JsonObject[], responses: unknown): DescribedEndpoint["ifMatch"] {
  const parameter = parameters.find(({ in: place, name }) => place === "header" && /^if-match$/iu.test(String(name)));
  const codes = isObject(responses) ? Object.keys(responses) : [];
  if (parameter?.required === true || codes.includes("428")) return "required";
  return parameter !== undefined || codes.includes("412") ? "optional" : undefined;
}

function readTokens({ document, tokens }: OperationReading, security: unknown): readonly string[] {
  const given = security ?? document.security;
  // If the token is optional, the description does not say what a wrong token does.
  if (Array.isArray(given) && given.some((each) => isObject(each) && Object.keys(each).length === 0)) return [];
  const names = schemesOf(given);
  const types = names.map((name) => (Object.hasOwn(tokens, name) ? tokens[name] : undefined));
  // If one of the schemes has no token type, no type can be ruled out.
  return types.every((type) => type !== undefined) ? [...new Set(types)].sort() : [];
}

/** @returns the names of the alternative security schemes. */
function schemesOf(security: unknown): readonly string[] {
  if (!Array.isArray(security)) return [];
  return security.flatMap((each: unknown) => (isObject(each) ? Object.keys(each) : []));
}

/** @returns a security scheme by name. */
export function securityScheme(document: JsonObject, name: string): JsonObject | undefined {
  const components = isObject(document.components) ? document.components : {};
  const schemes = isObject(components.securitySchemes) ? components.securitySchemes : {};
  return Object.hasOwn(schemes, name) ? follow(document, schemes[name]) : undefined;
}
