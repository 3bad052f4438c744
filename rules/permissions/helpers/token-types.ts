import type { Facts } from "../../../src/contract/configuration/configuration";
import { asText, optionsOf } from "../../../src/request/drafts/known";
import type { Request } from "../../../src/request/request";
import type { Origin, Value } from "../../../src/value/value";

/** A token's type, and the name or setting that reveals it. */
export interface KnownToken {
  readonly type: string;
  /** The name that reveals the type: `app.getInstallationOctokit()`; `undefined` for a configured default. */
  readonly name: string | undefined;
  /** The setting that supplies the default. */
  readonly setting?: string;
}

/** Sources that always return tokens of one type, in the syntax of `tokens:` in the configuration. */
const wellKnown: Facts["tokens"]["types"] = {
  UAT: [
    'auth({type: "oauth-user"})',
    "createOAuthUserAuth",
    "createUserClient",
    "exchangeDeviceCode",
    "exchangeWebFlowCode",
    "getUserOctokit",
    "app.oauth",
    "oauth.createToken",
  ],
  IAT: [
    'auth({type: "installation"})',
    "createAppAuth({installationId})",
    "context.octokit",
    "getInstallationAccessToken",
    "getInstallationOctokit",
    "GITHUB_TOKEN",
  ],
  JWT: ['auth({type: "app"})', "createAppAuth({appId})", "App().octokit", "getSignedJsonWebToken"],
};

/** Sources of the application's own tokens. The map has no type for them, so neither the default nor an outer name applies. */
const ofTheApplication: readonly string[] = [
  'auth({type: "oauth-app"})',
  "createAppAuth",
  "createOAuthAppAuth",
  "app.octokit",
];

/** Clients of an installation. They switch to the application's own token for endpoints that accept no other (octokit/auth-app.js, "Requires app auth"). */
const ofInstallations: readonly string[] = [
  "createAppAuth({installationId})",
  "getInstallationOctokit",
  "context.octokit",
];

/** Whether a client may send the application's own token instead of the installation's. */
export function mayBeTheApplication({ name }: KnownToken): boolean {
  return name !== undefined && ofInstallations.some((each) => isNamed(name, each));
}

/** Path endings of endpoints that create tokens. */
const tokenEndpoints: readonly [end: RegExp, type: string][] = [
  [/\/login\/oauth\/access_token\/?$/, "UAT"],
  [/\/access_tokens\/?$/, "IAT"],
];

/**
 * Finds the types of the token that a request may carry.
 *
 * Looks up the names in the token's trail from the innermost: the place of its creation is more specific than the last variable.
 *
 * @returns the possible types; empty if the type of a possible token is unknown, or there is no token.
 */
export function getTokenTypes(
  request: Request,
  { tokens }: Facts,
  requests: readonly Request[],
): readonly KnownToken[] {
  const { default: type, defaultBy: setting = "tokens.default" } = tokens;
  const byDefault: KnownToken[] = type === undefined ? [] : [{ type, name: undefined, setting }];
  if (request.token === undefined) return mayCarryToken(request) ? byDefault : [];
  const options = optionsOf(request.token).map(
    (option) => typeOf(option, tokens.types, requests) ?? (isGiven(option) ? byDefault[0] : undefined),
  );
  return options.every((option) => option !== undefined && option !== "other") ? options : [];
}

/**
 * Whether a token is a literal, has a name, or is the result of a call. A computed token comes from another token and
 * need not have the default type.
 */
function isGiven(token: Value): boolean {
  return asText(token) !== undefined || (getOrigin(token)?.trail.length ?? 0) > 0;
}

/** @returns whether unseen code may add an Authorization header. */
function mayCarryToken({ headers, defaults }: Request): boolean {
  return headers.kind === "unknown" || headers.open || defaults.unseenHeaders;
}

function typeOf(
  token: Value,
  configured: Facts["tokens"]["types"],
  requests: readonly Request[],
): KnownToken | "other" | undefined {
  if (token.kind === "null" || token.kind === "undefined") return "other";
  const origin = getOrigin(token);
  for (const passed of origin?.trail ?? []) {
    const type = findType(passed, configured) ?? findType(passed, wellKnown);
    if (type !== undefined) return { type, name: passed };
    if (ofTheApplication.some((name) => isNamed(passed, name))) return "other";
  }
  return origin?.response === undefined ? undefined : typeOfAnswer(origin.response.request, requests);
}

/** @returns the origin of a value. For a string that is a single hole, that of the hole's value. */
function getOrigin(value: Value): Origin | undefined {
  if (value.origin !== undefined || value.kind !== "string") return value.origin;
  const [only, ...others] = value.parts.filter((part) => part.kind === "hole" || part.text.trim() !== "");
  if (only === undefined || others.length > 0) return undefined;
  return only.kind === "hole" ? getOrigin(only.value) : only.origin;
}

function typeOfAnswer(id: number, requests: readonly Request[]): KnownToken | undefined {
  const { origin, path } = requests.find((request) => request.id === id)?.target ?? {};
  const address = `${asText(origin) ?? ""}${asText(path) ?? path?.parts.map((part) => (part.kind === "text" ? part.text : "{}")).join("") ?? ""}`;
  const type = tokenEndpoints.find(([end]) => end.test(address))?.[1];
  return type === undefined ? undefined : { type, name: address };
}

function findType(passed: string, types: Facts["tokens"]["types"]): string | undefined {
  return Object.entries(types).find(([, names]) => names.some((name) => isNamed(passed, name)))?.[0];
}

/** String methods that return the token or a part of it. */
const ofText =
  /(?:\.(?:toString|valueOf|trim(?:Start|End)?|replace(?:All)?|slice|substring|normalize|concat|at)\(\))+$/;

/**
 * @param passed an entry of a trail: a dotted expression, a callee with `()`, a variable or a type name.
 * @param name as configured: the entry, or its last part (`userToken` for `session.userToken`, `getOctokit` for `app.getOctokit()`). With `()`, only a call
 * matches.
 */
function isNamed(passed: string, name: string): boolean {
  const full = passed.replace(/^await |^new /, "").replace(ofText, "");
  return [full, full.replace(/\(\)$/, "")].some((form) => form === name || form.endsWith(`.${name}`));
}
