import type { ConfigurationProblem } from "../../contract/configuration/configuration";
import { visible, visibleLines } from "../../text/visible";
import { exitStatus } from "./exit";

/**
 * Writes to standard output, and waits until the text is written, so that a pipe receives all of it. Removes characters
 * that would control the terminal or a CI service, other than our own colours.
 *
 * @param options.commands whether lines are meant as commands to GitHub Actions.
 */
export function print(text: string, options?: { readonly commands?: boolean }): Promise<void> {
  return write(process.stdout, visibleLines(text, options));
}

/** Writes to standard error; see {@link print}. */
export function printError(text: string): Promise<void> {
  return write(process.stderr, visibleLines(text));
}

/** Writes messages to standard error, each on one line, which may quote anything. */
export function printMessages(messages: readonly string[]): void {
  void printError(messages.map((message) => `${visible(message)}\n`).join(""));
}

/** @returns the line for a problem of a configuration or contract file. */
export function describeProblem({ file, line, column, severity, message }: ConfigurationProblem): string {
  return `${file}:${line}:${column}: ${severity === "error" ? "error" : "warning"}: ${message}`;
}

/**
 * Lets the program finish after its reader closed the pipe (`| head -1`): the exit status still tells the result. If
 * output fails for another reason, such as a full disk, the exit status is 2.
 */
export function surviveClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE") return;
      process.exitCode = exitStatus.couldNotCheck;
      if (stream === process.stdout)
        process.stderr.write(`restraint: the output cannot be written: ${error.message}\n`);
      process.on("exit", () => (process.exitCode = exitStatus.couldNotCheck));
    });
  }
}

function write(stream: NodeJS.WriteStream, text: string): Promise<void> {
  return new Promise((done) => {
    if (text === "") done();
    // The listeners above handle errors.
    else
      stream.write(text, () => {
        done();
      });
  });
}
