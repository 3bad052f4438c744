import {
  noFacts,
  type ClientDefinition,
  type ConfigurationProblem,
  type Facts,
  type RuleSetting,
} from "./configuration";
import { getCategories } from "../permissions/categories";
import type { Contract } from "../contract";
import { conventionNames, type Convention, type Description } from "../description/endpoint";
import type { DataFile } from "../file/data-file";
import { advise } from "../file/schema-problems";
import { findNear } from "../../text/near";

/** The content of the configuration file after validation against the schema. */
export interface RawConfiguration {
  readonly service?: {
    readonly baseUrls?: readonly string[];
    readonly wrapped?: boolean;
    readonly etags?: boolean | readonly string[];
    readonly conventions?: readonly (Convention | "all")[];
  };
  readonly contract?: readonly string[];
  readonly builtin?: boolean;
  readonly clients?: readonly ClientDefinition[];
  readonly tokens?: RawTokens;
  readonly permissions?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly groups?: Facts["groups"];
  readonly aliases?: Readonly<Record<string, string>>;
  readonly publicServices?: Readonly<Record<string, boolean>>;
  readonly manifests?: { readonly partial?: readonly string[]; readonly checkPartial?: boolean };
  readonly preset?: "recommended" | "strict";
  readonly rules?: Readonly<Record<string, RawRule>>;
  readonly ignore?: readonly string[];
}

type RawTokens = { readonly default?: string; readonly files?: Readonly<Record<string, string>> } & Readonly<
  Record<string, readonly string[]>
>;

type RawRule = RuleSetting["severity"] | readonly [RuleSetting["severity"], Readonly<Record<string, unknown>>?];

/** @returns the facts of a configuration. Defaults come from the contract's description, if it has one. */
export function toFacts(raw: RawConfiguration, description?: Description): Facts {
  const { clients, tokens, permissions, groups, aliases, manifests } = raw;
  const service = toServiceFacts(raw.service, description);
  return {
    ...(service && { service }),
    clients: clients ?? noFacts.clients,
    tokens: tokens === undefined ? noFacts.tokens : toTokenFacts(tokens),
    ...(permissions && { permissions }),
    groups: groups ?? noFacts.groups,
    aliases: aliases ?? noFacts.aliases,
    ...(raw.publicServices && { publicServices: raw.publicServices }),
    ...(manifests?.checkPartial === true && { checkPartial: true }),
  };
}

function toServiceFacts(service: RawConfiguration["service"], description: Description | undefined): Facts["service"] {
  const servers = description?.servers ?? [];
  if (service === undefined && servers.length === 0) return undefined;
  const { baseUrls = servers, conventions } = service ?? {};
  return {
    baseUrls,
    ...(description && { wrapped: false }),
    ...(conventions && toConventions(conventions)),
    ...(service?.etags !== undefined && { etags: service.etags }),
    ...(service?.wrapped !== undefined && { wrapped: service.wrapped }),
  };
}

function toConventions(
  stated: readonly (Convention | "all")[],
): Pick<NonNullable<Facts["service"]>, "conventions" | "etags" | "wrapped"> {
  const conventions = conventionNames.filter((name) => stated.includes("all") || stated.includes(name));
  return {
    conventions,
    ...(conventions.includes("entity-tags") && { etags: true }),
    // The built-in service wraps only some answers, so `all` alone leaves this open.
    ...(stated.includes("wrapped") && { wrapped: true }),
  };
}

function toTokenFacts({ default: defaultType, files, ...types }: RawTokens): Facts["tokens"] {
  return {
    types,
    ...(defaultType !== undefined && { default: defaultType }),
    ...(files && { files: Object.entries(files).map(([pattern, type]) => ({ patterns: [pattern], type })) }),
  };
}

/** @returns the setting of each rule that the configuration names. */
export function toRuleSettings(rules: RawConfiguration["rules"] = {}): Readonly<Record<string, RuleSetting>> {
  const settings = Object.entries(rules).map(([id, raw]): [string, RuleSetting] => {
    const [severity, options = {}] = typeof raw === "string" ? [raw] : raw;
    return [id, { severity, options }];
  });
  return Object.fromEntries(settings);
}

/** Checks what the schema cannot: names against the contract, and base URLs. */
export function checkFacts(file: DataFile, raw: RawConfiguration, contract: Contract): ConfigurationProblem[] {
  return [
    ...checkBaseUrls(file, raw.service?.baseUrls ?? []),
    ...checkDoubled(file, raw.service?.baseUrls ?? [], contract),
    ...(raw.tokens === undefined ? [] : checkTokens(file, raw.tokens, contract)),
    ...(raw.permissions === undefined ? [] : checkPermissions(file, raw.permissions, contract)),
    ...checkGroups(file, raw.groups ?? {}, contract),
    ...(raw.aliases === undefined ? [] : checkAliases(file, raw.aliases, contract)),
  ];
}

