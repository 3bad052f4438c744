import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  type ClientCapabilities,
  createProtocolConnection,
  type CodeAction,
  type CompletionItem,
  type Diagnostic,
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  ExitNotification,
  type Hover,
  InitializedNotification,
  InitializeRequest,
  type InitializeResult,
  type MessageConnection,
  type Position,
  type ProtocolConnection,
  PublishDiagnosticsNotification,
  type Range,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
  type TextEdit,
} from "vscode-languageserver/node";
import { root } from "../fixtures";

/** The capabilities of an editor that supports everything. */
export const fullCapabilities: ClientCapabilities = {
  general: { positionEncodings: ["utf-16"] },
  workspace: { workspaceEdit: { documentChanges: true }, diagnostics: { refreshSupport: true } },
  textDocument: {
    completion: { completionItem: { snippetSupport: true, labelDetailsSupport: true } },
    hover: { contentFormat: ["markdown", "plaintext"] },
    codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix", "refactor", "source"] } } },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    diagnostic: {},
  },
};

const ownCommand: readonly string[] = [process.execPath, join(root, "dist/src/hosts/cli/main.js"), "lsp", "--stdio"];

/** A process of `restraint lsp`, and a client that drives it like an editor. */
export class LanguageServer {
  readonly process: ChildProcess;
  readonly connection: ProtocolConnection;
  /** Messages in the server's log. */
  readonly log: string[] = [];
  /** The last published diagnostics by URI. */
  readonly told = new Map<string, Diagnostic[]>();
  /** The URI of each publication, in order. */
  readonly tellings: string[] = [];
  /** Progress notifications: `begin`, `report` or `end`, with the title. */
  readonly progress: string[] = [];
  readonly #ended: Promise<number | null>;
  readonly #listeners = new Set<() => void>();
  readonly #versions = new Map<string, number>();

