import type { Command } from "commander";

/** Adds `restraint import`. */
export function register(program: Command): void {
  const command = program.command("import").description("make a contract file from what a service already publishes");
  command
    .command("crd")
    .description("from definitions of custom resources, and of Crossplane's composite resources (YAML or JSON)")
    .argument(
      "<paths...>",
      "files, what `kubectl get crd -o yaml` prints, or folders; other documents in them are passed over",
    )
    .option("-o, --output <file>", "write the contract there instead of to the standard output")
    .addHelpText("after", "\nExit status: 0 imported, 2 a file could not be read, or held no definition.")
    .action(async (files: readonly string[], { output }: { readonly output?: string }) => {
      const { importCrdFiles } = await import("../contract/import.js");
      process.exitCode = importCrdFiles(files, { cwd: process.cwd(), ...(output !== undefined && { output }) });
    });
  command
    .command("github-permissions")
    .description("from the files in which GitHub publishes the permissions of its endpoints (JSON)")
    .argument("<files...>", "files for GitHub Apps or fine-grained tokens, or folders of them")
    .option("-o, --output <file>", "write the contract there instead of to the standard output")
    .option("--version <version>", "which of several versions: its folder's name, or a part of it")
    .addHelpText("after", "\nExit status: 0 imported, 2 a file could not be read, or held no permission.")
    .action(async (files: readonly string[], flags: { readonly output?: string; readonly version?: string }) => {
      const { importPermissionFiles } = await import("../contract/import-permissions.js");
      process.exitCode = importPermissionFiles(files, { cwd: process.cwd(), ...flags });
    });
}
