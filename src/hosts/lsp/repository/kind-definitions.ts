import { parseAllDocuments, type Document, isMap, isScalar } from "yaml";
import { mostBytes } from "../../../files/read";
import type { FilePlace } from "../file-service";
import { listFiles, readText } from "./files";

/** Finds the custom resource definitions of a repository. */

/** Occurs in the text of every definition. */
const sign = /\b(?:Custom|Composite)ResourceDefinition\b/u;

/** Limit of searched files, because an editor waits for the answer. */
const mostFiles = 20_000;

/**
 * Finds the definitions of a kind in the YAML and JSON files of a repository.
 *
 * @param group the name of the API group; absent: any.
 * @returns the ranges of the kind's name in its definitions.
 */
export function findKindDefinitions(root: string, kind: string, group: string | undefined): readonly FilePlace[] {
  return listFiles(root, "**/*.{yaml,yml,json}", mostFiles).flatMap((path) => {
    const text = readText(path, mostBytes.manifest);
    return text !== undefined && sign.test(text) && text.includes(kind) ? placesIn(path, text, kind, group) : [];
  });
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
