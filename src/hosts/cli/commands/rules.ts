import { type Command, Option } from "commander";
import { print } from "../output";

/** Adds `restraint rules`. */
export function register(program: Command): void {
  program
    .command("rules")
    .description("list the rules")
    .addOption(new Option("-f, --format <format>", "how to print them").choices(["text", "json"]).default("text"))
    .action(async ({ format }: { readonly format: string }) => {
      const { listRules, listRulesJson } = await import("../rules/list.js");
      void print(format === "json" ? listRulesJson() : listRules());
    });
}
