import type {
  ClientCapabilities,
  InitializeParams,
  WorkspaceFolder,
  WorkspaceFoldersChangeEvent,
} from "vscode-languageserver/node";
import { fileURLToPath } from "node:url";
import type { Encoding } from "./open-text";

/** The client's abilities and settings that make a difference. */
export interface Client {
  readonly encoding: Encoding;
  /** Whether it requests diagnostics; otherwise the server sends them. */
  readonly pulls: boolean;
  readonly refreshes: boolean;
  readonly watches: boolean;
  readonly changesFolders: boolean;
  readonly showsProgress: boolean;
  readonly versionedEdits: boolean;
  readonly literalActions: boolean;
  readonly markdown: boolean;
  readonly nestedSymbols: boolean;
  /** Whether it asks if something can be renamed before it asks for a name. */
  readonly preparesRename: boolean;
  readonly completion: { readonly snippets: boolean; readonly labelDetails: boolean };
  readonly options: ServerOptions;
  /** Absolute paths. */
  readonly folders: readonly string[];
}

/** The user's settings for the server, from `initializationOptions`. */
export interface ServerOptions {
  /** Whether to check code. `false` leaves it to the TypeScript plugin or to ESLint in the same editor. */
  readonly code: boolean;
  /** Whether to check the scripts of Vue and Svelte components, which the TypeScript plugin does not. */
  readonly components: boolean;
  readonly manifests: boolean;
  /** Whether to show a hint after each selector with the number of fields that it selects. */
  readonly selectedFields: boolean;
}

/** @returns the abilities and settings that the client states; all others are off. */
export function readClient(params: InitializeParams): Client {
  const { capabilities } = params;
  return {
    encoding: chooseEncoding(capabilities),
    ...readTextDocument(capabilities.textDocument),
    ...readWorkspace(capabilities.workspace),
    showsProgress: capabilities.window?.workDoneProgress === true,
    options: readOptions(params.initializationOptions),
    folders: pathsOf(params.workspaceFolders ?? []),
  };
}

type OfDocuments = Pick<
  Client,
  "pulls" | "literalActions" | "markdown" | "nestedSymbols" | "preparesRename" | "completion"
>;

function readTextDocument(can: ClientCapabilities["textDocument"] = {}): OfDocuments {
  const item = can.completion?.completionItem;
  return {
    pulls: can.diagnostic !== undefined,
    literalActions: can.codeAction?.codeActionLiteralSupport !== undefined,
    markdown: can.hover?.contentFormat?.[0] === "markdown",
    nestedSymbols: can.documentSymbol?.hierarchicalDocumentSymbolSupport === true,
    preparesRename: can.rename?.prepareSupport === true,
    completion: { snippets: item?.snippetSupport === true, labelDetails: item?.labelDetailsSupport === true },
  };
}

type OfWorkspace = Pick<Client, "refreshes" | "watches" | "changesFolders" | "versionedEdits">;

function readWorkspace(can: ClientCapabilities["workspace"] = {}): OfWorkspace {
  return {
    refreshes: can.diagnostics?.refreshSupport === true,
    watches: can.didChangeWatchedFiles?.dynamicRegistration === true,
    changesFolders: can.workspaceFolders === true,
    versionedEdits: can.workspaceEdit?.documentChanges === true,
  };
}

/** @returns the first encoding that the client prefers and the server supports; UTF-16 is the one that all support. */
function chooseEncoding({ general }: ClientCapabilities): Encoding {
  const known = ["utf-8", "utf-16", "utf-32"] as const;
  return general?.positionEncodings?.flatMap((name) => known.find((each) => each === name) ?? [])[0] ?? "utf-16";
}

function readOptions(given: unknown): ServerOptions {
  const options = typeof given === "object" && given !== null ? (given as Readonly<Record<string, unknown>>) : {};
  const code = options.code !== false;
  return {
    code,
    components: options.components === undefined ? code : options.components !== false,
    manifests: options.manifests !== false,
    selectedFields: options.selectedFields === true,
  };
}

/** @returns the client after folders were added to its workspace or removed. */
export function withFolders(client: Client, { added, removed }: WorkspaceFoldersChangeEvent): Client {
  const gone = new Set(pathsOf(removed));
  return { ...client, folders: [...client.folders.filter((folder) => !gone.has(folder)), ...pathsOf(added)] };
}

function pathsOf(folders: readonly WorkspaceFolder[]): readonly string[] {
  return folders.flatMap(({ uri }) => pathOf(uri) ?? []);
}

/** @returns the absolute path of a file URI, or `undefined` for any other. */
export function pathOf(uri: string): string | undefined {
  try {
    return uri.startsWith("file:") ? fileURLToPath(uri) : undefined;
  } catch {
    // The URI names another machine, or is malformed.
    return undefined;
  }
}
