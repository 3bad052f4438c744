import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { importGithubPermissions, type PermissionFile } from "../../../contract/import/github-permissions";
import { stripByteOrderMark } from "../../../text/lines";
import { systemMessage } from "../check/read";
import { type ExitStatus, exitStatus, UsageError } from "../exit";
import { printMessages } from "../output";
import { mostBytes, readRegularText } from "../../../files/read";
import { type ImportOptions, writeContract } from "./write-contract";

export interface ImportPermissionsOptions extends ImportOptions {
  /** The page where GitHub publishes the files, for messages. */
  readonly publishedAt: string;
  /** The name of a version's folder, or a part that occurs in only one of the names. */
  readonly version?: string;
}

/** The file for Apps comes first, because it states the token types. */
const fileNames = ["server-to-server-permissions.json", "fine-grained-pat-permissions.json"];

/**
 * Writes a contract file from published permission files, and prints notes for the user to stderr.
 *
 * @param paths files, folders that contain them, or folders of such folders by version.
 * @returns `couldNotCheck` if a file cannot be read or contains no permission; the others are imported nevertheless.
 * @throws {UsageError} if the version is ambiguous.
 */
export function importPermissionFiles(paths: readonly string[], options: ImportPermissionsOptions): ExitStatus {
  const { cwd, publishedAt, version } = options;
  let status: ExitStatus = exitStatus.clean;
  const fail = (path: string, reason: string): void => {
    const file = relative(cwd, path) || ".";
    printMessages([`restraint: ${file}: ${reason}; GitHub publishes the files at ${publishedAt}`]);
    status = exitStatus.couldNotCheck;
  };
  const found = paths.flatMap((path): string[] => {
    const files = filesIn(resolve(cwd, path));
    if (files.length === 0) fail(resolve(cwd, path), `this folder holds no ${fileNames.join(" and no ")}`);
    return files;
  });
  const chosen = found.length === 0 ? [] : chooseVersion(found, version);
  const read = chosen.flatMap((path): PermissionFile[] => {
    try {
      return [readPermissions(path, relative(cwd, path))];
    } catch (error) {
      fail(path, error instanceof NoPermissionsError ? error.message : systemMessage(error));
      return [];
    }
  });
  const { contract, notes } = importGithubPermissions(read);
  printMessages(notes.map((note) => `note: ${note}`));
  if (contract.permissions === undefined) return status;
  writeContract(contract, "github-permissions", options, ", with `builtin: false`");
  return status;
}

/** A file contains no permissions. The message says what the file contains. */
class NoPermissionsError extends Error {}

/** @throws {NoPermissionsError} if the file contains none, and errors of the file system. */
function readPermissions(path: string, file: string): PermissionFile {
  const { text } = stripByteOrderMark(readRegularText(path, mostBytes.manifest));
  if (text.trim() === "") throw new NoPermissionsError("the file is empty");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new NoPermissionsError(`it is not valid JSON (${error instanceof Error ? error.message : String(error)})`);
  }
  const read = { file, value };
  if (importGithubPermissions([read]).contract.permissions === undefined)
    throw new NoPermissionsError("it holds no permission of an endpoint");
  return read;
}

function filesIn(path: string): string[] {
  if (!existsSync(path) || !statSync(path).isDirectory()) return [path];
  const own = fileNames.map((name) => join(path, name)).filter((each) => existsSync(each));
  if (own.length > 0) return own;
  const folders = readdirSync(path).sort();
  return folders.flatMap((folder) =>
    fileNames.map((name) => join(path, folder, name)).filter((each) => existsSync(each)),
  );
}

/**
 * Chooses the files of one version. Files of two versions are never mixed, because entries that only one has would
 * count too.
 */
function chooseVersion(files: readonly string[], version: string | undefined): readonly string[] {
  const versions = [...new Set(files.map((file) => basename(dirname(file))))];
  if (version !== undefined) {
    const exact = versions.filter((each) => each === version);
    const chosen = exact.length > 0 ? exact : versions.filter((each) => each.includes(version));
    if (chosen.length !== 1)
      throw new UsageError(
        `${chosen.length === 0 ? "no" : "more than one"} version fits ${version}; there are ${versions.join(", ")}.`,
      );
    return files.filter((file) => basename(dirname(file)) === chosen[0]);
  }
  const names = files.map((file) => basename(file));
  if (versions.length > 1 && new Set(names).size < names.length)
    throw new UsageError(`these are files of several versions: ${versions.join(", ")}. Choose one with --version.`);
  return files;
}
