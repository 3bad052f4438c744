import type { ContractFile } from "../../../contract/file/contract-file";
import type { Convention } from "../../../contract/description/endpoint";
import { importDiscovery } from "../../../contract/import/discovery/discovery";
import { importOpenapi, type DescriptionImport } from "../../../contract/import/openapi/openapi";
import { systemMessage } from "../check/read";
import { exitStatus, type ExitStatus } from "../exit";
import { printMessages } from "../output";
import { bundle } from "./bundle";
import { readDescribedFiles, type DescribedFile, type Sought } from "./described-files";
import { count } from "../../../text/words";
import { type ImportOptions, writeContract } from "./write-contract";
import { discoverySign, openapiSign } from "../../../contract/import/published-forms";

export interface ImportDescriptionOptions extends ImportOptions {
  readonly tokens?: Readonly<Record<string, string>>;
  readonly conventions?: readonly Convention[];
}

type Values = readonly { readonly file: string; readonly value: DescribedFile["value"] }[];

const openapi: Sought = {
  noun: "OpenAPI description",
  looksLike: openapiSign,
  refuse: ({ openapi: version, swagger, kind }) => {
    if (typeof version === "string" && version.startsWith("3.")) return undefined;
    if (swagger !== undefined)
      return "this is Swagger 2.0. Convert it to OpenAPI 3 first, as `npx swagger2openapi` does.";
    if (kind === "discovery#restDescription") return "this is a discovery document. Use `restraint import discovery`.";
    return version === undefined
      ? "this is no OpenAPI description: it has no `openapi`."
      : "the version of OpenAPI is not known: 3.0 and 3.1 are.";
  },
};

const discovery: Sought = {
  noun: "Google discovery document",
  looksLike: discoverySign,
  refuse: ({ kind, openapi: version }) => {
    if (kind === "discovery#restDescription") return undefined;
    return version === undefined
      ? "this is no discovery document: its `kind` is not discovery#restDescription."
      : "this is an OpenAPI description. Use `restraint import openapi`.";
  },
};

/** Writes a contract file from OpenAPI descriptions. See {@link importFiles}. */
export async function importOpenapiFiles(
  paths: readonly string[],
  options: ImportDescriptionOptions,
): Promise<ExitStatus> {
  return importFiles(paths, options, {
    command: "openapi",
    sought: openapi,
    make: (documents) => importOpenapi(documents, options),
  });
}

/** Writes a contract file from discovery documents. See {@link importFiles}. */
export async function importDiscoveryFiles(
  paths: readonly string[],
  options: ImportDescriptionOptions,
): Promise<ExitStatus> {
  return importFiles(paths, options, { command: "discovery", sought: discovery, make: importDiscovery });
}

interface Importer {
  readonly command: string;
  readonly sought: Sought;
  readonly make: (documents: Values) => DescriptionImport;
}

/**
 * Reads descriptions, writes their contract, and prints notes for the user to stderr.
 *
 * @returns `couldNotCheck` if a file cannot be read or is not such a description; the others are imported nevertheless.
 */
async function importFiles(
  paths: readonly string[],
  options: ImportDescriptionOptions,
  { command, sought, make }: Importer,
): Promise<ExitStatus> {
  const { files, failures } = readDescribedFiles(paths, options.cwd, sought);
  const failed = [...failures];
  const documents: { file: string; value: DescribedFile["value"] }[] = [];
  for (const each of files) {
    try {
      documents.push({ file: each.file, value: command === "openapi" ? await bundle(each) : each.value });
    } catch (error) {
      failed.push(`${each.file}: ${systemMessage(error)}`);
    }
  }
  const { contract, notes } = make(documents);
  printMessages(notes.map((note) => `note: ${note}`));
  failed.push(...write(contract, command, options, failed.length === 0));
  printMessages(failed.map((failure) => `restraint: ${failure}`));
  return failed.length > 0 ? exitStatus.couldNotCheck : exitStatus.clean;
}

/**
 * Writes a contract, and prints its number of endpoints and kinds.
 *
 * @param isWhole whether all files were read: only then is an empty contract a failure of its own.
 * @returns the failures.
 */
function write(contract: ContractFile, command: string, options: ImportOptions, isWhole: boolean): readonly string[] {
  const { output } = options;
  const endpoints = Object.keys(contract.endpoints ?? {}).length;
  const kinds = contract.kinds?.length ?? 0;
  if (endpoints + kinds === 0) return isWhole ? ["there is no endpoint in these files."] : [];
  try {
    writeContract(contract, command, options);
    const counts = [count(endpoints, "endpoint"), ...(kinds > 0 ? [count(kinds, "kind")] : [])].join(" and ");
    if (output !== undefined) printMessages([`${output}: ${counts}.`]);
    return [];
  } catch (error) {
    return [`${output ?? "the standard output"} cannot be written: ${systemMessage(error)}`];
  }
}
