import { existsSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { readDataFile } from "../../../contract/data-file";
import type { Project } from "../../../contract/load";
import { findManifestCategory } from "../../../contract/permissions/manifest-names";
import type { Grants } from "../../../contract/permissions/grants";
import { UsageError } from "../exit";

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

const manifestNames = ["app.yml", "app.yaml", ".github/app.yml", ".github/app.yaml"];

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
  const { permissions } = project.facts;
  if (permissions !== undefined && project.configurationPath !== undefined) {
    const path = project.configurationPath;
    return { path, name: relative(cwd, path), key: "permissions", grants: permissions, notShown: {} };
  }
  for (const folder of new Set([project.root, cwd]))
    for (const name of manifestNames) {
      const path = join(folder, name);
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
  if (!isTable(value)) return undefined;
  const base = { path, name: relative(cwd, path) };
  if (isTable(value.default_permissions))
    return { ...base, key: "default_permissions", ...readManifest(value.default_permissions, project) };
  if (!isTable(value.permissions)) return undefined;
  const grants = Object.entries(value.permissions).map(([scope, categories]) => [
    scope,
    isTable(categories) ? textsOf(categories) : {},
  ]);
  return { ...base, key: "permissions", grants: Object.fromEntries(grants) as Grants, notShown: {} };
}

function readManifest(
  names: Readonly<Record<string, unknown>>,
  { contract, facts }: Project,
): Pick<Granted, "grants" | "notShown"> {
  const grants: Record<string, Record<string, string>> = {};
  const notShown: Record<string, string> = {};
  for (const [name, level] of Object.entries(textsOf(names))) {
    if (level === "none") continue;
    const found = findManifestCategory(name, contract.permissions, facts.aliases);
    if (found === undefined) notShown[name] = level;
    else (grants[found.scope] ??= {})[found.category] = level;
  }
  return { grants, notShown };
}

function textsOf(table: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(table).filter((pair): pair is [string, string] => typeof pair[1] === "string"),
  );
}

function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