const expression = /\$\{\s*[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*\s*\}/g;

function checkBaseUrls(file: DataFile, baseUrls: readonly string[]): ConfigurationProblem[] {
  return baseUrls.flatMap((baseUrl, index) => {
    const keys = ["service", "baseUrls", index];
    const filled = baseUrl.replace(expression, "x");
    if (filled.includes("${"))
      return [file.problemAt(keys, "`${…}` must hold a dotted expression: ${process.env.API_URL}.")];
    if (/[?#]/.test(filled))
      return [file.problemAt(keys, "A base URL has neither query nor fragment; leave them out.")];
    const startsRight =
      baseUrl.startsWith("${") || baseUrl.startsWith("/") || (/^https?:\/\//.test(filled) && URL.canParse(filled));
    return startsRight
      ? []
      : [file.problemAt(keys, `\`${baseUrl}\` is no base URL; begin it with https://, with / or with \${…}.`)];
  });
}

/**
 * Reports base URLs that repeat the end of their path, if that end is also in a server's URL or begins all described
 * paths.
 */
function checkDoubled(file: DataFile, baseUrls: readonly string[], { description }: Contract): ConfigurationProblem[] {
  if (description === undefined) return [];
  const servers = description.servers.map(withoutSlash);
  return baseUrls.flatMap((baseUrl, index): ConfigurationProblem[] => {
    const twice = withoutSlash(baseUrl);
    const path = repeatedPath(twice);
    if (path === undefined) return [];
    const once = twice.slice(0, -path.length);
    const before = once.slice(0, -path.length);
    const isOfServer = servers.includes(once);
    const isOfPaths = () =>
      servers.includes(before) && description.endpoints.every((endpoint) => endpoint.path.startsWith(`${path}/`));
    if (!isOfServer && !isOfPaths()) return [];
    const message = isOfServer
      ? `\`${baseUrl}\` has a path twice: the description's server is \`${once}\`. Write that.`
      : `\`${baseUrl}\` has a path twice: all paths of the description begin with \`${path}\`. Write \`${once}\`.`;
    return [file.problemAt(["service", "baseUrls", index], message, { severity: "warn" })];
  });
}

/** @returns the path that a URL repeats at its end: `/v1` of `https://host/v1/v1`. */
function repeatedPath(url: string): string | undefined {
  for (let at = url.lastIndexOf("/"); at * 2 >= url.length; at = url.lastIndexOf("/", at - 1))
    if (url.slice(0, at).endsWith(url.slice(at))) return url.slice(at);
  return undefined;
}

function withoutSlash(url: string): string {
  return url.replace(/\/$/u, "");
}

function checkTokens(
  file: DataFile,
  tokens: NonNullable<RawConfiguration["tokens"]>,
  contract: Contract,
): ConfigurationProblem[] {
  const known = [...new Set(contract.permissions.flatMap((entry) => entry.tokens))];
  if (known.length === 0) return [];
  const { default: defaultType, files = {}, ...types } = tokens;
  const problems = Object.keys(types)
    .filter((type) => !known.includes(type))
    .map((type) =>
      file.problemAt(
        ["tokens", type],
        `There is no token type \`${type}\`.${advise(type, [...known, "default", "files"])}`,
        { at: "key" },
      ),
    );
  const defaults = [
    ...(defaultType === undefined ? [] : [[["tokens", "default"], defaultType] as const]),
    ...Object.entries(files).map(([pattern, type]) => [["tokens", "files", pattern], type] as const),
  ];
  for (const [keys, type] of defaults)
    if (!known.includes(type))
      problems.push(file.problemAt(keys, `There is no token type \`${type}\`.${advise(type, known)}`));
  const owners = new Map<string, string>();
  for (const [type, names] of Object.entries(types)) {
    for (const [index, name] of names.entries()) {
      const owner = owners.get(name) ?? type;
      owners.set(name, owner);
      if (owner !== type)
        problems.push(
          file.problemAt(["tokens", type, index], `\`${name}\` is listed as ${owner} already; leave it at one type.`),
        );
    }
  }
  return problems;
}

/** No permission map is complete, so only near misses of scopes and categories are reported. Access levels must be those of the contract. */
function checkPermissions(
  file: DataFile,
  permissions: NonNullable<RawConfiguration["permissions"]>,
  contract: Contract,
): ConfigurationProblem[] {
  const scopes = getCategories(contract.permissions);
  const levels = [...new Set(["read", "write", ...contract.permissions.map((entry) => entry.access)])];
  return Object.entries(permissions).flatMap(([scope, categories]) => [
    ...nearMiss(file, ["permissions", scope], "scope", scope, scopes.keys()),
    ...Object.entries(categories).flatMap(([category, level]) => {
      const keys = ["permissions", scope, category];
      const doubts = nearMiss(file, keys, "category", category, scopes.get(scope) ?? []);
      return levels.includes(level)
        ? doubts
        : [...doubts, file.problemAt(keys, `There is no access level \`${level}\`.${advise(level, levels)}`)];
    }),
  ]);
}

function nearMiss(
  file: DataFile,
  keys: readonly string[],
  noun: string,
  name: string,
  known: Iterable<string>,
): ConfigurationProblem[] {
  const names = [...known];
  if (names.includes(name) || findNear(name, names).length === 0) return [];
  return [
    file.problemAt(keys, `The contract has no ${noun} \`${name}\`.${advise(name, names)}`, {
      at: "key",
      severity: "warn",
    }),
  ];
}

function checkGroups(file: DataFile, groups: Facts["groups"], contract: Contract): ConfigurationProblem[] {
  const known = contract.groups.map((group) => group.key);
  return Object.keys(groups)
    .filter((key) => !known.includes(key))
    .map((key) => file.problemAt(["groups", key], `There is no group \`${key}\`.${advise(key, known)}`, { at: "key" }));
}

function checkAliases(file: DataFile, aliases: Facts["aliases"], contract: Contract): ConfigurationProblem[] {
  const segments = new Set(
    contract.permissions.flatMap((entry) => entry.path.split("/")).filter((segment) => /^[^{]/.test(segment)),
  );
  return Object.keys(aliases)
    .filter((segment) => !segments.has(segment))
    .map((segment) =>
      file.problemAt(
        ["aliases", segment],
        `No path of the contract has the segment \`${segment}\`.${advise(segment, [...segments])}`,
        { at: "key", severity: "warn" },
      ),
    );
}
