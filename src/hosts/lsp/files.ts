import { join } from "node:path";
import { configurationNames } from "../../contract/configuration/find-configuration";
import { fileTypeOf } from "../shared/files/file-type";
import { type Client, pathOf } from "./client";
import type { FileService } from "./file-service";
import type { OpenText } from "./open-text";
import type { CancellationToken } from "vscode-languageserver/node";

/** The services of a server; an absent one is not wanted. */
export interface Services {
  /** Created when the first code file is opened, so that manifests do not wait for TypeScript. */
  readonly code: () => FileService | undefined;
  readonly manifests: FileService;
  /** Service for configuration and contract files. */
  readonly settings: FileService & { holds(path: string): boolean };
}

/** An open file, with its path and service. */
export interface ServedFile {
  readonly file: OpenText;
  readonly path: string;
  readonly service: FileService;
  readonly isCode: boolean;
}

/** Answers a question about an open file; `null` if no service handles it. */
export type Answer = <T>(
  uri: string,
  token: CancellationToken,
  answer: (served: ServedFile, client: Client) => T | Promise<T>,
) => Promise<T | null>;

/** @returns an open file with its service, or `undefined` if no service handles it. */
export function serve(file: OpenText, { options, folders }: Client, services: Services): ServedFile | undefined {
  const path = pathOf(file.uri) ?? unsavedPath(file, folders[0]);
  if (path === undefined) return undefined;
  if (isConfiguration(path) || services.settings.holds(path))
    return { file, path, service: services.settings, isCode: false };
  const type = fileTypeOf(path);
  if (type === "code" || type === "component") {
    const isWanted = type === "code" ? options.code : options.components;
    const service = isWanted && pathOf(file.uri) !== undefined ? services.code() : undefined;
    return service && { file, path, service, isCode: true };
  }
  const isData = type !== undefined || /^(?:yaml|json)$/u.test(file.languageId);
  return isData && options.manifests ? { file, path, service: services.manifests, isCode: false } : undefined;
}

function isConfiguration(path: string): boolean {
  return configurationNames.some((name) => path.endsWith(`/${name}`) || path.endsWith(`\\${name}`));
}

/**
 * @returns a path for a file that was never saved, in the first folder. Unsaved code has none: it would need a place in
 * a project.
 */
function unsavedPath({ uri, languageId }: OpenText, folder = process.cwd()): string | undefined {
  if (!uri.startsWith("untitled:") || !/^(?:yaml|json)$/u.test(languageId)) return undefined;
  return join(folder, `untitled.${languageId}`);
}
