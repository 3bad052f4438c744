import { createRequire } from "node:module";
import { join } from "node:path";
import type { Command } from "commander";

/** Adds `restraint lsp`. */
export function register(program: Command): void {
  program
    .command("lsp")
    .description("start the language server, for editors")
    .option("--stdio", "speak over standard input and output (the only way)")
    .allowUnknownOption()
    .allowExcessArguments()
    .action(() => {
      // The server is a separate host: it is loaded by its file name, not imported.
      const load = createRequire(__filename);
      (load(join(__dirname, "../../lsp/main.js")) as { readonly serve: () => void }).serve();
    });
}
