import { type Command, Option } from "commander";
import { UsageError } from "../exit";
import type { PermissionOptions } from "../permissions/run";
import { withCodeOptions, withTestsOption } from "../code-options";

/** Adds `restraint permissions`. */
export function register(program: Command): void {
  const command = program
    .command("permissions")
    .description("print the least permissions that the code needs, and compare them with the granted ones")
    .argument("[paths...]", "files, folders and patterns (default: the current folder)")
    .addOption(
      new Option(
        "-f, --format <format>",
        "how to print them; yaml is ready for the configuration, workflow for a workflow of GitHub Actions",
      )
        .choices(["text", "json", "yaml", "html", "workflow"])
        .default("text"),
    )
    .option("-g, --granted <file>", "compare with this configuration or application manifest (app.yml)")
    .option("--check", "exit with 1 when something that is needed is not granted")
    .option("--write", "write what is needed and not granted where the granted set is, and keep comments")
    .option("--tighten", "with --write: lower and remove what is granted and not needed, too")
    .option("--from-entry", "follow the imports of the given files, and take only what they reach");
  withCodeOptions(withTestsOption(command))
    .addHelpText(
      "after",
      "\nExit status: 0 printed, 1 something needed is not granted (--check), 2 a file or the configuration could not be read.",
    )
    .action(async (paths: readonly string[], flags: Omit<PermissionOptions, "cwd">) => {
      if (flags.fromEntry === true && paths.length === 0)
        throw new UsageError("--from-entry needs the entry files: restraint permissions src/worker.ts --from-entry");
      if (flags.tighten === true && flags.write !== true)
        throw new UsageError("--tighten says how to write, and needs --write.");
      const { printPermissions } = await import("../permissions/run.js");
      process.exitCode = await printPermissions(paths.length > 0 ? paths : ["."], {
        tests: false,
        ...flags,
        cwd: process.cwd(),
      });
    });
}
