import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { mayRead, repositoryRoot } from "../../../contract/repository";
import { mostBytes, readRegularText } from "../../../files/read";
import type { DescribedFile } from "./described-files";

/**
 * Makes one document of a description that is spread over files. Only files of its repository are read, and none of the net.
 *
 * @throws Error that says which reference leads to nothing.
 */
export async function bundle({ path, value }: DescribedFile): Promise<Readonly<Record<string, unknown>>> {
  if (!refersToFiles(value)) return value;
  const { $RefParser } = await import("@apidevtools/json-schema-ref-parser");
  const parser = new $RefParser();
  const bundled: unknown = await parser.bundle(path, {
    continueOnError: false,
    resolve: {
      http: false,
      file: {
        order: 1,
        read: ({ url }: { readonly url: string }) => {
          const file = url.startsWith("file:") ? fileURLToPath(url) : decodeURIComponent(url);
          if (!mayRead(file, path))
            throw new Error(
              `a reference leads out of the repository (${repositoryRoot(dirname(path))}): its file is not read`,
            );
          return readRegularText(file, mostBytes.manifest);
        },
      },
    },
  });
  return bundled as Readonly<Record<string, unknown>>;
}

/** What stands below these keys is data, in which a reference is none. */
const data = new Set(["example", "examples", "default", "enum", "const"]);

/** Whether some reference leads to another file. */
function refersToFiles(root: unknown): boolean {
  const pending: unknown[] = [root];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next !== "object" || next === null) continue;
    const reference: unknown = "$ref" in next ? next.$ref : undefined;
    if (typeof reference === "string" && !reference.startsWith("#")) return true;
    for (const [key, value] of Object.entries(next) as [string, unknown][])
      if (typeof value === "object" && !data.has(key)) pending.push(value);
  }
  return false;
}
