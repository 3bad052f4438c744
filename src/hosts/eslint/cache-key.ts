import { join } from "node:path";
import type { Linter } from "eslint";
import { loadProject } from "../../contract/configuration/load";
import { configurationDigest } from "../shared/files/configuration-digest";

/**
 * Creates a configuration entry with a hash of the project's configuration file and contracts.
 *
 * `eslint --cache` checks a file again only if the file or ESLint's configuration has changed. With this entry, a
 * change of Restraint's configuration is a change of ESLint's.
 *
 * @param folder the folder in which the search for the configuration begins; by default the working folder.
 */
export function configurationEntry(folder: string = process.cwd()): Linter.Config {
  const configuration = configurationDigest([...loadProject(join(folder, "eslint.config.js")).files].sort());
  return { name: "restraint/configuration", settings: { restraint: { configuration } } };
}
