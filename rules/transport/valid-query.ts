import type { Endpoint } from "../../src/contract/description/endpoint";
import { conventions } from "../../src/contract/conventions";
import { defineRule } from "../../src/rule/define";
import { findNear } from "../../src/text/near";
import type { Member } from "../../src/value/value";
import { checkBrackets, checkParameter, parameterName } from "./helpers/query-values";

export const rule = defineRule<"request", { readonly unknown: "near" | "all"; readonly maximum: boolean }>({
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
    missing: "`{method} {path}` fails without the query parameter `{name}`. Send it.",
    type: "`{name}` is {found}: the service rejects it. It must be {expected}.",
    values: "`{name}` has a value that the service rejects. It must be one of {allowed}.",
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
    const { query, described } = request;
    const endpoint = described?.endpoint;
    if (!endpoint || query.kind === "unknown") return;
    const { method, path } = endpoint;
    const names = new Set(query.members.map(({ key }) => parameterName(key, endpoint)));
    const inBrackets = new Map<string, Member[]>();
    for (const member of query.members) {
      const name = parameterName(member.key, endpoint);
      const parameter = endpoint.query.get(name);
      if (parameter !== undefined && member.key !== name && member.key.includes("[")) {
        inBrackets.set(name, [...(inBrackets.get(name) ?? []), member]);
        continue;
      }
      if (parameter !== undefined) {
        for (const report of checkParameter(member, name, parameter, context.options)) context.report(report);
        continue;
      }
      if (endpoint.openQuery || isOfConventions(name, described.conventions)) continue;
      const near = findNear(name, unsent(endpoint, names));
      if (near.length === 0 && context.options.unknown === "near") continue;
      context.report({
        message: near.length > 0 ? "near" : "unknown",
        data: { method, path, name, near: near.map((each) => `\`${each}\``).join(" or ") },
        range: member.keyRange,
      });
      for (const each of near) names.add(each);
    }
    for (const [name, members] of inBrackets)
      for (const report of checkBrackets(name, members, query.open, endpoint, context.options)) context.report(report);
    if (query.open) return;
    for (const [name, { required }] of endpoint.query) {
      if (required && !names.has(name))
        context.report({ message: "missing", data: { method, path, name }, range: request.anchor });
    }
  },
});

function unsent({ query }: Endpoint, sent: ReadonlySet<string>): readonly string[] {
  return [...query.keys()].filter((name) => !sent.has(name));
}

/** What the configuration adds to a description need not be in it. */
function isOfConventions(name: string, inForce: ReadonlySet<string>): boolean {
  return name === conventions.selector.parameter && inForce.has("fields");
}
