import type { Facts } from "../../../src/contract/configuration/configuration";
import { asText, optionsOf } from "../../../src/request/drafts/known";
import type { Request } from "../../../src/request/request";
import type { Origin, Value } from "../../../src/value/value";

/** A token's type, and the name or setting that shows it. */
export interface KnownToken {
  readonly type: string;
  /** The name by which the type is known: `app.getInstallationOctokit()`; `undefined` when it is a configured default. */
  readonly name: string | undefined;
  /** The setting that gives the default. */
  readonly setting?: string;
}

/** Sources of tokens with a type that is always known, in the syntax of `tokens:` in the configuration. */
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

/** Clients of an installation, which send the application's own token where an endpoint takes no other (octokit/auth-app.js, "Requires app auth"). */
const ofInstallations: readonly string[] = [
  "createAppAuth({installationId})",
  "getInstallationOctokit",
  "context.octokit",
];

/** Whether a client may have sent another type of token than the one that it is known by. */
export function mayBeTheApplication({ name }: KnownToken): boolean {
  return name !== undefined && ofInstallations.some((each) => isNamed(name, each));
}

/** Ends of the paths that create tokens. */
const tokenEndpoints: readonly [end: RegExp, type: string][] = [
  [/\/login\/oauth\/access_token\/?$/, "UAT"],
  [/\/access_tokens\/?$/, "IAT"],
];

/**
 * Finds out what type of token a request carries.
 *
 * The names in its trail are looked up from the innermost: the place of its creation tells more than the last variable.
 *
 * @returns each possible type; empty if the type of one possible token is unknown, or there is no token.
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

/** Whether a token is written there, has a name, or comes from a call. A computed token comes from another one, which need not have the default type. */
function isGiven(token: Value): boolean {
  return asText(token) !== undefined || (getOrigin(token)?.trail.length ?? 0) > 0;
}

/** @returns whether an Authorization header may be added out of sight. */
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

/** @returns the origin of a value; of a string that is a single hole, that of the hole's value. */
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

/** Methods of texts that give the token, or a part of it. */
const ofText =
  /(?:\.(?:toString|valueOf|trim(?:Start|End)?|replace(?:All)?|slice|substring|normalize|concat|at)\(\))+$/;

/**
 * @param passed a dotted expression, a callee with `()`, a variable or a type name, as a trail holds it.
 * @param name as the configuration lists it: the same, or its last part (`userToken` for `session.userToken`, `getOctokit` for
 *   `app.getOctokit()`). With `()` it is a call only.
 */
function isNamed(passed: string, name: string): boolean {
  const full = passed.replace(/^await |^new /, "").replace(ofText, "");
  return [full, full.replace(/\(\)$/, "")].some((form) => form === name || form.endsWith(`.${name}`));
}
