import { resolve } from "node:path";
import { stringify } from "yaml";
import type { ContractFile } from "../../../contract/file/contract-file";
import { importCrds } from "../../../contract/import/crd";
import { readDefinitions } from "./definition-files";
import { exitStatus, type ExitStatus } from "../exit";
import { print, printError } from "../output";
import { replaceFile } from "../../../files/replace";
import { visible } from "../../../text/visible";

export interface ImportOptions {
  readonly cwd: string;
  /** The contract file to write; by default stdout. */
  readonly output?: string;
}

/**
 * Writes a contract file from custom resource definitions in files and folders, and prints notes for the user to
 * stderr.
 *
 * @returns `couldNotCheck` if a file cannot be read or there is no definition; the others are imported nevertheless.
 */
export function importCrdFiles(files: readonly string[], { cwd, output }: ImportOptions): ExitStatus {
  let status: ExitStatus = exitStatus.clean;
  const fail = (message: string): void => {
    void printError(`restraint: ${visible(message)}\n`);
    status = exitStatus.couldNotCheck;
  };
  const documents = readDefinitions(files, cwd, fail);
  const { contract, notes } = importCrds(documents);
  for (const note of notes) void printError(`note: ${visible(note)}\n`);
  const count = contract.kinds?.length ?? 0;
  if (count === 0) {
    if (documents.length > 0)
      fail("none of the definitions has a version that is served and has a schema: nothing is written");
  } else {
    try {
      write(contract, output === undefined ? undefined : resolve(cwd, output));
    } catch (error) {
      fail(`${output ?? "the standard output"} cannot be written: ${explain(error)}`);
    }
  }
  return status;
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error && error.code === "ENOENT" ? "its folder does not exist" : error.message;
}

function write(contract: ContractFile, output: string | undefined): void {
  const text = `# Made by restraint import crd. Name this file under \`contract\` in restraint.config.yaml.\n${stringify(contract, { lineWidth: 0, aliasDuplicateObjects: false })}`;
  if (output === undefined) void print(text);
  else replaceFile({ path: output, text });
}
