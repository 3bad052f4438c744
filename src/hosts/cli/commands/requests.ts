import { type Command, Option } from "commander";
import { seconds } from "../seconds";

interface Flags {
  readonly format: string;
  readonly config?: string;
  readonly types: boolean;
  readonly timeout?: number;
  readonly suggest: boolean;
}

/** Adds `restraint requests`. */
export function register(program: Command): void {
  program
    .command("requests")
    .description("list every request that is understood in the code, and why the rest is not")
    .argument("[paths...]", "files, folders and patterns (default: the current folder)")
    .addOption(new Option("-f, --format <format>", "how to print them").choices(["text", "json"]).default("text"))
    .option("-c, --config <file>", "use this configuration for every file, instead of the nearest one upwards")
    .option("--suggest", "print a `clients:` block for calls that look like requests and are not understood", false)
    .option(
      "--timeout <seconds>",
      "end the run after this time, print what is known by then, and name the rest",
      seconds,
    )
    .option("--no-types", "look at the code file by file, without its tsconfig.json: faster, and less is known")
    .action(async (paths: readonly string[], flags: Flags) => {
      const { listRequests } = await import("../requests/list.js");
      process.exitCode = await listRequests(paths.length > 0 ? paths : ["."], { cwd: process.cwd(), ...flags });
    });
}
