import { existsSync } from "node:fs";
import { relative, resolve } from "node:path";
import { readDataFile } from "../../../contract/file/data-file";
import type { Project } from "../../../contract/configuration/load";
import type { Grants } from "../../../contract/permissions/grants";
import { manifestPlaces, readManifestGrant } from "../../../contract/permissions/manifest-grant";
import { UsageError } from "../exit";
import { isObject } from "../../../value/plain-object";

/** What is granted to an application, and where that is written. */
export interface Granted {
  /** Absolute. */
  readonly path: string;
  /** Relative to the folder in which the program runs. */
  readonly name: string;
  /** The key that holds it: `permissions` of a configuration, `default_permissions` of an application's manifest. */
  readonly key: "permissions" | "default_permissions";
  /** By scope and category as a configuration writes them. */
  readonly grants: Grants;
  /** What a manifest grants in categories that the map does not show: name -> level. */
  readonly notShown: Readonly<Record<string, string>>;
}

/**
 * Finds what is granted to the application: in the file that is named, else in the configuration, else in an application's manifest beside it.
 *
 * @returns `undefined` where nothing tells.
 * @throws {UsageError} when the named file holds no permissions.
 */
export function findGranted(project: Project, cwd: string, named: string | undefined): Granted | undefined {
  if (named !== undefined) {
    const granted = readGranted(resolve(cwd, named), project, cwd);
    if (granted !== undefined) return granted;
    throw new UsageError(`${named} has neither \`permissions\` nor \`default_permissions\`.`);
  }
  const { permissions, unknownGrants } = project.facts;
  const own = project.configurationPath;
  if (permissions !== undefined && unknownGrants === undefined && own !== undefined)
    return { path: own, name: relative(cwd, own), key: "permissions", grants: permissions, notShown: {} };
  for (const folder of new Set([project.root, cwd]))
    for (const path of manifestPlaces(folder)) {
      const granted = existsSync(path) ? readGranted(path, project, cwd) : undefined;
      if (granted?.key === "default_permissions") return granted;
    }
  return undefined;
}

function readGranted(path: string, project: Project, cwd: string): Granted | undefined {
  const { value, missing, problems } = readDataFile(path);
  const [problem] = problems;
  if (missing || problem !== undefined)
    throw new UsageError(`${relative(cwd, path)}: ${problem?.message ?? "cannot be read."}`);
  if (!isObject(value)) return undefined;
  const base = { path, name: relative(cwd, path) };
  const manifest = readManifestGrant(value, project.contract, project.facts.aliases);
  if (manifest) return { ...base, key: "default_permissions", ...manifest };
  if (!isObject(value.permissions)) return undefined;
  const grants = Object.entries(value.permissions).map(([scope, categories]) => [
    scope,
    isObject(categories) ? textsOf(categories) : {},
  ]);
  return { ...base, key: "permissions", grants: Object.fromEntries(grants) as Grants, notShown: {} };
}

function textsOf(table: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(table).filter((pair): pair is [string, string] => typeof pair[1] === "string"),
  );
}
