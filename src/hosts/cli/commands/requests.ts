import { type Command, Option } from "commander";
import { withCodeOptions } from "../code-options";
import type { ListOptions } from "../requests/list";

/** Adds `restraint requests`. */
export function register(program: Command): void {
  const command = program
    .command("requests")
    .description("list every request that is understood in the code, and why the rest is not")
    .argument("[paths...]", "files, folders and patterns (default: the current folder)")
    .addOption(new Option("-f, --format <format>", "how to print them").choices(["text", "json"]).default("text"))
    .option("--suggest", "print a `clients:` block for calls that look like requests and are not understood", false);
  withCodeOptions(command).action(async (paths: readonly string[], flags: Omit<ListOptions, "cwd">) => {
    const { listRequests } = await import("../requests/list.js");
    process.exitCode = await listRequests(paths.length > 0 ? paths : ["."], { cwd: process.cwd(), ...flags });
  });
}
