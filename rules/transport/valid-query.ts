import type { Endpoint, QueryParameter } from "../../src/contract/description/endpoint";
import { conventions } from "../../src/contract/conventions";
import { findDocumented, findPublicService, findTaken } from "../../src/request/derived/documented";
import type { Request } from "../../src/request/request";
import { defineRule, type Report } from "../../src/rule/define";
import { findNear } from "../../src/text/near";
import type { Range } from "../../src/text/range";
import type { Member } from "../../src/value/value";
import { checkDocumentedQuery, checkMost, checkNames } from "./helpers/documented-query";
import { checkBrackets, checkParameter, parameterName } from "./helpers/query-values";
import { addTo } from "../../src/text/groups";

interface Options {
  readonly unknown: "near" | "all";
  readonly maximum: boolean;
}

export const rule = defineRule<"request", Options>({
  id: "valid-query",
  code: 100306,
  on: "request",
  docs: {
    summary: "Disallow query parameters that an imported description does not have, or has with other values.",
    why: "The service refuses the request, or ignores the parameter and answers something else than was asked for.",
    clauses: ["description 2"],
    preset: "recommended",
    severity: "error",
  },
  messages: {
    unknown: "`{method} {path}` has no query parameter `{name}`: the service ignores or rejects it. Remove it.",
    near: "`{method} {path}` has no query parameter `{name}`: the service ignores or rejects it. Did you mean {near}?",
    documented: "`{method} {path}` fails without the query parameter `{name}`, by {service}'s documentation. Send it.",
    missing: "`{method} {path}` fails without the query parameter `{name}`. Send it.",
    keptBy: "`{path}` is ignored without the query parameter `{name}`, by {service}'s documentation. Send both.",
    single:
      "`{method} {path}` takes one value of `{name}` alone, by {service}'s documentation. Send a request for each.",
    most: "`{name}` is {value}, and {service} answers with {most} at most, by its documentation: the rest is lost. Ask for {most}, and for the next pages.",
    isBody: "`{name}` is a field of the body: the service ignores or rejects it in the query. Send it in the body.",
    unknownParameter: "The method has no parameter `{name}`: the service ignores or rejects it. Remove it.",
    nearParameter: "The method has no parameter `{name}`: the service ignores or rejects it. Did you mean {near}?",
    type: "`{name}` is {found}: the service rejects it. It must be {expected}.",
    values: "`{name}` has a value that the service rejects. It must be {allowed}.",
    nearValue: "`{name}` has a value that the service rejects. Did you mean {near}?",
    constraint: "`{name}` {found}: the service rejects it. It must {expected}.",
  },
  options: {
    unknown: {
      type: "string",
      enum: ["near", "all"],
      description:
        "Which parameters that the description does not have are reported: those that are one typo away from one that it has (`near`), or `all`.",
      default: "all",
    },
    maximum: {
      type: "boolean",
      description:
        "Whether to report numbers above the `maximum` of a parameter. Many services take the greatest number that they allow instead of refusing the request.",
      default: false,
    },
  },
  fixable: false,
  hasSuggestions: false,
  check(request, context) {
    for (const report of checkQuery(request, context.options)) context.report(report);
    for (const report of checkParameters(request)) context.report(report);
    for (const report of checkNames(request, findTaken(request, context.facts))) context.report(report);
    for (const report of checkDocumentedQuery(request, findDocumented(request, context.facts))) context.report(report);
    for (const report of checkMost(request, findPublicService(request, context.facts))) context.report(report);
  },
});

