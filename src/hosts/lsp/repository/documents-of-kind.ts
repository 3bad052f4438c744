import { mostBytes } from "../../../files/read";
import { getMember, getText } from "../../../manifest/members";
import type { Range } from "../../../text/range";
import type { ObjectValue } from "../../../value/value";
import type { FilePlace, Step } from "../file-service";
import { listFiles, readText } from "./files";
import { readDocuments } from "../../../value/documents";

/** Limit of searched files, because an editor waits for the answer. */
const mostFiles = 20_000;

/** @returns the documents of a kind in a repository's YAML and JSON files, each with the range of its `kind`. */
export async function findDocumentsOfKind(
  root: string,
  { name, group }: { readonly name: string; readonly group: string },
  step: Step,
): Promise<readonly FilePlace[]> {
  const files = listFiles(root, "**/*.{yaml,yml,json}", mostFiles);
  const found: FilePlace[] = [];
  for (const [index, path] of files.entries()) {
    const text = readText(path, mostBytes.manifest);
    if (text?.includes(name) === true && text.includes(`${group}/`))
      for (const { value } of readDocuments(text, path.endsWith(".json") ? "json" : "yaml"))
        if (value?.kind === "object")
          found.push(...rangeOf(value, { name, group }).map((range) => ({ path, text, range })));
    await step(index + 1, files.length);
  }
  return found;
}

function rangeOf(
  document: ObjectValue,
  { name, group }: { readonly name: string; readonly group: string },
): readonly Range[] {
  const kind = getMember(document, "kind");
  if (!kind || getText(kind) !== name) return [];
  return getText(getMember(document, "apiVersion"))?.startsWith(`${group}/`) === true ? [kind.value.range] : [];
}
