import type { Command } from "commander";

/** Adds `restraint init`. */
export function register(program: Command): void {
  program
    .command("init")
    .description("propose a configuration of what the repository holds, and write it when you say so")
    .option("-y, --yes", "write it without a question", false)
    .addHelpText("after", "\nExit status: 0 proposed or written, 2 an import failed.")
    .action(async ({ yes }: { readonly yes: boolean }) => {
      const { init } = await import("../init/init.js");
      process.exitCode = await init({ cwd: process.cwd(), yes });
    });
}
