import { stringify } from "yaml";
import type { ContractFile } from "../../../contract/contract-file";
import { replaceFile } from "../../../files/replace";
import { print } from "../output";

/**
 * Writes a contract file. Endpoints and shared schemas stand on a line of their own each: so a large file can be read where it is needed, and
 * what changes between two versions shows by endpoint.
 *
 * @param output absolute; absent: the standard output.
 * @throws Error of the file system.
 */
export function writeContract(
  contract: ContractFile,
  { command, output }: { readonly command: string; readonly output: string | undefined },
): void {
  const { endpoints, schemas, ...rest } = contract;
  const text = [
    `# Made by restraint import ${command}. Name this file under \`contract\` in restraint.config.yaml.\n`,
    Object.keys(rest).length > 0 ? stringify(rest, { lineWidth: 0, aliasDuplicateObjects: false }) : "",
    endpoints === undefined ? "" : lines("endpoints", endpoints),
    schemas === undefined ? "" : lines("schemas", schemas),
  ].join("");
  if (output === undefined) void print(text);
  else replaceFile({ path: output, text });
}

function lines(name: string, entries: Readonly<Record<string, unknown>>): string {
  const written = Object.entries(entries).map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)}\n`);
  return written.length === 0 ? `${name}: {}\n` : `${name}:\n${written.join("")}`;
}
