import { conventions } from "../../src/contract/conventions";
import { type Documented, findDocumented } from "../../src/request/derived/documented";
import { findRequestEndpoints, pathsOf, type RequestEndpoint } from "../../src/request/derived/endpoint";
import { getHeader } from "../../src/request/derived/headers";
import { effectiveMethod } from "../../src/request/derived/method";
import { isMapped } from "../../src/request/derived/predicates";
import type { Request } from "../../src/request/request";
import { type Context, defineRule } from "../../src/rule/define";
import { sentValues } from "../transport/helpers/text";
import { getPathRange } from "./helpers/path-range";
import { getTokenTypes, type KnownToken, mayBeTheApplication } from "./helpers/token-types";

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
    wrongType: "`{method} {endpoint}` rejects {refused}, such as this one from `{name}`. Send {accepted}.",
    scheme:
      "`{method} {endpoint}` takes a JSON web token by the scheme `Bearer` alone. Send `Authorization: Bearer <token>`.",
    wrongDefault:
      "`{method} {endpoint}` rejects {refused}, such as this one by `{setting}`. Send {accepted}, or list its source under `tokens`.",
  },
  options: {},
  fixable: true,
  hasSuggestions: false,
  check(request, context) {
    const { contract, facts, requests } = context;
    const match =
      describedMatch(request) ??
      documentedMatch(request, findDocumented(request, facts)) ??
      (isMapped(request) ? findRequestEndpoints(request, contract, facts) : undefined);
    if (match === undefined) return;
    reportScheme(request, match, context);
    const [token, ...others] = getTokenTypes(request, facts, requests);
    if (token === undefined) return;
    const types = [token, ...others];
    const candidates = [...match.entries, ...match.possible];
    const [endpoint] = candidates;
    if (!match.listed || endpoint === undefined) return;
    // Reported only if no possible token fits any possible endpoint.
    const excluded = candidates.every(
      (entry) => entry.tokens.length > 0 && !types.some((type) => isTaken(type, entry.tokens)),
    );
    if (!excluded) return;
    const takers = match.entries.length > 0 ? match.entries : candidates;
    const allowed = [...new Set(takers.flatMap((entry) => entry.tokens))];
    context.report({
      message: token.name === undefined ? "wrongDefault" : "wrongType",
      data: {
        method: match.method,
        endpoint: endpoint.path,
        allowed: allowed.join(" or "),
        accepted: allowed.map(withArticle).join(" or "),
        type: token.type,
        refused: nameOf(token.type).replace(/\btoken\b/u, "tokens"),
        name: token.name ?? "",
        setting: token.setting ?? "",
      },
      range: getPathRange(match.paths, context.text) ?? request.anchor,
    });
  },
});

/** GitHub also accepts the scheme `token`, but not for JSON web tokens: docs.github.com/en/rest/authentication/authenticating-to-the-rest-api. */
function reportScheme(
  request: Request,
  { method, entries: [entry] }: RequestEndpoint,
  context: Context<unknown>,
): void {
  if (entry?.tokens.join() !== "JWT") return;
  for (const option of sentValues(getHeader(request, conventions.authorization.header).value)) {
    const [first] = option.kind === "string" ? option.parts : [];
    if (first?.kind !== "text" || !/^token\s/iu.test(first.text)) continue;
    const range = { start: first.range.start, end: first.range.start + "token".length };
    const isWritten = !first.elsewhere && context.text.slice(range.start, range.end).toLowerCase() === "token";
    const fix = isWritten ? { fix: [{ range, text: conventions.authorization.scheme }] } : {};
    context.report({ message: "scheme", data: { method, endpoint: entry.path }, range: first.range, ...fix });
  }
}

/**
 * Whether an endpoint may accept a token. Where only personal tokens are accepted, the documentation does not distinguish user tokens of OAuth applications.
 */
function isTaken(token: KnownToken, taken: readonly string[]): boolean {
  if (taken.includes(token.type)) return true;
  return token.type === "UAT" ? taken.includes("PAT") : taken.includes("JWT") && mayBeTheApplication(token);
}

/** Descriptions of the types in the built-in map and tables. Imported maps have their own names. */
const words: Readonly<Record<string, string>> = {
  IAT: "installation token (IAT)",
  UAT: "user token (UAT)",
  JWT: "JSON web token of the application (JWT)",
  PAT: "personal access token (classic)",
};

function nameOf(type: string): string {
  return words[type] ?? `token of type ${type}`;
}

function withArticle(type: string): string {
  return `${type === "IAT" ? "an" : "a"} ${nameOf(type)}`;
}

/** @returns the token types in a public service's documentation. For GitHub, these cover endpoints that no permission map lists. */
function documentedMatch(request: Request, documented: Documented | undefined): RequestEndpoint | undefined {
  const method = effectiveMethod(request);
  if (documented?.tokens === undefined || method === undefined) return undefined;
  return matchOf(method, documented.path, documented.tokens, pathsOf(request));
}

/** @returns the token types in an imported description. */
function describedMatch({ described }: Request): RequestEndpoint | undefined {
  const { endpoint, paths = [] } = described ?? {};
  if (endpoint === undefined || endpoint.tokens.length === 0) return undefined;
  return matchOf(endpoint.method, endpoint.path, endpoint.tokens, paths);
}

function matchOf(
  method: string,
  path: string,
  tokens: readonly string[],
  paths: RequestEndpoint["paths"],
): RequestEndpoint {
  const entries: RequestEndpoint["entries"] = [
    { scope: "", category: "", access: "read", method, path, tokens, additional: false },
  ];
  return { certainty: "certain", listed: true, entries, endpoints: [entries], possible: [], method, paths };
}
