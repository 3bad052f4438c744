import { randomUUID } from "node:crypto";
import {
  type CancellationToken,
  type Connection,
  LSPErrorCodes,
  ResponseError,
  WorkDoneProgress,
  WorkDoneProgressCreateRequest,
  type WorkDoneProgressReporter,
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
  readonly #reporter: WorkDoneProgressReporter | undefined;
  readonly #token: CancellationToken;
  #heardAt = performance.now();

  /**
   * @param reporter shows how far the search is where the client has asked for it; absent: nowhere.
   * @param token tells whether the answer is still wanted.
   */
  constructor(reporter: WorkDoneProgressReporter | undefined, token: CancellationToken) {
    this.#reporter = reporter;
    this.#token = token;
  }

  /** Looks for something while the client shows its title. */
  async run<T>(title: string, look: () => Promise<T>): Promise<T> {
    this.#reporter?.begin(title, 0);
    await hear();
    try {
      return await look();
    } finally {
      this.#reporter?.done();
    }
  }

  /** To be called after each file. Throws what the protocol says of a request that the client has cancelled. */
  async step(done: number, of: number): Promise<void> {
    if (performance.now() - this.#heardAt < longestStep) return;
    this.#reporter?.report(Math.floor((done / of) * 100));
    await hear();
    this.#heardAt = performance.now();
    if (this.#token.isCancellationRequested)
      throw new ResponseError(LSPErrorCodes.RequestCancelled, "The request was cancelled.");
  }
}

/** Sends what has been said, and reads what has come. */
function hear(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
