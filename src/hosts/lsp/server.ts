import {
  type CancellationToken,
  type Connection,
  DidChangeWatchedFilesNotification,
  DocumentDiagnosticReportKind,
  FileChangeType,
  type InitializeParams,
  type InitializeResult,
  LSPErrorCodes,
  ResponseError,
  SymbolKind,
  TextDocumentSyncKind,
} from "vscode-languageserver/node";
import { findTypeScript } from "../shared/typescript/find";
import { packageVersion } from "../shared/package/root";
import { codeActions } from "./actions";
import { type Client, pathOf, readClient, withFolders } from "./client";
import { CodeProjects } from "./code-projects";
import { CodeService } from "./code-service";
import { Diagnostics } from "./diagnostics";
import { serve, type ServedFile, type Services } from "./files";
import { listenForLenses } from "./lenses";
import { ManifestService } from "./manifest-service";
import { listenForNavigation } from "./navigation";
import { OpenText } from "./open-text";
import { showWhile } from "./progress";
import { SettingsService } from "./settings-service";
import { listenForStructure } from "./structure";
import { fixAllKind, toCompletionItem, toHover } from "./to-protocol";
import { ClientWatching, PolledFiles } from "./watching";

/** Files on which findings depend. */
const watchedFiles = "**/*.{ts,mts,cts,tsx,js,mjs,cjs,jsx,vue,svelte,json,yaml,yml}";

