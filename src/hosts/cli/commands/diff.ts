import { type Command, Option } from "commander";
import { UsageError } from "../exit";
import { seconds } from "../seconds";
import type { DiffOptions } from "../diff/run";

interface Flags {
  readonly format: DiffOptions["format"];
  readonly config?: string;
  readonly types: boolean;
  readonly tests?: boolean;
  readonly usage?: readonly string[];
  readonly strict?: boolean;
  readonly all?: boolean;
  readonly timeout?: number;
  readonly report: readonly string[];
}

/** Adds `restraint diff`. */
export function register(program: Command): void {
  program
    .command("diff")
    .description("compare two versions of a service's description, and name the calls that break")
    .argument("<old>", "the older version: OpenAPI 3, a discovery document, or a contract file")
    .argument("<new>", "the newer version")
    .argument("[paths...]", "code: files, folders and patterns (default: the current folder)")
    .addOption(
      new Option("-f, --format <format>", "how to print it")
        .choices(["text", "json", "sarif", "markdown"])
        .default("text"),
    )
    .option(
      "--report <format=file>",
      "write another report into a file, too; may be repeated",
      (value: string, all: readonly string[]) => [...all, value],
      [] as readonly string[],
    )
    .option("-c, --config <file>", "use this configuration for every file, instead of the nearest one upwards")
    .option("--usage <files...>", "take the calls from inventories of `restraint usage --format json` instead of code")
    .option("--strict", "exit with 1 also where a call may be hit")
    .option("--all", "name the changes that break nobody, too, and all of those that hit nobody here")
    .option("--tests", "count tests and their fixtures, which are left out unless they are named")
    .option(
      "--timeout <seconds>",
      "end the run after this time, print what is known by then, and name the rest",
      seconds,
    )
    .option("--no-types", "look at the code file by file, without its tsconfig.json: faster, and less is known")
    .addHelpText(
      "after",
      "\nExit status: 0 no call is hit, 1 a call is hit (with --strict: may be), 2 a description, a file or the configuration could not be read, or the run was ended.",
    )
    .action(async (older: string, newer: string, paths: readonly string[], flags: Flags) => {
      if (flags.usage && paths.length > 0)
        throw new UsageError("--usage takes the place of code: leave the paths out, or --usage.");
      const { printDiff } = await import("../diff/run.js");
      process.exitCode = await printDiff([older, newer], paths.length > 0 ? paths : ["."], {
        strict: false,
        all: false,
        tests: false,
        ...flags,
        cwd: process.cwd(),
      });
    });
}