function* checkQuery({ query, described, anchor, unfilled }: Request, options: Options): Generator<Report> {
  const endpoint = described?.endpoint;
  if (!endpoint || query.kind === "unknown") return;
  const names = new Set(query.members.map(({ key }) => parameterName(key, endpoint)));
  const inBrackets = new Map<string, Member[]>();
  for (const member of query.members) {
    const name = parameterName(member.key, endpoint);
    const parameter = endpoint.query.get(name);
    if (parameter === undefined) {
      // client-options reports parameters meant for the path.
      const isFree = unfilled !== undefined || endpoint.openQuery || isOfConventions(name, described.conventions);
      if (!isFree) yield* checkUnknown(member, endpoint, names, options.unknown);
    } else if (member.key !== name && member.key.includes("[")) addTo(inBrackets, name, member);
    else yield* checkParameter(member, name, parameter, options);
  }
  for (const [name, members] of inBrackets) {
    const list = listIn(name, members, endpoint);
    if (list) yield* checkParameter(list.member, name, list.parameter, options);
    else yield* checkBrackets(name, { ...query, members }, endpoint, options);
  }
  if (!query.open) yield* findMissing(endpoint, names, anchor);
}

/** @returns the member that contains a whole list as `ids[]`, as many clients write it, with its parameter. */
function listIn(
  name: string,
  [member, ...others]: readonly Member[],
  { query }: Endpoint,
): { readonly member: Member; readonly parameter: QueryParameter } | undefined {
  const parameter = query.get(name);
  const isList = member?.key === `${name}[]` && others.length === 0 && parameter?.shape.type === "array";
  return isList ? { member, parameter } : undefined;
}

/**
 * Checks the parameters of a generated client, which sends unknown ones in the query.
 *
 * @returns the problems, if no description covers the endpoint.
 */
function* checkParameters({ query, parameters, described }: Request): Generator<Report> {
  if (!parameters || described?.endpoint || query.kind === "unknown") return;
  const { fields } = parameters;
  const body = fields.get("requestBody")?.shape;
  const isOfBody = (name: string): boolean => body?.type === "object" && body.fields.has(name);
  const sent = new Set(query.members.map(({ key }) => key));
  for (const { key: name, keyRange } of query.members) {
    if (fields.has(name) || name.includes(".")) continue;
    const near = isOfBody(name)
      ? []
      : findNear(
          name,
          [...fields.keys()].filter((each) => !sent.has(each)),
        );
    const message = isOfBody(name) ? "isBody" : near.length > 0 ? "nearParameter" : "unknownParameter";
    yield { message, data: { name, near: near.map((each) => `\`${each}\``).join(" or ") }, range: keyRange };
  }
}

/** @param names the parameters that are sent. Adds the proposed ones, so that they are not reported as missing too. */
function* checkUnknown(
  { key: name, keyRange }: Member,
  endpoint: Endpoint,
  names: Set<string>,
  reported: Options["unknown"],
): Generator<Report> {
  const { method, path } = endpoint;
  if (isFieldOfBody(name, endpoint)) {
    yield { message: "isBody", data: { name }, range: keyRange };
    return;
  }
  const near = findNear(name, unsent(endpoint, names));
  if (near.length === 0 && reported === "near") return;
  yield {
    message: near.length > 0 ? "near" : "unknown",
    data: { method, path, name, near: near.map((each) => `\`${each}\``).join(" or ") },
    range: keyRange,
  };
  for (const each of near) names.add(each);
}

/** Whether an unknown query parameter is a field of the body. */
function isFieldOfBody(name: string, { body }: Endpoint): boolean {
  return body?.shape?.type === "object" && body.shape.fields.has(name);
}

function* findMissing({ method, path, query }: Endpoint, names: ReadonlySet<string>, anchor: Range): Generator<Report> {
  for (const [name, { required }] of query)
    if (required && !names.has(name)) yield { message: "missing", data: { method, path, name }, range: anchor };
}

function unsent({ query }: Endpoint, sent: ReadonlySet<string>): readonly string[] {
  return [...query.keys()].filter((name) => !sent.has(name));
}

/** Whether a parameter comes from a configured convention, which the description need not contain. */
function isOfConventions(name: string, inForce: ReadonlySet<string>): boolean {
  return name === conventions.selector.parameter && inForce.has("fields");
}
