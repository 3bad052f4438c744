import { type Command, Option } from "commander";
import { print } from "../output";

interface Flags {
  readonly format: string;
  readonly config?: string;
  readonly writeSchemas?: true;
}

/** Adds `restraint kinds`. */
export function register(program: Command): void {
  program
    .command("kinds")
    .description("print the fields of a kind, or of all")
    .argument("[kind]", "a kind's name, or that of its list")
    .addOption(
      new Option("-f, --format <format>", "how to print them; json-schema is for YAML editors")
        .choices(["text", "json", "json-schema"])
        .default("text"),
    )
    .option("-c, --config <file>", "use this configuration instead of the nearest one upwards")
    .option(
      "--write-schemas",
      "write the schema of all kinds into .vscode, with the setting by which yaml-language-server finds it",
    )
    .action(async (name: string | undefined, flags: Flags) => {
      const { readProject } = await import("../contract/project.js");
      const { chooseKinds, formatKinds, formatKindsJson } = await import("../contract/kinds.js");
      const { kindsSchema } = await import("../../../contract/kinds/kinds-schema.js");
      const { project, status } = readProject(process.cwd(), flags.config, { whole: true });
      const { contract } = project;
      process.exitCode = status;
      if (flags.writeSchemas) {
        const { writeSchemas } = await import("../contract/write-schemas.js");
        for (const file of writeSchemas(contract, project.root)) void print(`wrote ${file}\n`);
        return;
      }
      const kinds = chooseKinds(contract, name);
      if (flags.format === "json-schema") void print(`${JSON.stringify(kindsSchema(contract, name), undefined, 2)}\n`);
      else void print(flags.format === "json" ? formatKindsJson(kinds, contract) : formatKinds(kinds, contract));
    });
}
