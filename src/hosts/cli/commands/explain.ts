import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { closest } from "fastest-levenshtein";
import { byId } from "../../../../rules";
import { packageRoot } from "../../shared/package-root";
import { UsageError } from "../exit";

/** Adds `restraint explain`. */
export function register(program: Command): void {
  program
    .command("explain")
    .description("print a rule's page: what it finds, why, and how to mend it")
    .argument("<rule>", "a rule's id, with or without `restraint/`")
    .action((name: string) => {
      process.stdout.write(readPage(name.replace(/^restraint\//u, "")));
    });
}

function readPage(id: string): string {
  if (!byId.has(id)) throw new UsageError(`there is no rule ${id}. Did you mean ${closest(id, [...byId.keys()])}?`);
  const page = join(packageRoot(), "docs/rules", `${id}.md`);
  if (!existsSync(page)) throw new UsageError(`the page of ${id} is missing from this installation.`);
  // The marks of the generated part mean nothing to a reader.
  return readFileSync(page, "utf8").replace(/^<!--.*-->\n+/gmu, "");
}
