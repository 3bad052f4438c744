import { findRequestEndpoints } from "../../src/request/endpoint";
import { isService } from "../../src/request/predicates";
import { defineRule } from "../../src/rule/define";
import { getPathRange } from "./helpers/path-range";
import { getTokenTypes } from "./helpers/token-types";

export const rule = defineRule({
  id: "token-type",
  code: 100401,
  on: "request",
  docs: {
    summary: "Disallow requests with a token of a type that the endpoint does not take.",
    why: "The service refuses the request, whatever permissions the application holds.",
    clauses: ["permissions 4.1", "permissions 5.1"],
    preset: "recommended",
    severity: "error",
  },
  messages: {
    wrongType:
      "`{method} {endpoint}` rejects {type} tokens, such as this one from `{name}`. Send a token of type {allowed}.",
    wrongDefault:
      "`{method} {endpoint}` rejects {type} tokens, such as this one by `tokens.default`. Send a token of type {allowed}, or list its source under `tokens`.",
  },
  options: {},
  fixable: false,
  hasSuggestions: false,
  check(request, context) {
    const { contract, facts, requests } = context;
    const match = isService(request) ? findRequestEndpoints(request, contract, facts) : undefined;
    if (match === undefined) return;
    const [token, ...others] = getTokenTypes(request, facts, requests);
    if (token === undefined) return;
    const types = [token, ...others].map(({ type }) => type);
    const [endpoint] = match.entries;
    if (match.certainty !== "certain" || endpoint === undefined) return;
    // Whichever endpoint it turns out to be, and whichever token: none fits.
    const excluded = [...match.entries, ...match.possible].every(
      ({ tokens }) => tokens.length > 0 && !types.some((type) => tokens.includes(type)),
    );
    if (!excluded) return;
    const allowed = [...new Set(match.entries.flatMap((entry) => entry.tokens))].join(" or ");
    context.report({
      message: token.name === undefined ? "wrongDefault" : "wrongType",
      data: { method: match.method, endpoint: endpoint.path, allowed, type: token.type, name: token.name ?? "" },
      range: getPathRange(match.path, context.text) ?? request.anchor,
    });
  },
});
