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
import type { Step } from "./file-service";

/** Milliseconds to wait for the client to accept a progress report. */
const patience = 200;

/** Milliseconds after which work counts as long. */
const pauseBeforeTitle = 500;

/** Milliseconds of a search between two checks for messages. */
const longestStep = 50;

/**
 * Does work while the client shows progress.
 *
 * @param work may block the server. It runs even if the client shows no progress.
 */
export async function showWhile(connection: Connection, title: string, work: () => unknown): Promise<void> {
  const token = randomUUID();
  const created = connection.sendRequest(WorkDoneProgressCreateRequest.type, { token }).then(
    () => true,
    () => false,
  );
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<boolean>((resolve) => (timer = setTimeout(resolve, patience, false)));
  const isShown = await Promise.race([created, tooLate]);
  clearTimeout(timer);
  // Waits until it is sent, because nothing leaves the process during the work.
  if (isShown) await connection.sendProgress(WorkDoneProgress.type, token, { kind: "begin", title });
  try {
    await work();
  } finally {
    if (isShown) void connection.sendProgress(WorkDoneProgress.type, token, { kind: "end" });
  }
}

/** Waits for work that does not block the server, and shows its title if it takes long. @throws the error of the work. */
export async function showIfLong(connection: Connection, title: string, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => (timer = setTimeout(resolve, pauseBeforeTitle, true)));
  const isLong = await Promise.race([work.then(() => false), late]).finally(() => {
    clearTimeout(timer);
  });
  if (isLong) await showWhile(connection, title, () => work);
}

/** A search through many files that handles messages in between. */
export class Search {
  readonly #reporter: WorkDoneProgressReporter | undefined;
  readonly #token: CancellationToken;
  #heardAt = performance.now();

  /**
   * @param reporter shows the progress, if the client has asked for it.
   * @param token tells whether the answer is still wanted.
   */
  constructor(reporter: WorkDoneProgressReporter | undefined, token: CancellationToken) {
    this.#reporter = reporter;
    this.#token = token;
  }

  /** Runs a search while the client shows its title. */
  async run<T>(title: string, look: () => Promise<T>): Promise<T> {
    this.#reporter?.begin(title, 0);
    await hear();
    try {
      return await look();
    } finally {
      this.#reporter?.done();
    }
  }

  /** Must be called after each file. Throws the protocol's error if the client has cancelled the request. */
  readonly step: Step = async (done, of) => {
    if (performance.now() - this.#heardAt < longestStep) return;
    this.#reporter?.report(Math.floor((done / of) * 100));
    await hear();
    this.#heardAt = performance.now();
    if (this.#token.isCancellationRequested)
      throw new ResponseError(LSPErrorCodes.RequestCancelled, "The request was cancelled.");
  };
}

/** Lets the process send and receive messages. */
function hear(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
