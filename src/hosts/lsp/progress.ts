import { randomUUID } from "node:crypto";
import {
  type CancellationToken,
  type Connection,
  LSPErrorCodes,
  type ProgressToken,
  ResponseError,
  WorkDoneProgress,
  WorkDoneProgressCreateRequest,
} from "vscode-languageserver/node";

/** In milliseconds: a client that has not said by then where progress is to be shown is not waited for. */
const patience = 200;

/** In milliseconds: so long a search hears nothing. */
const longestStep = 50;

/**
 * Does something that keeps the server busy, while the client shows that it is under way.
 *
 * @param work is done in any case.
 */
export async function showWhile(connection: Connection, title: string, work: () => void): Promise<void> {
  const token = randomUUID();
  const created = connection.sendRequest(WorkDoneProgressCreateRequest.type, { token }).then(
    () => true,
    () => false,
  );
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<boolean>((resolve) => (timer = setTimeout(resolve, patience, false)));
  const isShown = await Promise.race([created, tooLate]);
  clearTimeout(timer);
  // Once it is sent: nothing leaves the process while it is busy.
  if (isShown) await connection.sendProgress(WorkDoneProgress.type, token, { kind: "begin", title });
  try {
    work();
  } finally {
    if (isShown) void connection.sendProgress(WorkDoneProgress.type, token, { kind: "end" });
  }
}

/** A search through many files, which lets the client speak in between. */
export class Search {
  readonly #connection: Connection;
  readonly #bar: ProgressToken | undefined;
  readonly #token: CancellationToken;
  #heardAt = performance.now();

  /**
   * @param bar where the client shows how far the search is; absent: nowhere.
   * @param token tells whether the answer is still wanted.
   */
  constructor(connection: Connection, bar: ProgressToken | undefined, token: CancellationToken) {
    this.#connection = connection;
    this.#bar = bar;
    this.#token = token;
  }

  /** Looks for something while the client shows its title. */
  async run<T>(title: string, look: () => Promise<T>): Promise<T> {
    if (this.#bar === undefined) return look();
    await this.#connection.sendProgress(WorkDoneProgress.type, this.#bar, { kind: "begin", title, percentage: 0 });
    try {
      return await look();
    } finally {
      void this.#connection.sendProgress(WorkDoneProgress.type, this.#bar, { kind: "end" });
    }
  }

  /** To be called after each file. Throws what the protocol says of a request that the client has cancelled. */
  async step(done: number, of: number): Promise<void> {
    if (performance.now() - this.#heardAt < longestStep) return;
    const percentage = Math.floor((done / of) * 100);
    if (this.#bar !== undefined)
      await this.#connection.sendProgress(WorkDoneProgress.type, this.#bar, { kind: "report", percentage });
    await new Promise((resolve) => setImmediate(resolve));
    this.#heardAt = performance.now();
    if (this.#token.isCancellationRequested)
      throw new ResponseError(LSPErrorCodes.RequestCancelled, "The request was cancelled.");
  }
}
