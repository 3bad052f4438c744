import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type TS from "typescript";
import { partOfWeek } from "../runs";

/** The TypeScript versions with a supported tsserver, oldest first, by their package name here. */
export const typescriptVersions = ["typescript-5.4", "typescript-5.9", "typescript"].map((name) => {
  const folder = join(createRequire(__filename).resolve(`${name}/package.json`), "..");
  const { version } = createRequire(__filename)(`${name}/package.json`) as { version: string };
  return { version, folder };
});

/** The oldest and the newest supported version, which stand for those between. */
export const typescriptEnds = [...typescriptVersions.slice(0, 1), ...typescriptVersions.slice(-1)];

/** The version whose turn it is this week. */
export const typescriptsInTurn = partOfWeek(typescriptEnds, 1 / 2);

type Protocol = TS.server.protocol.Message;

/** A tsserver process, and a client that drives it like an editor. */
export class TsServer {
  readonly #process: ChildProcess;
  readonly #waiting = new Map<number, { resolve: (body: unknown) => void; reject: (error: Error) => void }>();
  readonly #listeners = new Set<(event: TS.server.protocol.Event) => void>();
  readonly #ended: Promise<void>;
  /** The prefix of cancellation files: a request is cancelled by a file that ends with its number. */
  readonly #cancellation = join(mkdtempSync(join(tmpdir(), "restraint-cancel-")), "request-");
  #sequence = 0;
  #output = Buffer.alloc(0);

  /**
   * @param folder the folder of the TypeScript package.
   * @param options `isToldEvents`: diagnostics arrive as events, when `checked` asks for them. Otherwise `diagnostics`
   * asks for them.
   */
  constructor(
    folder: string,
    options: { readonly cwd: string; readonly logFile?: string; readonly isToldEvents?: boolean },
  ) {
    const log = options.logFile === undefined ? {} : { TSS_LOG: `-level verbose -file ${options.logFile}` };
    const args = [
      join(folder, "lib/tsserver.js"),
      "--allowLocalPluginLoads",
      "--disableAutomaticTypingAcquisition",
      "--cancellationPipeName",
      `${this.#cancellation}*`,
      // As in VS Code, an editor that gets events asks again itself.
      options.isToldEvents ? "--noGetErrOnBackgroundUpdate" : "--suppressDiagnosticEvents",
    ];
    this.#process = spawn(process.execPath, args, {
      cwd: options.cwd,
      env: { ...process.env, ...log },
      stdio: ["pipe", "pipe", "inherit"],
    });
    this.#process.stdout?.on("data", (data: Buffer) => {
      this.#read(data);
    });
    this.#ended = new Promise((resolve) => {
      this.#process.on("exit", () => {
        for (const { reject } of this.#waiting.values()) reject(new Error("tsserver has ended"));
        resolve();
      });
    });
  }

  /** Sends a request with an answer. @returns the answer's body. */
  request<Body>(command: string, args?: object): Promise<Body> {
    const seq = this.#send(command, args);
    return new Promise((resolve, reject) => {
      this.#waiting.set(seq, { resolve: resolve as (body: unknown) => void, reject });
    });
  }

  /** Cancels the last request. */
  cancelLast(): void {
    writeFileSync(`${this.#cancellation}${this.#sequence}`, "");
  }

  /** Cancels the next request before it is sent, so that it is cancelled whenever the server looks. */
  cancelNext(): void {
    writeFileSync(`${this.#cancellation}${this.#sequence + 1}`, "");
  }

  /** Sends a request without an answer. */
  notify(command: string, args: object): void {
    this.#send(command, args);
  }

  /** @returns the body of the next event with a name. */
  nextEvent(name: string): Promise<unknown> {
    return new Promise((resolve) => {
      const listener = (event: TS.server.protocol.Event): void => {
        if (event.event !== name) return;
        this.#listeners.delete(listener);
        resolve(event.body);
      };
      this.#listeners.add(listener);
    });
  }

  open(file: string, text?: string): void {
    this.notify("open", text === undefined ? { file } : { file, fileContent: text });
  }

  /** Replaces a range of an open file, as typing does. Positions are 1-based. */
  change(
    file: string,
    start: TS.server.protocol.Location,
    end: TS.server.protocol.Location,
    insertString: string,
  ): void {
    this.notify("change", {
      file,
      line: start.line,
      offset: start.offset,
      endLine: end.line,
      endOffset: end.offset,
      insertString,
    });
  }

  /** @returns the semantic diagnostics of a file, by TypeScript and plugins. */
  diagnostics(file: string): Promise<TS.server.protocol.Diagnostic[]> {
    return this.request("semanticDiagnosticsSync", { file });
  }

  /** @returns the semantic diagnostics of a file, as an editor requests them after an edit. */
  async checked(file: string): Promise<TS.server.protocol.Diagnostic[]> {
    const event = this.nextEvent("semanticDiag");
    this.notify("geterr", { files: [file], delay: 0 });
    return ((await event) as TS.server.protocol.DiagnosticEventBody).diagnostics;
  }

  /** @returns the quick fixes for a diagnostic. */
  fixes(
    file: string,
    { start, end, code }: TS.server.protocol.Diagnostic,
  ): Promise<TS.server.protocol.CodeFixAction[]> {
    return this.request("getCodeFixes", {
      file,
      startLine: start.line,
      startOffset: start.offset,
      endLine: end.line,
      endOffset: end.offset,
      errorCodes: [code],
    });
  }

  /** Ends the process as the end of its editor does. @returns its exit code. */
  async abandon(): Promise<number | null> {
    this.#process.stdin?.end();
    await this.#ended;
    return this.#process.exitCode;
  }

  /** Ends the process. */
  async close(): Promise<void> {
    if (this.#process.exitCode === null) this.notify("exit", {});
    await this.#ended;
  }

  #send(command: string, args?: object): number {
    this.#sequence += 1;
    this.#process.stdin?.write(
      `${JSON.stringify({ seq: this.#sequence, type: "request", command, arguments: args })}\n`,
    );
    return this.#sequence;
  }

  #read(data: Buffer): void {
    this.#output = Buffer.concat([this.#output, data]);
    for (;;) {
      const header = /^Content-Length: (\d+)\r?\n\r?\n/u.exec(this.#output.toString("latin1", 0, 100));
      if (header === null) return;
      const end = header[0].length + Number(header[1]);
      if (this.#output.length < end) return;
      const message = JSON.parse(this.#output.toString("utf8", header[0].length, end)) as Protocol;
      this.#output = this.#output.subarray(end);
      this.#dispatch(message);
    }
  }

  #dispatch(message: Protocol): void {
    if (message.type === "event")
      for (const listener of [...this.#listeners]) listener(message as TS.server.protocol.Event);
    if (message.type !== "response") return;
    const response = message as TS.server.protocol.Response;
    const waiting = this.#waiting.get(response.request_seq);
    this.#waiting.delete(response.request_seq);
    if (response.success) waiting?.resolve(response.body);
    else waiting?.reject(new Error(response.message));
  }
}

/** @returns `line:column-line:column category code source text` for each diagnostic. */
export function describeDiagnostics(diagnostics: readonly TS.server.protocol.Diagnostic[]): string[] {
  return diagnostics.map(({ start, end, category, code, source = "ts", text }) => {
    return `${start.line}:${start.offset}-${end.line}:${end.offset} ${category} ${code ?? ""} ${source} ${text}`;
  });
}