  /** @param command starts the server. */
  constructor(folder: string, command: readonly string[] = ownCommand) {
    const [program = "", ...args] = command;
    this.process = spawn(program, args, {
      cwd: folder,
      stdio: ["pipe", "pipe", "inherit"],
    });
    const { stdin, stdout } = this.process;
    if (!stdin || !stdout) throw new Error("the server has no standard input and output");
    this.connection = createProtocolConnection(new StreamMessageReader(stdout), new StreamMessageWriter(stdin));
    this.connection.onNotification("window/logMessage", ({ message }: { message: string }) => this.log.push(message));
    this.connection.onNotification(PublishDiagnosticsNotification.type, ({ uri, diagnostics }) => {
      this.told.set(uri, diagnostics);
      this.tellings.push(uri);
      for (const listener of this.#listeners) listener();
    });
    this.connection.onRequest("workspace/diagnostic/refresh", () => null);
    this.connection.onRequest("client/registerCapability", () => null);
    this.connection.onRequest("window/workDoneProgress/create", () => null);
    // Its type omits the method.
    (this.connection as unknown as MessageConnection).onUnhandledProgress(({ value }) => {
      const { kind, title } = value as { kind: string; title?: string };
      this.progress.push(title === undefined ? kind : `${kind} ${title}`);
    });
    this.connection.onError(() => undefined);
    this.connection.listen();
    this.#ended = new Promise((resolve) => this.process.on("exit", resolve));
  }

  /** @param folder the folder of the workspace, or its folders. */
  async start(
    folder: string | readonly string[],
    capabilities: ClientCapabilities = fullCapabilities,
    options?: object,
  ): Promise<InitializeResult> {
    const folders = typeof folder === "string" ? [folder] : folder;
    const result = await this.connection.sendRequest(InitializeRequest.type, {
      processId: process.pid,
      // The type still requires it.
      // eslint-disable-next-line @typescript-eslint/no-deprecated
      rootUri: null,
      workspaceFolders: folders.map((path) => ({ uri: pathToFileURL(path).href, name: "test" })),
      capabilities,
      ...(options && { initializationOptions: options }),
    });
    await this.connection.sendNotification(InitializedNotification.type, {});
    return result;
  }

  open(path: string, text: string, languageId = languageOf(path)): string {
    const uri = pathToFileURL(path).href;
    this.#versions.set(uri, 1);
    void this.connection.sendNotification(DidOpenTextDocumentNotification.type, {
      textDocument: { uri, languageId, version: 1, text },
    });
    return uri;
  }

  /** Replaces a range of an open file, or all of it. */
  change(uri: string, text: string, range?: Range): void {
    const version = (this.#versions.get(uri) ?? 0) + 1;
    this.#versions.set(uri, version);
    void this.connection.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri, version },
      contentChanges: [range ? { range, text } : { text }],
    });
  }

  close(uri: string): void {
    void this.connection.sendNotification(DidCloseTextDocumentNotification.type, { textDocument: { uri } });
  }

  async diagnostics(uri: string): Promise<Diagnostic[]> {
    const report = await this.connection.sendRequest<{ items: Diagnostic[] }>("textDocument/diagnostic", {
      textDocument: { uri },
    });
    return report.items;
  }

  /** @returns the diagnostics of a file, once they satisfy a condition. */
  async until(uri: string, isRight: (diagnostics: Diagnostic[]) => boolean): Promise<Diagnostic[]> {
    for (;;) {
      const found = this.told.get(uri);
      if (found && isRight(found)) return found;
      await new Promise<void>((resolve) => {
        const listener = (): void => {
          this.#listeners.delete(listener);
          resolve();
        };
        this.#listeners.add(listener);
      });
    }
  }

  complete(uri: string, position: Position): Promise<CompletionItem[] | null> {
    return this.connection.sendRequest("textDocument/completion", { textDocument: { uri }, position });
  }

  hover(uri: string, position: Position): Promise<Hover | null> {
    return this.connection.sendRequest("textDocument/hover", { textDocument: { uri }, position });
  }

  actions(uri: string, range: Range, only?: string[]): Promise<CodeAction[]> {
    const context = { diagnostics: [], ...(only && { only }) };
    return this.connection.sendRequest("textDocument/codeAction", { textDocument: { uri }, range, context });
  }

  async stop(): Promise<number | null> {
    if (this.process.exitCode !== null) return this.process.exitCode;
    await this.connection.sendRequest(ShutdownRequest.type);
    await this.connection.sendNotification(ExitNotification.type);
    return this.#ended;
  }

  /** @returns the exit code of the process when it ends. */
  get ended(): Promise<number | null> {
    return this.#ended;
  }
}

function languageOf(path: string): string {
  const extension = path.slice(path.lastIndexOf(".") + 1);
  return { ts: "typescript", tsx: "typescriptreact", js: "javascript", yml: "yaml" }[extension] ?? extension;
}

/** @returns the position after a piece of a text, as a client counts. */
export function behind(text: string, piece: string): Position {
  const at = text.indexOf(piece);
  if (at < 0) throw new Error(`there is no ${piece}`);
  const before = text.slice(0, at + piece.length).split("\n");
  return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
}

/** @returns a text after edits, applied as in an editor. */
export function applyTextEdits(text: string, edits: readonly TextEdit[]): string {
  const lines = text.split("\n");
  const starts = lines.reduce<number[]>((all, line) => [...all, (all.at(-1) ?? 0) + line.length + 1], [0]);
  const offset = ({ line, character }: Position): number => (starts[line] ?? text.length) + character;
  return [...edits]
    .sort((a, b) => offset(b.range.start) - offset(a.range.start))
    .reduce(
      (result, { range, newText }) => result.slice(0, offset(range.start)) + newText + result.slice(offset(range.end)),
      text,
    );
}

/** @returns the edits of an action in one file. */
export function editsOf({ edit }: CodeAction): TextEdit[] {
  const changed = edit?.documentChanges?.flatMap((change) => ("edits" in change ? change.edits : [])) ?? [];
  return [...changed, ...Object.values(edit?.changes ?? {}).flat()];
}
