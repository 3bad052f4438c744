import { type Connection, type Diagnostic, DiagnosticRefreshRequest } from "vscode-languageserver/node";
import type { Client } from "./client";
import type { ServedFile } from "./files";
import { pauseBeforeSettling } from "../editor/slices";
import { showIfLong } from "./progress";
import { toDiagnostics } from "./to-protocol";

/**
 * Milliseconds without an edit before the edited file is checked, and before the other code files are checked, which
 * the edit may affect.
 */
const pauses = { file: 150, others: 600 } as const;

/** Sends diagnostics of open files: on request, or soon after a change to clients that do not request them. */
export class Diagnostics {
  readonly #connection: Connection;
  readonly #client: Client;
  readonly #find: (uri: string) => ServedFile | undefined;
  readonly #all: () => readonly ServedFile[];
  readonly #prepare: (served: ServedFile) => Promise<void>;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #others: NodeJS.Timeout | undefined;
  #settling: NodeJS.Timeout | undefined;
  #isSettling = false;
  #isShown = false;
  /** Milliseconds that following a project took the last time. */
  #took = 0;

  constructor(
    connection: Connection,
    client: Client,
    files: {
      readonly find: (uri: string) => ServedFile | undefined;
      readonly all: () => readonly ServedFile[];
      /** Prepares the first check of a file. */
      readonly prepare: (served: ServedFile) => Promise<void>;
    },
  ) {
    this.#connection = connection;
    this.#client = client;
    this.#find = files.find;
    this.#all = files.all;
    this.#prepare = files.prepare;
  }

  opened(uri: string): void {
    if (!this.#client.pulls) this.#schedule(uri, 0);
  }

  /** Must be called after an open file was edited. */
  changed(uri: string): void {
    if (this.#client.pulls) return;
    this.#schedule(uri, pauses.file);
    if (this.#find(uri)?.isCode !== true) return;
    clearTimeout(this.#others);
    this.#others = setTimeout(() => {
      for (const { file, isCode } of this.#all()) if (isCode && file.uri !== uri) this.#schedule(file.uri, 0);
    }, pauses.others);
  }

  closed(uri: string): void {
    clearTimeout(this.#timers.get(uri));
    this.#timers.delete(uri);
    if (!this.#client.pulls) void this.#connection.sendDiagnostics({ uri, diagnostics: [] });
  }

  /** Must be called after a change on which all findings may depend. */
  refresh(): void {
    if (!this.#client.pulls) {
      for (const { file } of this.#all()) this.#schedule(file.uri, 0);
    } else if (this.#client.refreshes) {
      // A client that is shutting down does not answer.
      this.#connection.sendRequest(DiagnosticRefreshRequest.type).catch(() => undefined);
    }
  }

  /**
   * @returns the diagnostics of an open file. If they are not settled, a client that refreshes diagnostics gets them at once and is told later to ask
   *   again. Any other client waits for the settled ones.
   */
  async of(served: ServedFile): Promise<Diagnostic[]> {
    const { service, file, path } = served;
    await this.#show(service.follow?.(file, path));
    const checked = service.check(file, path);
    if (!checked) return [];
    if (checked.isSettled !== false) return toDiagnostics(file, checked);
    if (this.#mayTell) {
      this.#settleLater(file.uri, checked.isOverdue === true ? 0 : pauseBeforeSettling(this.#took));
      return toDiagnostics(file, checked);
    }
    await this.#show(service.settle?.(file, path));
    const settled = service.check(file, path);
    return settled ? toDiagnostics(file, settled) : [];
  }

  close(): void {
    clearTimeout(this.#others);
    clearTimeout(this.#settling);
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  /** Whether the client can be told that findings have changed. */
  get #mayTell(): boolean {
    return !this.#client.pulls || this.#client.refreshes;
  }

  /** Waits for work that the files of one project share. The client shows progress for one file only. */
  async #show(work: Promise<number> | undefined): Promise<void> {
    if (!work) return;
    const isShown = this.#client.showsProgress && !this.#isShown;
    this.#isShown ||= isShown;
    try {
      if (isShown) await showIfLong(this.#connection, "Finding the calls that lead to requests", work);
      this.#took = await work;
    } finally {
      if (isShown) this.#isShown = false;
    }
  }

  #settleLater(uri: string, pause: number): void {
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => void this.#settle(uri), pause);
  }

  async #settle(uri: string): Promise<void> {
    const served = this.#find(uri);
    // The check after the running one tells whether another is needed.
    if (!served || this.#isSettling) return;
    this.#isSettling = true;
    try {
      await this.#show(served.service.settle?.(served.file, served.path));
      this.refresh();
    } catch (error) {
      this.#logCrash(uri, error);
    } finally {
      this.#isSettling = false;
    }
  }

  /** Checks each file in a timer of its own, so that requests in between are answered. */
  #schedule(uri: string, pause: number): void {
    clearTimeout(this.#timers.get(uri));
    const timer = setTimeout(() => {
      this.#timers.delete(uri);
      void this.#publish(uri);
    }, pause);
    this.#timers.set(uri, timer);
  }

  async #publish(uri: string): Promise<void> {
    try {
      const first = this.#find(uri);
      if (first) await this.#prepare(first);
      const served = this.#find(uri);
      if (!served) return;
      const diagnostics = await this.of(served);
      // A later edit has an answer of its own.
      if (this.#find(uri)?.file !== served.file) return;
      void this.#connection.sendDiagnostics({ uri, version: served.file.version, diagnostics });
    } catch (error) {
      this.#logCrash(uri, error);
    }
  }

  #logCrash(uri: string, error: unknown): void {
    this.#connection.console.error(
      `the check of ${uri} crashed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
  }
}
