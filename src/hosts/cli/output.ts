import { visibleLines } from "../../text/visible";
import { exitStatus } from "./exit";

/**
 * Writes to the standard output, and waits until the text is taken, so that a pipe gets all of it. Nothing in it speaks to the terminal or to a
 * build service but our own colours.
 *
 * @param options.commands whether lines are meant as commands to GitHub Actions.
 */
export function print(text: string, options?: { readonly commands?: boolean }): Promise<void> {
  return write(process.stdout, visibleLines(text, options));
}

/** Writes to the standard error output; see {@link print}. */
export function printError(text: string): Promise<void> {
  return write(process.stderr, visibleLines(text));
}

/**
 * Keeps the program running when nobody reads its output any more (`| head -1`): who closes the pipe has seen enough, and the exit status says
 * what was found all the same. Output that cannot be written for another reason, such as a full disk, makes it 2.
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
    // What goes wrong is dealt with by the listeners above.
    else
      stream.write(text, () => {
        done();
      });
  });
}
