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
 * Writes the schema of the contract's kinds, and tells yaml-language-server of it in VS Code's settings of the repository.
 *
 * @param root the repository's folder.
 * @returns the files that were written.
 */
export function writeSchemas(contract: Contract, root: string): readonly string[] {
  // A file with a list at its root is no manifest, and no mistake.
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
    // It has comments, or is malformed: nothing of it must be lost.
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
