import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { Version } from "../../../changes/change";
import type { ContractFile } from "../../../contract/file/contract-file";
import { importCrds } from "../../../contract/import/crd";
import { importGithubPermissions } from "../../../contract/import/github-permissions";
import { importDiscovery } from "../../../contract/import/discovery/discovery";
import { importOpenapi } from "../../../contract/import/openapi/openapi";
import { mostBytes, tryReadText } from "../../../files/read";
import { readDefinitions } from "../contract/definition-files";
import { filesBelow } from "../contract/files-below";
import { bundle } from "../contract/bundle";
import { type DescribedFile, readDescribedFiles } from "../contract/described-files";
import { UsageError } from "../exit";

/** Formats of a description, recognised by content. */
type Form = "openapi" | "discovery" | "contract" | "permissions";

const looksLike =
  /(?:^|[\n{,])\s*["']?(?:openapi["']?\s*:\s*["']?3\.|(?:endpoints|permissions|kinds)["']?\s*:)|["']?kind["']?\s*:\s*["']?discovery#restDescription/u;

/**
 * Reads one version of a service's description: a file, or a folder of files.
 *
 * @throws {UsageError} if it cannot be read or contains no description.
 */
export async function readVersion(given: string, cwd: string): Promise<ContractFile & Version> {
  if (holdsDefinitions(resolve(cwd, given))) return readKinds(given, cwd);
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
  if (form === "permissions") return importGithubPermissions(files).contract;
  const [only, ...others] = files;
  if (!only || others.length > 0) throw new UsageError(`${given} holds several contract files: name one.`);
  return only.value;
}

const definesKinds = /^[\s-]*["']?kind["']?\s*:\s*["']?(?:Custom|Composite)ResourceDefinition\b/mu;

/** Whether a file defines kinds, or a folder contains such a file and no other description. */
function holdsDefinitions(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory() !== true) return stats !== undefined && definesKinds.test(peek(path));
  const { files } = filesBelow(path, (folder) => folder === "node_modules" || folder.startsWith("."));
  const texts = files.map(peek);
  return texts.some((text) => definesKinds.test(text)) && !texts.some((text) => looksLike.test(text));
}

/** @returns a file's text, or an empty one on an error, which the reader reports later. */
function peek(path: string): string {
  return tryReadText(path, mostBytes.manifest) ?? "";
}

/** @throws {UsageError} if a file cannot be read or no kind is defined. */
function readKinds(given: string, cwd: string): ContractFile {
  const failures: string[] = [];
  const { contract } = importCrds(readDefinitions([given], cwd, (message) => failures.push(message)));
  const [failure = `${given}: none of the definitions has a version that is served and has a schema.`] = failures;
  if (failures.length > 0 || contract.kinds?.length === 0) throw new UsageError(failure);
  return contract;
}

function formOf(value: DescribedFile["value"]): Form | undefined {
  const { openapi, kind, endpoints, kinds, permissions } = value;
  if (typeof openapi === "string" && openapi.startsWith("3.")) return "openapi";
  if (kind === "discovery#restDescription") return "discovery";
  if (typeof endpoints === "object" || Array.isArray(kinds) || Array.isArray(permissions)) return "contract";
  return Object.values(value).some(isPermission) ? "permissions" : undefined;
}

/** Whether a value is an entry of GitHub's permission files. */
function isPermission(value: unknown): boolean {
  return typeof value === "object" && value !== null && Array.isArray((value as { permissions?: unknown }).permissions);
}

function refuse(value: DescribedFile["value"]): string | undefined {
  if (formOf(value) !== undefined) return undefined;
  return value.swagger !== undefined
    ? "this is Swagger 2.0. Convert it to OpenAPI 3 first, as `npx swagger2openapi` does."
    : "this is no description that is known: OpenAPI 3, a Google discovery document, a custom resource definition, GitHub's permissions, or a contract file.";
}
