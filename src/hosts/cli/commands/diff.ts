import { type Command, Option } from "commander";
import { UsageError } from "../exit";
import { withCodeOptions, withTestsOption } from "../code-options";
import type { DiffOptions } from "../diff/run";

/** Adds `restraint diff`. */
export function register(program: Command): void {
  const command = program
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
    .option("--usage <files...>", "take the calls from inventories of `restraint usage --format json` instead of code")
    .option("--strict", "exit with 1 also where a call may be hit")
    .option("--all", "name the changes that break nobody, too, and all of those that hit nobody here");
  withCodeOptions(withTestsOption(command))
    .addHelpText(
      "after",
      "\nExit status: 0 no call is hit, 1 a call is hit (with --strict: may be), 2 a description, a file or the configuration could not be read, or the run was ended.",
    )
    .action(async (older: string, newer: string, paths: readonly string[], flags: Omit<DiffOptions, "cwd">) => {
      if (flags.usage && paths.length > 0)
        throw new UsageError("--usage takes the place of code: leave the paths out, or --usage.");
      const { printDiff } = await import("../diff/run.js");
      process.exitCode = await printDiff([older, newer], paths.length > 0 ? paths : ["."], {
        tests: false,
        ...flags,
        cwd: process.cwd(),
      });
    });
}
