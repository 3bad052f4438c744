import { join } from "node:path";
import { globSync } from "tinyglobby";
import { mostBytes, readRegularText } from "../../../files/read";
import { stripByteOrderMark } from "../../../text/lines";
import type { Range } from "../../../text/range";
import { readJson } from "../../../value/from-json";
import { readPiece, splitDocuments } from "../../../value/yaml-stream";
import type { ObjectValue, Value } from "../../../value/value";
import type { FilePlace, Step } from "../file-service";

/** More files than this are not looked through while an editor waits. */
const mostFiles = 20_000;

/** @returns the documents of a kind in the YAML and JSON files of a repository, at their `kind`. */
export async function findDocumentsOfKind(
  root: string,
  { name, group }: { readonly name: string; readonly group: string },
  step: Step,
): Promise<readonly FilePlace[]> {
  const options = {
    cwd: root,
    followSymbolicLinks: false,
    ignore: ["**/node_modules/**", "**/.git/**"],
    onlyFiles: true,
  };
  const files = globSync(["**/*.{yaml,yml,json}"], options).sort().slice(0, mostFiles);
  const found: FilePlace[] = [];
  for (const [index, file] of files.entries()) {
    const path = join(root, file);
    const text = readText(path);
    if (text?.includes(name) === true && text.includes(`${group}/`))
      found.push(...placesIn(text, file.endsWith(".json"), { name, group }).map((range) => ({ path, text, range })));
    await step(index + 1, files.length);
  }
  return found;
}

function readText(path: string): string | undefined {
  try {
    return stripByteOrderMark(readRegularText(path, mostBytes.manifest)).text;
  } catch {
    // It is gone, or no file to be read.
    return undefined;
  }
}

function placesIn(
  text: string,
  isJson: boolean,
  sought: { readonly name: string; readonly group: string },
): readonly Range[] {
  const documents = isJson
    ? [readJson(text)]
    : [...splitDocuments(text)].flatMap((piece) => readPiece(text, piece, []));
  return documents.flatMap(({ value }) => (value?.kind === "object" ? rangeOf(value, sought) : []));
}

function rangeOf(
  document: ObjectValue,
  { name, group }: { readonly name: string; readonly group: string },
): readonly Range[] {
  const kind = document.members.find(({ key }) => key === "kind");
  const version = document.members.find(({ key }) => key === "apiVersion");
  if (!kind || textOf(kind.value) !== name) return [];
  return textOf(version?.value)?.startsWith(`${group}/`) === true ? [kind.value.range] : [];
}

function textOf(value: Value | undefined): string | undefined {
  const [part] = value?.kind === "string" ? value.parts : [];
  return part?.kind === "text" ? part.text : undefined;
}
