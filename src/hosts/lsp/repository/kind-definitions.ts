import { join } from "node:path";
import { globSync } from "tinyglobby";
import { parseAllDocuments, type Document, isMap, isScalar } from "yaml";
import { mostBytes, readRegularText } from "../../../files/read";
import { stripByteOrderMark } from "../../../text/lines";
import type { FilePlace } from "../file-service";

/** Where a repository defines kinds: its custom resource definitions. */

/** What stands in the text of every definition. */
const sign = /\b(?:Custom|Composite)ResourceDefinition\b/u;

/** More files than this are not looked through while an editor waits. */
const mostFiles = 20_000;

/**
 * Looks for the definition of a kind in the YAML and JSON files of a repository. Links are not followed, and what others have put there is left out.
 *
 * @param group the API group's name; absent: any.
 * @returns the places of the kind's name in its definitions.
 */
export function findKindDefinitions(root: string, kind: string, group: string | undefined): readonly FilePlace[] {
  const options = {
    cwd: root,
    followSymbolicLinks: false,
    ignore: ["**/node_modules/**", "**/.git/**"],
    onlyFiles: true,
  };
  const files = globSync(["**/*.{yaml,yml,json}"], options).sort().slice(0, mostFiles);
  return files.flatMap((name) => {
    const path = join(root, name);
    const text = readText(path);
    return text !== undefined && sign.test(text) && text.includes(kind) ? placesIn(path, text, kind, group) : [];
  });
}

function readText(path: string): string | undefined {
  try {
    return stripByteOrderMark(readRegularText(path, mostBytes.manifest)).text;
  } catch {
    // It is gone, or no file to be read.
    return undefined;
  }
}

function placesIn(path: string, text: string, kind: string, group: string | undefined): readonly FilePlace[] {
  const parsed = parseAllDocuments(text, { uniqueKeys: false, logLevel: "silent" });
  const documents: readonly Document[] = "empty" in parsed ? [] : parsed;
  return documents.flatMap((document) => {
    const { contents } = document;
    if (!isMap(contents) || !sign.test(String(contents.get("kind")))) return [];
    const node = contents.getIn(["spec", "names", "kind"], true);
    const isGroup = group === undefined || contents.getIn(["spec", "group"]) === group;
    if (!isGroup || !isScalar(node) || node.value !== kind || !node.range) return [];
    return [{ path, text, range: { start: node.range[0], end: node.range[1] } }];
  });
}
