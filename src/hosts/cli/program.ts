import { readdirSync } from "node:fs";
import * as nodeModule from "node:module";
import { basename, join } from "node:path";
import { Command, CommanderError } from "commander";
import { exitStatus, UsageError } from "./exit";
import { printError, surviveClosedPipes } from "./output";
import { packageVersion } from "../shared/package/root";
import { visible } from "../../text/visible";

/**
 * Caches compiled code for the next run, from Node 22.1 on: in the folder that `NODE_COMPILE_CACHE` names, or in the
 * system's temporary folder.
 */
function keepCompiledCode(): void {
  (nodeModule as { readonly enableCompileCache?: () => unknown }).enableCompileCache?.();
}

interface CommandModule {
  /** Adds the command with its options and action to the program. */
  register(program: Command): void;
}

// Each file of `commands/` is one command. Only the requested one is loaded: most runs are hooks over a few files,
// dominated by start-up time.
const folder = join(__dirname, "commands");
const load = nodeModule.createRequire(__filename);

async function main(args: readonly string[]): Promise<void> {
  const program = new Command("restraint")
    .description("Checks client code and manifests against a REST service's contract.")
    .version(packageVersion(), "-V, --version", "print the version")
    .helpOption("-h, --help", "print help")
    .showSuggestionAfterError()
    // Subcommands of import have a `--version` of their own.
    .enablePositionalOptions()
    .exitOverride();
  const completes = ["completion", "complete"].includes(args[0] ?? "");
  for (const name of namesToLoad(completes ? [] : args)) {
    if (!completes || name !== "completion") (load(join(folder, name)) as CommandModule).register(program);
  }
  if (completes) await (await import("./completion.js")).registerCompletion(program);
  await program.parseAsync(args, { from: "user" });
}

/** @returns the requested command, or all commands if none is recognised: help lists their names. */
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
    // Commander has already printed the message; its exit code is 0 for help and version.
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
