import { existsSync } from "node:fs";
import { relative, resolve } from "node:path";
import { readDataFile } from "../../../contract/file/data-file";
import type { Project } from "../../../contract/configuration/load";
import type { Grants } from "../../../contract/permissions/grants";
import { manifestPlaces, readManifestGrant } from "../../../contract/permissions/manifest-grant";
import { UsageError } from "../exit";
import { isObject } from "../../../value/plain-object";

/** The permissions granted to an application, and the file that states them. */
export interface Granted {
  /** Absolute. */
  readonly path: string;
  /** Relative to the working folder. */
  readonly name: string;
  /**
   * The key of the granted permissions: `permissions` in a configuration, `default_permissions` in an application's
   * manifest.
   */
  readonly key: "permissions" | "default_permissions";
  /** Levels by scope and category, with the names of a configuration. */
  readonly grants: Grants;
  /** Grants of a manifest in categories that the map does not contain: name -> level. */
  readonly notShown: Readonly<Record<string, string>>;
}

/**
 * Finds the granted permissions: in the named file, otherwise in the configuration, otherwise in an application's
 * manifest beside it.
 *
 * @returns `undefined` if no file states them.
 * @throws {UsageError} if the named file contains no permissions.
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
