import { existsSync } from "node:fs";
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
  readonly typesVersions?: unknown;
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
 * The packages that a file can import by name: those of the workspaces around it, the nearest first. A repository may
 * hold a workspace in a folder of its own, such as the web client of a server.
 */
export class Workspaces {
  readonly #root: string;
  readonly #packages = new Map<string, ReadonlyMap<string, WorkspacePackage>>();

  constructor(root: string) {
    this.#root = root;
  }

  /** @returns the package of a name, as a file in a folder sees it; undefined if there is none. Never throws. */
  find(name: string, folder: string): WorkspacePackage | undefined {
    for (let current = folder; ; current = dirname(current)) {
      const found = this.#packagesIn(current).get(name);
      if (found || current === this.#root || dirname(current) === current) return found;
    }
  }

  #packagesIn(folder: string): ReadonlyMap<string, WorkspacePackage> {
    let packages = this.#packages.get(folder);
    const isHome = folder === this.#root || existsSync(join(folder, "package.json"));
    if (!packages) this.#packages.set(folder, (packages = isHome ? findWorkspacePackages(folder) : new Map()));
    return packages;
  }
}

/**
 * Finds the packages of a folder's workspaces, as npm, Yarn, pnpm and Lerna declare them. Imports between them
 * resolve to sources, whether or not a package manager has linked them.
 *
 * @returns packages by name; empty if there are none. Never throws.
 */
function findWorkspacePackages(root: string): ReadonlyMap<string, WorkspacePackage> {
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
  const usual = usualPlaces.filter((each) => existsSync(join(root, dirname(each))));
  const patterns = declared.length > 0 ? declared : usual;
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
  const { source, types, typesVersions, module, main, exports } = manifest;
  const declared =
    subpath === "."
      ? [source, ...leavesOf(typesVersions, 0), ...targetsOf(exports, "."), types, module, main]
      : targetsOf(exports, subpath);
  const named = declared.filter((each): each is string => typeof each === "string" && !/\.\.|\*/u.test(each));
  const usual = subpath === "." ? ["src/index", "index", "lib/index"] : [subpath, `src/${subpath}`];
  return [...named, ...named.flatMap(besideOutput), ...usual].map((each) => join(folder, each));
}

/** @returns where the source of an output that is not built may be: `./dist/entry/index.d.ts` comes from `entry/index`, or from `src/entry/index`. */
function besideOutput(target: string): readonly string[] {
  const [, inside] = /^(?:\.\/)?(?:build|cjs|dist|es|esm|lib|out)\/(.+?)(?:\.d)?\.[cm]?[jt]s$/u.exec(target) ?? [];
  return inside === undefined ? [] : [`src/${inside}`, inside];
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
