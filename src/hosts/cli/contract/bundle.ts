import { dirname, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { mostBytes, readRegularText, UnfitFileError } from "../../../files/read";
import { parseDataFile } from "../../../contract/file/data-file";
import { systemMessage } from "../check/read";
import type { DescribedFile } from "./described-files";
import { mayImport } from "./may-import";
import { mapsToFiles, withMappedReferences } from "./mapped-references";
import { shareSchemas } from "./shared-schemas";
import { objectsIn } from "./objects-in";

/**
 * Bundles a description that is spread over files into one document. Reads only files of its repository, and nothing
 * from the network.
 *
 * @throws Error that names the reference that cannot be resolved.
 */
export async function bundle({ path, value }: DescribedFile): Promise<Readonly<Record<string, unknown>>> {
  if (!refersToFiles(value) && !mapsToFiles(value)) return value;
  // The reference parser reports its failures without their causes.
  const failures: Error[] = [];
  const readText = (file: string): string => {
    const name = relative(dirname(path), file);
    if (!mayImport(file, path))
      throw new UnfitFileError(`${name}, to which it refers, lies outside of the repository and is not read`);
    try {
      return readRegularText(file, mostBytes.manifest);
    } catch (error) {
      throw new UnfitFileError(`${name}, to which it refers, ${systemMessage(error)}`);
    }
  };
  const remembering = (make: () => unknown): unknown => {
    try {
      return make();
    } catch (error) {
      if (error instanceof Error) failures.push(error);
      throw error;
    }
  };
  const parse = (file: string, text: string): unknown => {
    const { value: parsed, problems } = parseDataFile(file, text);
    const [problem] = problems;
    if (!problem) return parsed;
    const place = `${relative(dirname(path), file)}:${problem.line}:${problem.column}`;
    throw new UnfitFileError(`it refers to ${place}: ${problem.message}`);
  };
  const readDocument = (file: string): unknown => parse(file, readText(file));
  const { $RefParser } = await import("@apidevtools/json-schema-ref-parser");
  const parser = new $RefParser();
  const bundling: Promise<unknown> = parser.bundle(path, {
    continueOnError: false,
    parse: {
      description: {
        order: 1,
        canParse: [".yaml", ".yml", ".json"],
        parse: ({ url, data }: { readonly url: string; readonly data: unknown }) => {
          const file = toPath(url);
          return remembering(() => withMappedReferences(parse(file, String(data)), file, readDocument));
        },
      },
    },
    resolve: {
      http: false,
      file: {
        order: 1,
        read: ({ url }: { readonly url: string }) => remembering(() => readText(toPath(url))),
      },
    },
  });
  const bundled = await bundling.catch((error: unknown) => {
    throw failures[0] ?? error;
  });
  return shareSchemas(bundled as Readonly<Record<string, unknown>>);
}

function toPath(url: string): string {
  return url.startsWith("file:") ? fileURLToPath(url) : decodeURIComponent(url);
}

/** Whether any reference leads to another file. */
function refersToFiles(root: unknown): boolean {
  for (const { $ref: reference } of objectsIn(root))
    if (typeof reference === "string" && !reference.startsWith("#")) return true;
  return false;
}
