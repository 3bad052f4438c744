import type { Command } from "commander";

/** Adds only the help of `restraint completion`. The action needs all commands; `program.ts` adds it on demand. */
export function register(program: Command): void {
  program
    .command("completion")
    .description("print the script by which bash, zsh or fish completes commands, options and rules")
    .argument("<shell>", "bash, zsh or fish");
}
