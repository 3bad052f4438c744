import { type Command, Option } from "commander";
import { UsageError } from "../exit";
import { withCodeOptions, withTestsOption } from "../code-options";
import type { UsageOptions } from "../usage/run";

/** Adds `restraint usage`. */
export function register(program: Command): void {
  const command = program
    .command("usage")
    .description("list who calls which endpoint, what is sent there, and what is read of the answer")
    .argument("[paths...]", "files, folders and patterns (default: the current folder)")
    .addOption(
      new Option("-f, --format <format>", "how to print it; json is what --merge and `restraint diff` read")
        .choices(["text", "json", "html"])
        .default("text"),
    )
    .option("--name <name>", "what the code is called in the inventory (default: its package)")
    .option("--merge <files...>", "put inventories of several clients together instead of looking at code")
    .option("--unused", "name the endpoints that nobody calls");
  withCodeOptions(withTestsOption(command))
    .addHelpText(
      "after",
      "\nExit status: 0 printed, 2 a file or the configuration could not be read, or the run was ended.",
    )
    .action(async (paths: readonly string[], flags: Omit<UsageOptions, "cwd">) => {
      if (flags.merge && paths.length > 0)
        throw new UsageError("--merge reads inventories alone: leave the paths out, or the files of --merge.");
      const { printUsage } = await import("../usage/run.js");
      process.exitCode = await printUsage(paths.length > 0 ? paths : ["."], {
        tests: false,
        ...flags,
        cwd: process.cwd(),
      });
    });
}
