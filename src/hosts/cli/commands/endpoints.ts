import { type Command, Option } from "commander";
import { exitStatus } from "../exit";
import { print, printError } from "../output";

interface Flags {
  readonly format: string;
  readonly config?: string;
}

/** Adds `restraint endpoints`. */
export function register(program: Command): void {
  program
    .command("endpoints")
    .description("look up the permission, access and token types of an endpoint, or list all")
    .argument("[method]", "an HTTP method, also with the path behind it; all of them without one")
    .argument("[path]", "a path below the service's base, with {parameters} or values, or a URL")
    .addOption(new Option("-f, --format <format>", "how to print them").choices(["text", "json"]).default("text"))
    .option("-c, --config <file>", "use this configuration instead of the nearest one upwards")
    .addHelpText("after", "\nExit status: 0 found, 2 the map lists no such endpoint, or the configuration is wrong.")
    .action(async (method: string | undefined, path: string | undefined, flags: Flags) => {
      const { readProject } = await import("../contract/project.js");
      const { lookUpEndpoints } = await import("../contract/endpoints.js");
      const words = [method, path].filter((word) => word !== undefined);
      const { project, status } = readProject(process.cwd(), flags.config);
      const { stdout, stderr } = lookUpEndpoints(words, flags.format, project);
      void print(stdout);
      void printError(stderr);
      process.exitCode = stderr === "" ? status : exitStatus.couldNotCheck;
    });
}
