import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Facts } from "../configuration/configuration";
import type { Contract } from "../contract";
import { readDataFile } from "../file/data-file";
import { mayRead } from "../configuration/repository";
import type { Grants } from "./grants";
import { findManifestCategory } from "./manifest-names";
import { isObject } from "../../value/plain-object";

/** The permissions granted by an application's own manifest. */
export interface ManifestGrant {
  /** By scope and category, as written in a configuration. */
  readonly grants: Grants;
  /** Levels by name, for names that the map does not contain. */
  readonly notShown: Readonly<Record<string, string>>;
}

const manifestNames: readonly string[] = ["app.yml", "app.yaml", ".github/app.yml", ".github/app.yaml"];

/** @returns the possible paths of an application's manifest below the folder of its configuration or repository. */
export function manifestPlaces(folder: string): readonly string[] {
  return manifestNames.map((name) => join(folder, name));
}

/** @returns the grant in a manifest; `undefined` if the content is not an application's manifest. */
export function readManifestGrant(
  content: unknown,
  contract: Contract,
  aliases: Facts["aliases"],
): ManifestGrant | undefined {
  if (!isObject(content) || !isObject(content.default_permissions)) return undefined;
  const grants: Record<string, Record<string, string>> = {};
  const notShown: Record<string, string> = {};
  for (const [name, level] of Object.entries(content.default_permissions)) {
    if (typeof level !== "string" || level === "none") continue;
    const found = findManifestCategory(name, contract.permissions, aliases);
    if (found === undefined) notShown[name] = level;
    else (grants[found.scope] ??= {})[found.category] = level;
  }
  return { grants, notShown };
}

/**
 * Adds the permissions of an application's manifest to facts without a grant. Reads the manifest lazily, because most checks do not need it.
 *
 * @param folder the folder of the configuration or repository.
 */
export function withManifestGrant(facts: Facts, folder: string, contract: Contract): Facts {
  if (facts.permissions !== undefined) return facts;
  const places = manifestPlaces(folder).filter((path) => existsSync(path) && mayRead(path, join(folder, "x")));
  if (places.length === 0) return facts;
  let grant: ManifestGrant | undefined;
  const read = (): ManifestGrant => (grant ??= firstGrant(places, contract, facts.aliases));
  return {
    ...facts,
    get permissions() {
      const { grants, notShown } = read();
      return Object.keys(grants).length + Object.keys(notShown).length === 0 ? undefined : grants;
    },
    get unknownGrants() {
      return Object.keys(read().notShown);
    },
  };
}

/**
 * Whether an unknown name may refer to a category of the map, because they share a word: `repository_hooks` and `webhooks`.
 *
 * @param category as written in a configuration.
 */
export function mayMean(name: string, category: string): boolean {
  const wordsOf = (text: string): string[] => text.split("_").filter((word) => word.length > 3 && !scopes.has(word));
  return wordsOf(name).some((word) => wordsOf(category).some((other) => word.includes(other) || other.includes(word)));
}

const scopes = new Set(["repository", "organization", "enterprise"]);

/** Ignores problems in a manifest: other programs report them. */
function firstGrant(places: readonly string[], contract: Contract, aliases: Facts["aliases"]): ManifestGrant {
  for (const path of places) {
    const grant = readManifestGrant(readDataFile(path).value, contract, aliases);
    if (grant) return grant;
  }
  return { grants: {}, notShown: {} };
}
