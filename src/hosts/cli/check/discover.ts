import { type Dirent, readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve, sep } from "node:path";
import ignore, { type Ignore } from "ignore";
import type * as Tinyglobby from "tinyglobby";
import { fileTypeOf, isDeclarationFile } from "../../shared/files/file-type";
import { systemMessage } from "./read";
import { mostBytes, readRegularText } from "../../../files/read";
import { compareNames } from "../../../text/words";

/** The files of a run, and the paths that led to none. */
export interface Discovered {
  /** Absolute, sorted by name, each once. */
  readonly files: readonly string[];
  /** Named files of types that are not checked. */
  readonly others: readonly string[];
  /** Named paths that do not exist or cannot be opened, and patterns that match nothing. */
  readonly missing: readonly { readonly path: string; readonly message: string }[];
}

/**
 * Finds the files to check.
 *
 * A folder is searched for files of known types, except those that `.gitignore` files name, `node_modules` and hidden
 * folders. A named file or folder is included even if `.gitignore` names it: a hook passes the files about to be
 * committed.
 *
 * @param paths files, folders and patterns, relative to `cwd`.
 */
export function discover(paths: readonly string[], cwd: string): Discovered {
  const files = new Set<string>();
  const others = new Set<string>();
  const missing: { path: string; message: string }[] = [];
  for (const path of paths) {
    const absolute = resolve(cwd, path);
    const kind = kindOf(absolute);
    if (kind === "folder") walk(absolute, ignoresFor(absolute), files, missing);
    else if (kind === "file") (fileTypeOf(absolute) ? files : others).add(absolute);
    else if (kind.message === systemMessage(notFound) && glob().isDynamicPattern(path)) {
      const found = expand(path, cwd);
      if (found.length === 0) missing.push({ path, message: "no file fits this pattern" });
      for (const file of found) files.add(file);
    } else missing.push({ path, message: kind.message });
  }
  return { files: [...files].sort(compareNames), others: [...others].sort(compareNames), missing };
}

/**
 * Loaded on demand: hooks and most users name files and folders; patterns are rare, and the package is expensive to
 * load.
 */
function glob(): typeof Tinyglobby {
  return createRequire(__filename)("tinyglobby") as typeof Tinyglobby;
}

const notFound = Object.assign(new Error(), { code: "ENOENT" });

function kindOf(path: string): "file" | "folder" | { readonly message: string } {
  try {
    const stats = statSync(path);
    if (stats.isDirectory()) return "folder";
    return stats.isFile() ? "file" : { message: "is not a regular file" };
  } catch (error) {
    return { message: systemMessage(error) };
  }
}

function expand(pattern: string, cwd: string): string[] {
  const found = glob().globSync(pattern, {
    cwd,
    absolute: true,
    ignore: ["**/node_modules/**", "**/.git/**"],
    expandDirectories: false,
  });
  const rules = new Map<string, readonly IgnoreFile[]>();
  return found
    .map((file) => resolve(file))
    .filter((file) => fileTypeOf(file) && !isDeclarationFile(file) && kindOf(file) === "file")
    .filter((file) => {
      const folder = dirname(file);
      const known = rules.get(folder) ?? withOwn(folder, gitIgnoresAbove(folder));
      rules.set(folder, known);
      return !isIgnored(file, "file", known);
    });
}

/** A `.gitignore` and the folder that its patterns are relative to. */
interface IgnoreFile {
  readonly folder: string;
  readonly patterns: Ignore;
}

function walk(
  folder: string,
  above: readonly IgnoreFile[],
  files: Set<string>,
  missing: { path: string; message: string }[],
): void {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    missing.push({ path: folder, message: systemMessage(error) });
    return;
  }
  const ignores = entries.some((entry) => entry.name === ".gitignore") ? withOwn(folder, above) : above;
  const prefix = folder.endsWith(sep) ? folder : folder + sep;
  for (const entry of entries) {
    const path = prefix + entry.name;
    if (entry.isDirectory()) {
      if (entry.name !== "node_modules" && !isHidden(entry.name) && !isIgnored(path, "folder", ignores))
        walk(path, ignores, files, missing);
    } else if (fileTypeOf(entry.name) && !isDeclarationFile(entry.name) && leadsToFile(entry, path)) {
      if (!isIgnored(path, "file", ignores)) files.add(path);
    }
  }
}

function leadsToFile(entry: Dirent, path: string): boolean {
  return entry.isFile() || (entry.isSymbolicLink() && kindOf(path) === "file");
}

/**
 * Hidden folders such as `.git` and `.cache` hold tools' files, but `.github` holds the project's. A hidden folder that
 * is named is searched.
 */
function isHidden(name: string): boolean {
  return name.startsWith(".") && name !== ".github";
}

/**
 * @returns the `.gitignore` files that apply in a named folder: none if they ignore the folder itself, because it was
 * asked for.
 */
function ignoresFor(folder: string): readonly IgnoreFile[] {
  const above = gitIgnoresAbove(folder);
  return isIgnored(folder, "folder", above) ? [] : above;
}

/** @returns the `.gitignore` files above a folder, up to the root of its repository, outermost first. */
function gitIgnoresAbove(folder: string): readonly IgnoreFile[] {
  const above: string[] = [];
  for (let at = folder; !exists(join(at, ".git")); at = dirname(at)) {
    const parent = dirname(at);
    if (parent === at) return [];
    above.unshift(parent);
  }
  return above.reduce<readonly IgnoreFile[]>((ignores, at) => withOwn(at, ignores), []);
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

function withOwn(folder: string, above: readonly IgnoreFile[]): readonly IgnoreFile[] {
  try {
    const patterns = ignore().add(readRegularText(join(folder, ".gitignore"), mostBytes.settings));
    return [...above, { folder, patterns }];
  } catch {
    return above;
  }
}

function isIgnored(path: string, kind: "file" | "folder", ignores: readonly IgnoreFile[]): boolean {
  let ignored = false;
  for (const { folder, patterns } of ignores) {
    const verdict = patterns.test(relative(folder, path).split(sep).join("/") + (kind === "folder" ? "/" : ""));
    // A deeper `.gitignore` overrides those above it, in both directions.
    if (verdict.ignored) ignored = true;
    else if (verdict.unignored) ignored = false;
  }
  return ignored;
}
