// A client for `restraint lsp`, which behaves like an editor that receives published diagnostics.
import { spawn } from "node:child_process";
import { pathToFileURL } from "node:url";
import protocol from "vscode-languageserver/node.js";
import { program } from "../measure.mjs";

export class LanguageServer {
  #process;
  #connection;
  #told = new Map();
  #versions = new Map();

  constructor(cwd, nodeOptions = []) {
    this.#process = spawn(process.execPath, [...nodeOptions, program, "lsp", "--stdio"], {
      cwd,
      stdio: ["pipe", "pipe", "inherit"],
    });
    const { stdin, stdout } = this.#process;
    const { createProtocolConnection, StreamMessageReader, StreamMessageWriter } = protocol;
    this.#connection = createProtocolConnection(new StreamMessageReader(stdout), new StreamMessageWriter(stdin));
    this.#connection.onRequest("client/registerCapability", () => null);
    this.#connection.onNotification("textDocument/publishDiagnostics", ({ uri, diagnostics }) => {
      const listener = this.#told.get(uri);
      this.#told.delete(uri);
      listener?.(diagnostics);
    });
    this.#connection.listen();
  }

  get pid() {
    return this.#process.pid;
  }

  async start(folder) {
    await this.#connection.sendRequest("initialize", {
      processId: process.pid,
      rootUri: null,
      workspaceFolders: [{ uri: pathToFileURL(folder).href, name: "bench" }],
      capabilities: { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } },
    });
    void this.#connection.sendNotification("initialized", {});
  }

  /** Opens a file. @returns its diagnostics. */
  open(file, text, languageId) {
    const uri = pathToFileURL(file).href;
    this.#versions.set(uri, 1);
    void this.#connection.sendNotification("textDocument/didOpen", {
      textDocument: { uri, languageId, version: 1, text },
    });
    return this.#next(uri);
  }

  /**
   * Inserts a text before a position of an open file, or removes as many characters.
   *
   * @returns the diagnostics after the edit.
   */
  edit(file, { line, character }, inserted, removed = 0) {
    const uri = pathToFileURL(file).href;
    const version = this.#versions.get(uri) + 1;
    this.#versions.set(uri, version);
    const range = { start: { line, character }, end: { line, character: character + removed } };
    void this.#connection.sendNotification("textDocument/didChange", {
      textDocument: { uri, version },
      contentChanges: [{ range, text: inserted }],
    });
    return this.#next(uri);
  }

  async end() {
    await this.#connection.sendRequest("shutdown");
    const ended = new Promise((resolve) => this.#process.on("exit", resolve));
    await this.#connection.sendNotification("exit");
    await ended;
  }

  #next(uri) {
    return new Promise((resolve) => this.#told.set(uri, resolve));
  }
}
