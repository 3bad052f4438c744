import type { Command } from "commander";
import { print } from "../output";

/** Adds `restraint explain`. */
export function register(program: Command): void {
  program
    .command("explain")
    .description("print a rule's page: what it finds, why, and how to fix it; without a rule, list all")
    .argument("[rule]", "a rule's id, with or without `restraint/`")
    .action(async (name: string | undefined) => {
      const { listRules } = await import("../rules/list.js");
      const { readPage } = await import("../rules/page.js");
      void print(name === undefined ? listRules() : readPage(name.replace(/^restraint\//u, "")));
    });
}
