import { existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Contract } from "../../../contract/contract";
import { kindsSchema } from "../../../contract/kinds/kinds-schema";
import { mostBytes, readRegularText } from "../../../files/read";
import { afterLinks } from "../../../files/paths";
import { replaceFile } from "../../../files/replace";
import { UsageError } from "../exit";
import { isObject } from "../../../value/plain-object";

const schemaFile = ".vscode/restraint-kinds.schema.json";
const settingsFile = ".vscode/settings.json";
const association = "yaml.schemas";

/**
 * Writes the JSON schema of the contract's kinds, and associates it with YAML files in VS Code's settings, for
 * yaml-language-server.
 *
 * @param root the repository's folder.
 * @returns the written files.
 */
export function writeSchemas(contract: Contract, root: string): readonly string[] {
  // Allows a list at the root: such a file is not a manifest, and not an error.
  const schema = { ...(kindsSchema(contract) as object), type: undefined };
  const settings = readSettings(join(root, settingsFile));
  const schemas = settings[association];
  const associated = {
    ...settings,
    [association]: { ...(isObject(schemas) ? schemas : {}), [`./${schemaFile}`]: ["*.yaml", "*.yml"] },
  };
  write(root, schemaFile, schema);
  write(root, settingsFile, associated);
  return [schemaFile, settingsFile];
}

function readSettings(path: string): Readonly<Record<string, unknown>> {
  if (!existsSync(path)) return {};
  let settings: unknown;
  try {
    settings = JSON.parse(readRegularText(path, mostBytes.settings));
  } catch {
    // The settings contain comments or are malformed; rewriting them would lose content.
  }
  if (isObject(settings)) return settings;
  throw new UsageError(
    `${settingsFile} is no plain JSON, and was left as it is; write the schema with \`restraint kinds --format json-schema > ${schemaFile}\`, and add "${association}": { "./${schemaFile}": ["*.yaml", "*.yml"] }`,
  );
}

function write(root: string, name: string, value: unknown): void {
  const path = join(root, name);
  mkdirSync(dirname(path), { recursive: true });
  replaceFile({ path, text: `${JSON.stringify(value, undefined, 2)}\n`, within: [afterLinks(root)] });
}
