import { analyseManifests } from "../../../analysis/manifests";
import type { SeenDocument } from "../../../changes/affected-documents";
import { type ContractFile, toContract } from "../../../contract/file/contract-file";
import { mostBytes } from "../../../files/read";
import { isPatch } from "../../../manifest/patches";
import { getMember, getText } from "../../../manifest/members";
import type { Manifest } from "../../../manifest/manifest";
import { LineTable } from "../../../text/lines";
import { fileTypeOf } from "../../shared/files/file-type";
import { isIgnored } from "../../shared/files/ignored";
import { isPartialFile } from "../../shared/files/partial";
import { discover } from "../check/discover";
import { readText, systemMessage, UnreadableError } from "../check/read";
import { Setups } from "../check/setup";
import { displayName } from "../names";
import { clientName } from "../usage/make";

/** The documents in some files whose kinds a version defines. */
export interface CollectedDocuments {
  readonly documents: readonly SeenDocument[];
  /** One line for each thing that could not be read. */
  readonly troubles: readonly string[];
}

/** Collects documents of a contract's kinds from the YAML and JSON files below some paths. */
export function collectDocuments(
  paths: readonly string[],
  older: ContractFile,
  { cwd, config }: { readonly cwd: string; readonly config?: string },
): CollectedDocuments {
  const contract = toContract(older);
  const setups = new Setups(config);
  const found = discover(paths, cwd);
  const troubles = found.missing.map(({ path, message }) => `${path}: error: ${message}`);
  const client = clientName(cwd);
  const documents: SeenDocument[] = [];
  for (const file of found.files) {
    const language = fileTypeOf(file);
    if ((language !== "yaml" && language !== "json") || isIgnored(setups.for(file).project, file)) continue;
    try {
      const { text } = readText(file, mostBytes.manifest);
      const { project } = setups.for(file);
      const isPartial = (): boolean => isPartialFile(project, file);
      const { manifests, problems } = analyseManifests({ text, language, contract, facts: project.facts, isPartial });
      const lines = new LineTable(text, "data");
      const name = displayName(file, cwd);
      documents.push(...manifests.map((manifest) => documentOf(manifest, { name, lines, client, isPartial })));
      troubles.push(
        ...problems.map(({ range, message }) => {
          const { line, column } = lines.positionAt(range.start);
          return `${name}:${line}:${column}: error: ${message}`;
        }),
      );
    } catch (error) {
      const message = error instanceof UnreadableError ? error.message : systemMessage(error);
      troubles.push(`${displayName(file, cwd)}: error: ${message}`);
    }
  }
  return { documents, troubles };
}

interface Place {
  readonly name: string;
  readonly lines: LineTable;
  readonly client: string;
  /** Whether the file contains only parts of objects. */
  isPartial(): boolean;
}

function documentOf(manifest: Manifest, place: Place): SeenDocument {
  const { name, lines, client } = place;
  const { value, kind, apiVersion, partial } = manifest;
  const metadata = getMember(value, "metadata")?.value;
  const named = metadata?.kind === "object" ? getText(getMember(metadata, "name")) : undefined;
  return {
    site: {
      client,
      file: name,
      ...lines.spanOf(value.range),
      document: named === undefined ? kind : `${kind} ${named}`,
    },
    apiVersion: apiVersion.text ?? "",
    kind,
    value,
    isPart: partial === true || isPatch(value) || place.isPartial(),
    positionAt: (offset) => lines.positionAt(offset),
  };
}
