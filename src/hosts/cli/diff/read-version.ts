import type { Version } from "../../../changes/change";
import type { ContractFile } from "../../../contract/contract-file";
import { importDiscovery } from "../../../contract/import/discovery/discovery";
import { importOpenapi } from "../../../contract/import/openapi/openapi";
import { bundle } from "../contract/bundle";
import { type DescribedFile, readDescribedFiles } from "../contract/described-files";
import { UsageError } from "../exit";

/** What a description is, by the file that holds it. */
type Form = "openapi" | "discovery" | "contract";

const looksLike =
  /(?:^|[\n{,])\s*["']?(?:openapi["']?\s*:\s*["']?3\.|endpoints["']?\s*:)|["']?kind["']?\s*:\s*["']?discovery#restDescription/u;

/**
 * Reads one version of the description of a service: files, or a folder of them.
 *
 * @throws {UsageError} when it cannot be read, or is none.
 */
export async function readVersion(given: string, cwd: string): Promise<ContractFile & Version> {
  const { files, failures } = readDescribedFiles([given], cwd, { noun: "description", looksLike, refuse });
  const [failure] = failures;
  if (failure !== undefined) throw new UsageError(failure);
  const forms = new Set(files.map(({ value }) => formOf(value)));
  if (forms.size !== 1) throw new UsageError(`${given} holds descriptions of several forms: name one file.`);
  const [form] = forms;
  if (form === "discovery") return importDiscovery(files).contract;
  if (form === "openapi") {
    const documents: { file: string; value: DescribedFile["value"] }[] = [];
    for (const each of files) documents.push({ file: each.file, value: await bundle(each) });
    return importOpenapi(documents, { isWhole: true }).contract;
  }
  const [only, ...others] = files;
  if (!only || others.length > 0) throw new UsageError(`${given} holds several contract files: name one.`);
  return only.value;
}

function formOf({ openapi, kind, endpoints }: DescribedFile["value"]): Form | undefined {
  if (typeof openapi === "string" && openapi.startsWith("3.")) return "openapi";
  if (kind === "discovery#restDescription") return "discovery";
  return typeof endpoints === "object" ? "contract" : undefined;
}

function refuse(value: DescribedFile["value"]): string | undefined {
  if (formOf(value) !== undefined) return undefined;
  return value.swagger !== undefined
    ? "this is Swagger 2.0. Convert it to OpenAPI 3 first, as `npx swagger2openapi` does."
    : "this is no description that is known: OpenAPI 3, a Google discovery document, or a contract file with `endpoints`.";
}
