// Measures the cost of our rules in an ESLint run that parses the files anyway, and of the program on the same files.
import { codeProject } from "./projects/code-files.mjs";
import { program, race } from "./measure.mjs";

/** Prints the tables. */
export async function run() {
  const project = codeProject();
  const eslint = (name, configuration) => ({
    name,
    cwd: project,
    command: [
      process.execPath,
      "node_modules/eslint/bin/eslint.js",
      "--no-ignore",
      "--config",
      `eslint.${configuration}.mjs`,
      "src",
    ],
  });
  const restraint = (name, ...options) => ({
    name,
    cwd: project,
    command: [process.execPath, program, "check", ...options, "src"],
  });
  await race(
    "1,000 files of code, by syntax",
    [
      eslint("eslint with the TypeScript parser, no rule", "parser"),
      eslint("the same with our recommended rules", "rules"),
      restraint("restraint check --no-types", "--no-types"),
    ],
    3,
  );
  await race(
    "1,000 files of code, with types",
    [
      eslint("eslint with the TypeScript parser, no rule", "typedParser"),
      eslint("the same with our recommended rules", "typedRules"),
      restraint("restraint check"),
    ],
    3,
  );
}
