import { conventions } from "../contract/conventions";
import type { Value } from "../value/value";
import type { Draft } from "./drafts/draft";
import { optionsOf } from "./drafts/known";
import { flatten } from "./drafts/strings";
import type { OtherService } from "./public-apis";
import { getHeaderIn } from "./derived/headers";

/** Header fields of a single service, or of a gateway with its own authorisation. Each is named in that service's documentation. */
const fieldsOfOthers: ReadonlyMap<string, OtherService> = new Map(
  Object.entries({
    GitHub: ["X-GitHub-Api-Version"],
    GitLab: ["PRIVATE-TOKEN", "JOB-TOKEN", "DEPLOY-TOKEN"],
    Atlassian: ["X-Atlassian-Token"],
    Google: ["X-Goog-Api-Key", "X-Goog-User-Project"],
    Slack: ["X-Slack-User"],
    Stripe: ["Stripe-Version", "Stripe-Account"],
    Notion: ["Notion-Version"],
    Anthropic: ["anthropic-version"],
    OpenAI: ["OpenAI-Organization", "OpenAI-Beta"],
    Figma: ["X-Figma-Token"],
    Shopify: ["X-Shopify-Access-Token"],
    Heroku: ["Heroku-Nonce"],
    CircleCI: ["Circle-Token"],
    Fastly: ["Fastly-Key"],
    Datadog: ["DD-API-KEY", "DD-APPLICATION-KEY"],
    Microsoft: ["Ocp-Apim-Subscription-Key", "x-ms-version", "x-ms-date"],
    "Amazon Web Services": ["X-Amz-Date", "X-Amz-Security-Token", "X-Amz-Target"],
    Vault: ["X-Vault-Token"],
    Discourse: ["Api-Username"],
    Supabase: ["apikey"],
    RapidAPI: ["X-RapidAPI-Key"],
    ElevenLabs: ["xi-api-key"],
  }).flatMap(([name, fields]) => fields.map((field) => [field.toLowerCase(), { name }] as const)),
);

/**
 * Matches header fields that services define for keys and tokens: `X-Api-Key`, `X-Auth-Token`, `X-Redmine-API-Key`, `api-key`, `X-Auth`, `X-ND-Authorization`.
 */
const keyField =
  /(?:^|[-_])(?:api[-_]?key|access[-_]?key|access[-_]?token|auth[-_]?(?:key|token)|private[-_]?token|subscription[-_]?key)$|^x-(?!csrf-|xsrf-)(?:[a-z]+-)?(?:auth|authorization|authentication|session|session-?id|session-token|user-token|token)$|^token$/iu;

/** Matches media types of other conventions: JSON Patch, merge patches, and types of a service's own. */
const mediaOfOthers = /^\s*application\/(?:vnd\.|json-patch\+json|(?:strategic-)?merge-patch\+json|graphql)/iu;

/** Header fields of browsers, and of programs that read web pages like one. */
const pageFields: readonly (readonly [name: string, value: RegExp])[] = [
  ["Accept", /^\s*text\/html\b/iu],
  ["User-Agent", /^\s*Mozilla\/\d/u],
];

const github: OtherService = { name: "GitHub", mapped: true };

/**
 * Finds signs that a request goes to a service without these conventions, whatever its address.
 *
 * @returns the service, which may have a descriptive name only.
 */
export function findSigns(draft: Draft): OtherService | undefined {
  return draft.serves ?? (draft.headers.kind === "object" ? signInHeaders(draft) : undefined);
}

function signInHeaders({ headers }: Draft): OtherService | undefined {
  if (headers.kind === "unknown") return undefined;
  for (const { key } of headers.members) {
    const service = fieldsOfOthers.get(key.toLowerCase());
    if (service) return service;
    if (keyField.test(key)) return { name: `a service that takes \`${key}\`` };
  }
  for (const name of ["Accept", "Content-Type"]) {
    const media = known(getHeaderIn(headers, name).value).find((text) => mediaOfOthers.test(text));
    if (media !== undefined) return /vnd\.github/iu.test(media) ? github : { name: `a service of \`${media.trim()}\`` };
  }
  if (pageFields.some(([name, value]) => known(getHeaderIn(headers, name).value).some((text) => value.test(text))))
    return { name: "a web page" };
  return schemeOfOthers(getHeaderIn(headers, conventions.authorization.header).value);
}

/** Finds a scheme other than that of the conventions, ignoring case. A text without a space is a scheme, too. */
function schemeOfOthers(authorization: Value | undefined): OtherService | undefined {
  for (const text of known(authorization)) {
    const scheme = /^\s*([^\s\uFFFC]+)(?=\s|$)/u.exec(text)?.[1];
    if (scheme === undefined || scheme.toLowerCase() === conventions.authorization.scheme.toLowerCase()) continue;
    return scheme.toLowerCase() === "token" ? github : { name: `a service that authorises by \`${scheme}\`` };
  }
  return undefined;
}

/** The texts that a value may be, with holes. */
function known(value: Value | undefined): readonly string[] {
  return value === undefined
    ? []
    : optionsOf(value).flatMap((option) => (option.kind === "string" ? flatten(option.parts) : []));
}
