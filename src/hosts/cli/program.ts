import { readdirSync } from "node:fs";
import * as nodeModule from "node:module";
import { basename, join } from "node:path";
import { Command, CommanderError } from "commander";
import { exitStatus, UsageError } from "./exit";
import { printError, surviveClosedPipes } from "./output";
import { packageVersion } from "../shared/package/root";
import { visible } from "../../text/visible";

/** From Node 22.1 on, what has been compiled once is kept for the next run; in the folder that `NODE_COMPILE_CACHE` names, else in the system's own for temporary files. */
function keepCompiledCode(): void {
  (nodeModule as { readonly enableCompileCache?: () => unknown }).enableCompileCache?.();
}

interface CommandModule {
  /** Adds the command, its options and its action to the program. */
  register(program: Command): void;
}

// Each file of `commands/` is one command. Only the one that is asked for is loaded: most runs are hooks on a few files, where start-up is everything.
const folder = join(__dirname, "commands");
const load = nodeModule.createRequire(__filename);

async function main(args: readonly string[]): Promise<void> {
  const program = new Command("restraint")
    .description("Checks client code and manifests against a REST service's contract.")
    .version(packageVersion(), "-V, --version", "print the version")
    .helpOption("-h, --help", "print help")
    .showSuggestionAfterError()
    // An import has a `--version` of its own.
    .enablePositionalOptions()
    .exitOverride();
  const completes = ["completion", "complete"].includes(args[0] ?? "");
  for (const name of namesToLoad(completes ? [] : args)) {
    if (!completes || name !== "completion") (load(join(folder, name)) as CommandModule).register(program);
  }
  if (completes) await (await import("./completion.js")).registerCompletion(program);
  await program.parseAsync(args, { from: "user" });
}

/** @returns the command that is asked for, or all of them where that is not clear: help needs their names. */
function namesToLoad(args: readonly string[]): string[] {
  const names = readdirSync(folder)
    .filter((file) => file.endsWith(".js"))
    .map((file) => basename(file, ".js"))
    .sort();
  const asked = args[0];
  return asked !== undefined && names.includes(asked) ? [asked] : names;
}

keepCompiledCode();
surviveClosedPipes();
main(process.argv.slice(2)).catch((error: unknown) => {
  if (error instanceof CommanderError) {
    // Commander has printed it already, and uses 0 for help and version.
    process.exitCode = error.exitCode === 0 ? exitStatus.clean : exitStatus.couldNotCheck;
    return;
  }
  process.exitCode = exitStatus.couldNotCheck;
  if (error instanceof UsageError) void printError(`restraint: ${visible(error.message)}\n`);
  else
    void printError(
      `restraint: internal error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
});
