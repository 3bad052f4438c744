import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type * as Tinyglobby from "tinyglobby";
import { mostBytes, readRegularText } from "../../../files/read";
import { getParser } from "../../../value/yaml-parser";
import { readJson } from "./read-json";

const load = createRequire(__filename);

/** The parts of a package.json that name a package's entry points. */
export interface Manifest {
  readonly name?: unknown;
  readonly source?: unknown;
  readonly types?: unknown;
  readonly module?: unknown;
  readonly main?: unknown;
  readonly exports?: unknown;
  readonly workspaces?: unknown;
}

/** A package of the repository itself. */
export interface WorkspacePackage {
  readonly folder: string;
  readonly manifest: Manifest;
}

/**
 * Finds the packages of a repository in its workspaces, as npm, Yarn, pnpm and Lerna declare them. Imports between them
 * resolve to sources, whether or not a package manager has linked them.
 *
 * @returns packages by name; empty if there are none. Never throws.
 */
export function findWorkspacePackages(root: string): ReadonlyMap<string, WorkspacePackage> {
  const patterns = workspacePatterns(root);
  const packages = new Map<string, WorkspacePackage>();
  if (patterns.length === 0) return packages;
  // Loaded on demand, because most repositories have no workspaces.
  const { globSync } = load("tinyglobby") as typeof Tinyglobby;
  const found = globSync(
    patterns.map((pattern) => `${pattern.replace(/\/+$/u, "")}/package.json`),
    { cwd: root, absolute: true, ignore: ["**/node_modules/**"], followSymbolicLinks: false, deep: 6 },
  );
  for (const path of found.sort()) {
    const manifest = readJson(path) as Manifest | undefined;
    if (typeof manifest?.name === "string") packages.set(manifest.name, { folder: dirname(path), manifest });
  }
  return packages;
}

/** Usual folders of packages, for repositories that declare no workspaces. */
const usualPlaces = ["packages/*", "apps/*", "libs/*"];

function workspacePatterns(root: string): readonly string[] {
  const { workspaces } = (readJson(join(root, "package.json")) ?? {}) as Manifest;
  const lists = [
    workspaces,
    (workspaces as { packages?: unknown } | undefined)?.packages,
    (readJson(join(root, "lerna.json")) as { packages?: unknown } | undefined)?.packages,
    (readYaml(join(root, "pnpm-workspace.yaml")) as { packages?: unknown } | undefined)?.packages,
  ];
  const declared = lists.flatMap((list): unknown[] => (Array.isArray(list) ? list : []));
  const patterns = declared.length > 0 ? declared : usualPlaces;
  // A pattern that leaves the repository is ignored.
  return patterns.filter((pattern): pattern is string => typeof pattern === "string" && !pattern.includes(".."));
}

/**
 * Lists the possible targets of an import of a workspace package.
 *
 * @param subpath the part after the package's name; `.` for the package itself.
 * @returns absolute paths, the best first. They may be outputs that are not built, or not exist at all.
 */
export function entryCandidates({ folder, manifest }: WorkspacePackage, subpath: string): readonly string[] {
  const { source, types, module, main, exports } = manifest;
  const declared =
    subpath === "." ? [source, ...targetsOf(exports, "."), types, module, main] : targetsOf(exports, subpath);
  const named = declared.filter((each): each is string => typeof each === "string" && !each.includes(".."));
  const usual = subpath === "." ? ["src/index", "index", "lib/index"] : [subpath, `src/${subpath}`];
  return [...named, ...usual].map((each) => join(folder, each));
}

/** @returns all targets that `exports` maps a subpath to, under any condition. */
function targetsOf(exports: unknown, subpath: string): readonly unknown[] {
  if (typeof exports === "string") return subpath === "." ? [exports] : [];
  if (typeof exports !== "object" || exports === null) return [];
  const table = exports as Readonly<Record<string, unknown>>;
  const isConditions = !Object.keys(table).some((key) => key.startsWith("."));
  const entry = isConditions ? (subpath === "." ? table : undefined) : table[subpath === "." ? "." : `./${subpath}`];
  return leavesOf(entry, 0);
}

function leavesOf(entry: unknown, depth: number): readonly unknown[] {
  if (typeof entry === "string") return [entry];
  if (typeof entry !== "object" || entry === null || depth > 4) return [];
  return Object.values(entry).flatMap((each) => leavesOf(each, depth + 1));
}

function readYaml(path: string): unknown {
  try {
    const text = readRegularText(path, mostBytes.settings);
    return getParser().parse(text, { maxAliasCount: 0 });
  } catch {
    return undefined;
  }
}
