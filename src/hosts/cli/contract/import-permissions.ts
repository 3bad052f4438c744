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
  { cwd, output, version }: ImportPermissionsOptions,
): ExitStatus {
  let status: ExitStatus = exitStatus.clean;
  const fail = (message: string): void => {
    void printError(`restraint: ${visible(message)}\n`);
    status = exitStatus.couldNotCheck;
  };
  const files = chooseVersion(
    paths.flatMap((path) => filesIn(resolve(cwd, path))),
    version,
  );
  const read = files.flatMap((path): PermissionFile[] => {
    const file = relative(cwd, path);
    try {
      return [
        { file, value: JSON.parse(stripByteOrderMark(readRegularText(path, mostBytes.manifest)).text) as unknown },
      ];
    } catch (error) {
      fail(
        `${file}: ${error instanceof SyntaxError ? `it is not valid JSON: ${error.message}` : systemMessage(error)}`,
      );
      return [];
    }
  });
  const { contract, notes } = importGithubPermissions(read);
  for (const note of notes) void printError(`note: ${visible(note)}\n`);
  if (contract.permissions === undefined) {
    fail(
      "there is no permission in these files; name the JSON files that the service publishes, or their folder: those of https://github.com/github/docs/tree/main/src/github-apps/data",
    );
    return status;
  }
  const text = `# Made by restraint import github-permissions. Name this file under \`contract\` in restraint.config.yaml, with \`builtin: false\`.\n${stringify(contract, { lineWidth: 0, aliasDuplicateObjects: false })}`;
  if (output === undefined) void print(text);
  else replaceFile({ path: resolve(cwd, output), text });
  return status;
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