/** The language server. It holds the open files, and passes each request to the service for the file's type. */
export class Server {
  readonly #connection: Connection;
  readonly #files = new Map<string, OpenText>();
  readonly #watching = new ClientWatching();
  readonly #polled = new PolledFiles(() => {
    this.#refresh();
  });
  readonly #services: Services;
  #client: Client | undefined;
  #diagnostics: Diagnostics | undefined;
  #code: CodeService | undefined;
  #isCodeRefused = false;
  #preparing: Promise<void> | undefined;
  /** Counts edits of all files. An answer is valid only if no edit was counted while it was computed. */
  #edits = 0;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#services = {
      code: () => this.#codeService(),
      manifests: new ManifestService((root, step) => this.#codeService()?.usesBelow(root, step) ?? Promise.resolve([])),
      settings: new SettingsService(),
    };
  }

  listen(): void {
    const connection = this.#connection;
    connection.onInitialize((params) => this.#initialize(params));
    connection.onInitialized(() => {
      this.#initialized();
    });
    connection.onShutdown(() => {
      this.#diagnostics?.close();
      this.#polled.close();
    });
    this.#listenToFiles();
    connection.languages.diagnostics.on(async (params, token) => {
      const items = await this.#answer(params.textDocument.uri, token, (served) => this.#diagnostics?.of(served) ?? []);
      return { kind: DocumentDiagnosticReportKind.Full, items: items ?? [] };
    });
    connection.onCompletion((params, token) =>
      this.#answer(params.textDocument.uri, token, ({ file, path, service }, { completion }) =>
        service
          .offers(file, path, file.offsetAt(params.position))
          .map((offer, index) => toCompletionItem(file, offer, index, completion)),
      ),
    );
    connection.onHover((params, token) =>
      this.#answer(params.textDocument.uri, token, async ({ file, path, service }, { markdown }) => {
        const position = file.offsetAt(params.position);
        const explanation = service.explain(file, path, position);
        if (!explanation) return null;
        const more = await service.remember?.(file, path, position);
        const details = more === undefined ? explanation.details : [...explanation.details, more];
        return toHover(file, { ...explanation, details }, markdown);
      }),
    );
    connection.onCodeAction((params, token) =>
      this.#answer(params.textDocument.uri, token, (served, client) =>
        client.literalActions ? codeActions(served, params, client) : [],
      ),
    );
    listenForLenses(connection, (uri, token, answer) => this.#answer(uri, token, answer));
    listenForNavigation(connection, (uri, token, answer) => this.#answer(uri, token, answer));
    listenForStructure(connection, (uri, token, answer) => this.#answer(uri, token, answer));
    connection.onDocumentSymbol((params, token) =>
      this.#answer(
        params.textDocument.uri,
        token,
        ({ file, path, service }, { nestedSymbols }) =>
          (service.parts?.(file, path) ?? []).map(({ name, range, key }) => {
            const [whole, selectionRange] = [file.rangeOf(range), file.rangeOf(key)];
            return nestedSymbols
              ? { name, kind: SymbolKind.Object, range: whole, selectionRange }
              : { name, kind: SymbolKind.Object, location: { uri: file.uri, range: whole } };
          }) as never,
      ),
    );
    connection.listen();
  }

  #initialize(params: InitializeParams): InitializeResult {
    const client = readClient(params);
    this.#client = client;
    this.#diagnostics = new Diagnostics(this.#connection, client, {
      find: (uri) => this.#served(uri),
      all: () => [...this.#files.keys()].flatMap((uri) => this.#served(uri) ?? []),
      prepare: (served) => this.#prepare(served),
    });
    return {
      serverInfo: { name: "restraint", version: packageVersion() },
      capabilities: {
        positionEncoding: client.encoding,
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
        completionProvider: { triggerCharacters: ['"', "'", "/", "(", ",", ":", " ", "-"] },
        hoverProvider: true,
        codeActionProvider: { codeActionKinds: ["quickfix", "refactor.rewrite", fixAllKind] },
        documentSymbolProvider: true,
        foldingRangeProvider: true,
        selectionRangeProvider: true,
        documentLinkProvider: {},
        codeLensProvider: {},
        definitionProvider: true,
        referencesProvider: true,
        renameProvider: client.preparesRename ? { prepareProvider: true } : true,
        ...(client.options.selectedFields && { inlayHintProvider: true }),
        ...(client.pulls && {
          diagnosticProvider: { identifier: "restraint", interFileDependencies: true, workspaceDiagnostics: false },
        }),
        workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
      },
    };
  }

  #initialized(): void {
    if (this.#client?.changesFolders === true)
      this.#connection.workspace.onDidChangeWorkspaceFolders((change) => {
        if (this.#client) this.#client = withFolders(this.#client, change);
        this.#refresh();
      });
    if (this.#client?.watches !== true) return;
    const watchers = [{ globPattern: watchedFiles }];
    void this.#connection.client.register(DidChangeWatchedFilesNotification.type, { watchers });
  }

  #listenToFiles(): void {
    const connection = this.#connection;
    connection.onDidOpenTextDocument(({ textDocument: { uri, languageId, version, text } }) => {
      const encoding = this.#client?.encoding ?? "utf-16";
      this.#files.set(uri, new OpenText(uri, languageId, version, text, encoding));
      this.#diagnostics?.opened(uri);
      this.#poll(uri);
    });
    connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) => {
      const file = this.#files.get(uri);
      if (!file) return;
      this.#files.set(uri, file.edit(contentChanges, version));
      this.#edits += 1;
      this.#diagnostics?.changed(uri);
    });
    connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
      const served = this.#served(uri);
      this.#files.delete(uri);
      served?.service.close?.(served.path);
      this.#diagnostics?.closed(uri);
    });
    connection.onDidSaveTextDocument(() => {
      if (this.#client?.watches !== true) this.#refresh();
    });
    connection.onDidChangeWatchedFiles(({ changes }) => {
      const types = {
        [FileChangeType.Created]: "created",
        [FileChangeType.Changed]: "changed",
        [FileChangeType.Deleted]: "deleted",
      } as const;
      this.#watching.dispatch(
        changes.flatMap(({ uri, type }) => {
          const path = pathOf(uri);
          return path === undefined ? [] : [{ path, type: types[type] }];
        }),
      );
      this.#refresh();
    });
  }

  /** Polls the files on which the findings of an open file depend, if the client does not watch files. */
  #poll(uri: string): void {
    const path = pathOf(uri);
    if (this.#client?.watches === true || path === undefined) return;
    this.#polled.watch(SettingsService.filesFor(path));
  }

  #refresh(): void {
    this.#code?.refresh();
    this.#diagnostics?.refresh();
  }

  #served(uri: string): ServedFile | undefined {
    const file = this.#files.get(uri);
    return file && this.#client && serve(file, this.#client, this.#services);
  }

  /**
   * Answers a request about an open file. Messages that arrived in the meantime are handled first, so that no work is
   * done for a cancelled request or a changed text.
   *
   * @returns `null` if there is no answer.
   */
  async #answer<T>(
    uri: string,
    token: CancellationToken,
    answer: (served: ServedFile, client: Client) => T | Promise<T>,
  ): Promise<T | null> {
    const before = this.#files.get(uri);
    const throwIfUnwanted = (): void => {
      if (token.isCancellationRequested)
        throw new ResponseError(LSPErrorCodes.RequestCancelled, "The request was cancelled.");
      if (before !== this.#files.get(uri))
        throw new ResponseError(LSPErrorCodes.ContentModified, "The file has changed.");
    };
    await new Promise((resolve) => setImmediate(resolve));
    throwIfUnwanted();
    const served = this.#served(uri);
    if (!served || !this.#client) return null;
    await this.#prepare(served);
    throwIfUnwanted();
    try {
      const answered = answer(served, this.#client);
      if (!(answered instanceof Promise)) return answered;
      const edits = this.#edits;
      const value = await answered;
      if (edits !== this.#edits) throw new ResponseError(LSPErrorCodes.ContentModified, "A file has changed.");
      return value;
    } catch (error) {
      if (error instanceof ResponseError) throw error;
      this.#logCrash(`a question about ${uri}`, error);
      return null;
    }
  }

  /** Prepares the first check of a file, one file after another, while the client shows progress if it can. */
  async #prepare({ file, path, service }: ServedFile): Promise<void> {
    if (this.#client?.showsProgress !== true) return;
    while (this.#preparing) await this.#preparing;
    const preparation = service.preparation?.(path, file.text);
    if (!preparation) return;
    this.#preparing = showWhile(this.#connection, preparation.title, preparation.run).catch((error: unknown) => {
      this.#logCrash(`the preparation of ${path}`, error);
    });
    await this.#preparing;
    this.#preparing = undefined;
  }

  #codeService(): CodeService | undefined {
    if (this.#code || this.#isCodeRefused) return this.#code;
    const ts = findTypeScript();
    if (!ts) {
      this.#isCodeRefused = true;
      this.#connection.console.error(
        "Code is not checked: the TypeScript beside eslint-plugin-restraint is 7 or later. Install typescript@6.0 there.",
      );
      return undefined;
    }
    const watching = this.#client?.watches === true ? this.#watching : undefined;
    const log = (message: string): void => {
      this.#connection.console.error(message);
    };
    this.#code = new CodeService(ts, new CodeProjects(ts, watching, log), (what, error) => {
      this.#logCrash(what, error);
    });
    return this.#code;
  }

  #logCrash(what: string, error: unknown): void {
    this.#connection.console.error(
      `${what} crashed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
  }
}
