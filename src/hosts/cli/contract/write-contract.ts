import { resolve } from "node:path";
import { stringify } from "yaml";
import type { ContractFile } from "../../../contract/file/contract-file";
import { replaceFile } from "../../../files/replace";
import { print } from "../output";

export interface ImportOptions {
  readonly cwd: string;
  /** The contract file to write; by default stdout. */
  readonly output?: string;
}

/**
 * Writes the contract file that an import has made. Each endpoint and shared schema has a line of its own: entries of a
 * large file can be read on demand, and a diff of two versions shows changes by endpoint.
 *
 * @param advice what else the configuration has to say.
 * @throws Error of the file system.
 */
export function writeContract(
  contract: ContractFile,
  command: string,
  { cwd, output }: ImportOptions,
  advice = "",
): void {
  const { endpoints, schemas, ...rest } = contract;
  const text = [
    `# Made by restraint import ${command}. Name this file under \`contract\` in restraint.config.yaml${advice}.\n`,
    Object.keys(rest).length > 0 ? stringify(rest, { lineWidth: 0, aliasDuplicateObjects: false }) : "",
    endpoints === undefined ? "" : lines("endpoints", endpoints),
    schemas === undefined ? "" : lines("schemas", schemas),
  ].join("");
  if (output === undefined) void print(text);
  else replaceFile({ path: resolve(cwd, output), text });
}

function lines(name: string, entries: Readonly<Record<string, unknown>>): string {
  const written = Object.entries(entries).map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)}\n`);
  return written.length === 0 ? `${name}: {}\n` : `${name}:\n${written.join("")}`;
}
