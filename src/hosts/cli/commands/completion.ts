import type { Command } from "commander";

/** Adds the help of `restraint completion`: what it does needs all commands, and is added by `main.ts` when it is asked for. */
export function register(program: Command): void {
  program
    .command("completion")
    .description("print the script by which bash, zsh or fish completes commands, options and rules")
    .argument("<shell>", "bash, zsh or fish");
}
