import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { repositoryRoot } from "../../../contract/repository";
import { mostBytes, readRegularText } from "../../../files/read";
import { parseDataFile } from "../../../contract/data-file";
import type { DescribedFile } from "./described-files";
import { mayImport } from "./may-import";
import { dataKeys, mapsToFiles, withMappedReferences } from "./mapped-references";
import { shareSchemas } from "./shared-schemas";

/**
 * Makes one document of a description that is spread over files. Only files of its repository are read, and none of the net.
 *
 * @throws Error that says which reference leads to nothing.
 */
export async function bundle({ path, value }: DescribedFile): Promise<Readonly<Record<string, unknown>>> {
  if (!refersToFiles(value) && !mapsToFiles(value)) return value;
  const readText = (file: string): string => {
    if (!mayImport(file, path))
      throw new Error(
        `a reference leads out of the repository (${repositoryRoot(dirname(path))}): its file is not read`,
      );
    return readRegularText(file, mostBytes.manifest);
  };
  const readDocument = (file: string): unknown => parse(file, readText(file));
  const { $RefParser } = await import("@apidevtools/json-schema-ref-parser");
  const parser = new $RefParser();
  const bundled: unknown = await parser.bundle(path, {
    continueOnError: false,
    parse: {
      description: {
        order: 1,
        canParse: [".yaml", ".yml", ".json"],
        parse: ({ url, data }: { readonly url: string; readonly data: unknown }) => {
          const file = toPath(url);
          return withMappedReferences(parse(file, String(data)), file, readDocument);
        },
      },
    },
    resolve: {
      http: false,
      file: {
        order: 1,
        read: ({ url }: { readonly url: string }) => readText(toPath(url)),
      },
    },
  });
  return shareSchemas(bundled as Readonly<Record<string, unknown>>);
}

function toPath(url: string): string {
  return url.startsWith("file:") ? fileURLToPath(url) : decodeURIComponent(url);
}

function parse(path: string, text: string): unknown {
  const { value, problems } = parseDataFile(path, text);
  const [problem] = problems;
  if (problem) throw new Error(`${path}:${problem.line}:${problem.column}: ${problem.message}`);
  return value;
}

/** Whether some reference leads to another file. */
function refersToFiles(root: unknown): boolean {
  const pending: unknown[] = [root];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next !== "object" || next === null) continue;
    const reference: unknown = "$ref" in next ? next.$ref : undefined;
    if (typeof reference === "string" && !reference.startsWith("#")) return true;
    for (const [key, value] of Object.entries(next) as [string, unknown][])
      if (typeof value === "object" && !dataKeys.has(key)) pending.push(value);
  }
  return false;
}
