import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { stringify } from "yaml";
import { importGithubPermissions, type PermissionFile } from "../../../contract/import/github-permissions";
import { stripByteOrderMark } from "../../../text/lines";
import { systemMessage } from "../check/read";
import { type ExitStatus, exitStatus, UsageError } from "../exit";
import { print, printError } from "../output";
import { visible } from "../../../text/visible";
import { mostBytes, readRegularText } from "../../../files/read";
import { replaceFile } from "../../../files/replace";

export interface ImportPermissionsOptions {
  readonly cwd: string;
  /** Where GitHub publishes the files: for messages. */
  readonly publishedAt: string;
  /** Where the contract goes; absent: stdout. */
  readonly output?: string;
  /** A version's folder, or a part of its name that only one has. */
  readonly version?: string;
}

/** The App's file goes first, as it tells the token types. */
const fileNames = ["server-to-server-permissions.json", "fine-grained-pat-permissions.json"];

/**
 * Makes a contract file of published permission files, and says on stderr what a person should know of it.
 *
 * @param paths files, or folders that hold them or folders of them by version.
 * @returns `couldNotCheck` when a file cannot be read or holds no permission; the others are imported all the same.
 * @throws {UsageError} when it is not clear which version is meant.
 */
export function importPermissionFiles(
  paths: readonly string[],
  { cwd, publishedAt, output, version }: ImportPermissionsOptions,
): ExitStatus {
  let status: ExitStatus = exitStatus.clean;
  const fail = (path: string, reason: string): void => {
    const file = relative(cwd, path) || ".";
    void printError(`restraint: ${visible(`${file}: ${reason}; GitHub publishes the files at ${publishedAt}`)}\n`);
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
  for (const note of notes) void printError(`note: ${visible(note)}\n`);
  if (contract.permissions === undefined) return status;
  const text = `# Made by restraint import github-permissions. Name this file under \`contract\` in restraint.config.yaml, with \`builtin: false\`.\n${stringify(contract, { lineWidth: 0, aliasDuplicateObjects: false })}`;
  if (output === undefined) void print(text);
  else replaceFile({ path: resolve(cwd, output), text });
  return status;
}

/** What a file holds that holds no permissions, in words. */
class NoPermissionsError extends Error {}

/** @throws {NoPermissionsError} where the file has none, and the system's errors. */
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

/** Files of two versions are never mixed: what one has and the other has not would both count. */
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
