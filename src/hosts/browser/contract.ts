import { parseAllDocuments, stringify, type Document } from "yaml";
import type { ContractFile } from "../../contract/file/contract-file";
import { importCrds } from "../../contract/import/crd";
import { importGithubPermissions } from "../../contract/import/github-permissions";
import { importOpenapi } from "../../contract/import/openapi/openapi";
import { isObject } from "../../value/plain-object";

/** A contract imported from a published description. */
export interface MadeContract {
  /** The recognised kind of source; absent if it is not recognised. */
  readonly kind?: string;
  /** The contract file; empty where the import failed. */
  readonly text: string;
  /** The addresses of the service that the source states; absent if the source describes no service of its own. */
  readonly baseUrls?: readonly string[];
  /** Notes for the user. */
  readonly notes: readonly string[];
}

interface Importer {
  readonly kind: string;
  readonly accepts: (documents: readonly unknown[]) => boolean;
  readonly run: (documents: readonly unknown[]) => {
    readonly contract: ContractFile;
    readonly notes: readonly string[];
  };
}

const file = "source";
const openapi = "an OpenAPI description";

const importers: readonly Importer[] = [
  {
    kind: "custom resource definitions",
    accepts: (documents) =>
      documents.some((each) => isObject(each) && (each.kind === "CustomResourceDefinition" || "items" in each)),
    run: (documents) => importCrds(documents.map((value) => ({ file, value }))),
  },
  {
    kind: openapi,
    accepts: (documents) => documents.some((each) => isObject(each) && "openapi" in each && "paths" in each),
    run: (documents) => importOpenapi(documents.filter(isObject).map((value) => ({ file, value }))),
  },
  {
    kind: "permissions of a GitHub App",
    accepts: (documents) =>
      documents.some(
        (each) => isObject(each) && Object.values(each).some((one) => isObject(one) && "permissions" in one),
      ),
    run: (documents) => importGithubPermissions(documents.map((value) => ({ file, value }))),
  },
];

/** Derives a contract from a text, by the kind of its content. */
export function makeContract(source: string): MadeContract {
  const parsed = parseAllDocuments(source, { uniqueKeys: false, logLevel: "silent" });
  const documents: readonly Document[] = "empty" in parsed ? [] : parsed;
  const mistake = documents.flatMap(({ errors }) => errors)[0];
  if (mistake) return { text: "", notes: [`It is not valid YAML: ${mistake.message.split("\n")[0] ?? ""}`] };
  const values = documents.map((document) => document.toJS() as unknown);
  const importer = importers.find(({ accepts }) => accepts(values));
  if (!importer) return { text: "", notes: [`Paste ${importers.map(({ kind }) => kind).join(", or ")}.`] };
  const { contract, notes } = importer.run(values);
  return {
    kind: importer.kind,
    text: stringify(contract, { lineWidth: 0, aliasDuplicateObjects: false }),
    ...(importer.kind === openapi && { baseUrls: values.flatMap(serversOf) }),
    notes,
  };
}

/** @returns the server URLs of an OpenAPI description, except those with variables. */
function serversOf(description: unknown): readonly string[] {
  const servers: readonly unknown[] =
    isObject(description) && Array.isArray(description.servers) ? description.servers : [];
  return servers.flatMap((server) =>
    isObject(server) && typeof server.url === "string" && /^https?:\/\/[^{}\s]+$/u.test(server.url) ? [server.url] : [],
  );
}
