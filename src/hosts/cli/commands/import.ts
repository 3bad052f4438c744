import { type Command, InvalidArgumentError, Option } from "commander";
import { conventionNames, type Convention } from "../../../contract/description/endpoint";

/** The page with GitHub's permissions for its endpoints. */
const publishedAt = "https://github.com/github/docs/tree/main/src/github-apps/data";

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
    .action(async (files: readonly string[], flags: Flags) => {
      const { importCrdFiles } = await import("../contract/import.js");
      process.exitCode = importCrdFiles(files, { cwd: process.cwd(), ...flags });
    });
  command
    .command("github-permissions")
    .description("from the files in which GitHub publishes the permissions of its endpoints (JSON)")
    .argument("<files...>", "files for GitHub Apps or fine-grained tokens, or folders of them")
    .option("-o, --output <file>", "write the contract there instead of to the standard output")
    .option("--version <version>", "which of several versions: its folder's name, or a part of it")
    .addHelpText(
      "after",
      `\nGitHub publishes them in its repository github/docs, by version (${publishedAt}):\n  git clone --depth 1 --filter=blob:none --sparse https://github.com/github/docs && git -C docs sparse-checkout set src/github-apps/data\n  restraint import github-permissions docs/src/github-apps/data --version fpt-2022-11-28 -o permissions.yaml\n\nExit status: 0 imported, 2 a file could not be read, or held no permission.`,
    )
    .action(async (files: readonly string[], flags: Flags & { readonly version?: string }) => {
      const { importPermissionFiles } = await import("../contract/import-permissions.js");
      process.exitCode = importPermissionFiles(files, { cwd: process.cwd(), publishedAt, ...flags });
    });
  command
    .command("openapi")
    .description("from OpenAPI descriptions, 3.0 and 3.1 (YAML or JSON)")
    .argument(
      "<files...>",
      "files, or folders of them; what they refer to in other files of the repository is read too",
    )
    .option("-o, --output <file>", "write the contract there instead of to the standard output")
    .option(
      "--token <scheme=type>",
      "the type of token that satisfies a security scheme (may be repeated)",
      readToken,
      {},
    )
    .addOption(
      new Option(
        "--convention <names...>",
        "what the service has in common with that of the built-in contract, besides what the description says",
      ).choices(conventionNames),
    )
    .addHelpText("after", "\nExit status: 0 imported, 2 a file could not be read, or is no OpenAPI description.")
    .action(async (files: readonly string[], { token, convention = [], ...flags }: OpenapiFlags) => {
      const { importOpenapiFiles } = await import("../contract/import-description.js");
      const options = { cwd: process.cwd(), tokens: token, conventions: convention, ...flags };
      process.exitCode = await importOpenapiFiles(files, options);
    });
  command
    .command("discovery")
    .description("from Google's discovery documents (JSON)")
    .argument("<files...>", "files, or folders of them")
    .option("-o, --output <file>", "write the contract there instead of to the standard output")
    .addHelpText("after", "\nExit status: 0 imported, 2 a file could not be read, or is no discovery document.")
    .action(async (files: readonly string[], flags: Flags) => {
      const { importDiscoveryFiles } = await import("../contract/import-description.js");
      process.exitCode = await importDiscoveryFiles(files, { cwd: process.cwd(), ...flags });
    });
}

interface Flags {
  readonly output?: string;
}

interface OpenapiFlags extends Flags {
  readonly token: Readonly<Record<string, string>>;
  readonly convention?: readonly Convention[];
}

function readToken(given: string, before: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const [, scheme, type] = /^([^=]+)=(.+)$/u.exec(given) ?? [];
  if (scheme === undefined || type === undefined) throw new InvalidArgumentError("Write scheme=type: oauth=UAT.");
  return { ...before, [scheme]: type };
}
