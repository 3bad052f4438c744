import { type Command, InvalidArgumentError } from "commander";

/** The values of the options that `withCodeOptions` and `withTestsOption` add. */
export interface CodeFlags {
  /** A configuration for every file. */
  readonly config?: string;
  /** Whether to use the types of the files' tsconfig.json. */
  readonly types: boolean;
  /** In seconds; the files left after it are listed. */
  readonly timeout?: number;
  /** Whether to include tests and their fixtures that were not named; true by default. */
  readonly tests?: boolean;
}

/** Adds the options shared by all commands that list the requests of code. */
export function withCodeOptions(command: Command): Command {
  return command
    .option("-c, --config <file>", "use this configuration for every file, instead of the nearest one upwards")
    .option(
      "--timeout <seconds>",
      "end the run after this time, print what is known by then, and name the rest",
      seconds,
    )
    .option("--no-types", "look at the code file by file, without its tsconfig.json: faster, and less is known");
}

/** Adds the option shared by all commands that leave tests out. */
export function withTestsOption(command: Command): Command {
  return command.option("--tests", "count tests and their fixtures, which are left out unless they are named");
}

function seconds(text: string): number {
  const value = Number(text);
  if (!/^\d+(?:\.\d+)?$/u.test(text) || !(value > 0)) throw new InvalidArgumentError("It has to be a number above 0.");
  return value;
}
