import { type Command, Option } from "commander";

interface Flags {
  readonly format: string;
  readonly config?: string;
}

/** Adds `restraint endpoints`. */
export function register(program: Command): void {
  program
    .command("endpoints")
    .description("look up the permission, access and token types of an endpoint, or list all")
    .argument("[method]", "an HTTP method; all of them without one")
    .argument("[path]", "a path below the service's base, with {parameters} or values")
    .addOption(new Option("-f, --format <format>", "how to print them").choices(["text", "json"]).default("text"))
    .option("-c, --config <file>", "use this configuration instead of the nearest one upwards")
    .action(async (method: string | undefined, path: string | undefined, flags: Flags) => {
      const { readProject } = await import("../contract/project.js");
      const { answer, explainNothing, formatEndpoints, formatEndpointsJson, parseQuestion } =
        await import("../contract/endpoints.js");
      const question = parseQuestion([method, path].filter((word) => word !== undefined));
      const { project, status } = readProject(process.cwd(), flags.config);
      const answers = answer(project.contract, question, project.facts.aliases);
      if (flags.format === "json") process.stdout.write(formatEndpointsJson(answers));
      else
        process.stdout.write(
          answers.length > 0 ? formatEndpoints(answers) : explainNothing(project.contract, question),
        );
      process.exitCode = status;
    });
}
