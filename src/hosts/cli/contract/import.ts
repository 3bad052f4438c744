import { importCrds } from "../../../contract/import/crd";
import { readDefinitions } from "./definition-files";
import { exitStatus, type ExitStatus } from "../exit";
import { printMessages } from "../output";
import { type ImportOptions, writeContract } from "./write-contract";

/**
 * Writes a contract file from custom resource definitions in files and folders, and prints notes for the user to
 * stderr.
 *
 * @returns `couldNotCheck` if a file cannot be read or there is no definition; the others are imported nevertheless.
 */
export function importCrdFiles(files: readonly string[], options: ImportOptions): ExitStatus {
  let status: ExitStatus = exitStatus.clean;
  const fail = (message: string): void => {
    printMessages([`restraint: ${message}`]);
    status = exitStatus.couldNotCheck;
  };
  const documents = readDefinitions(files, options.cwd, fail);
  const { contract, notes } = importCrds(documents);
  printMessages(notes.map((note) => `note: ${note}`));
  const count = contract.kinds?.length ?? 0;
  if (count === 0) {
    if (documents.length > 0)
      fail("none of the definitions has a version that is served and has a schema: nothing is written");
  } else {
    try {
      writeContract(contract, "crd", options);
    } catch (error) {
      fail(`${options.output ?? "the standard output"} cannot be written: ${explain(error)}`);
    }
  }
  return status;
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error && error.code === "ENOENT" ? "its folder does not exist" : error.message;
}
