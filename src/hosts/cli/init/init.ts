import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface, type Interface } from "node:readline/promises";
import { configurationNames } from "../../../contract/configuration/find-configuration";
import { replaceFile } from "../../../files/replace";
import { painter, wantsColours, type Paint } from "../colours";
import { type Ask, askConventions, isYes } from "./conventions";
import { exitStatus, type ExitStatus } from "../exit";
import { print, printError } from "../output";
import { propose, type Proposal, type ProposedImport } from "./propose";
import { survey } from "./survey";

export interface InitOptions {
  readonly cwd: string;
  /** Whether to write without asking. */
  readonly yes: boolean;
}

const configuration = "restraint.config.yaml";

/**
 * Proposes a configuration for a repository, and writes it after confirmation. On a terminal it asks which conventions
 * the service has. Never overwrites a file or edits files of other tools: it prints the lines to add
 * there.
 */
export async function init({ cwd, yes }: InitOptions): Promise<ExitStatus> {
  const present = configurationNames.find((name) => existsSync(join(cwd, name)));
  if (present !== undefined) {
    await print(`${present} is there already, and is left as it is. \`restraint check\` uses it.\n`);
    return exitStatus.clean;
  }
  const surveyed = survey(cwd);
  const proposal = propose(surveyed);
  const paint = painter(wantsColours(process.stdout));
  await print(`Found here:\n${proposal.found.map((line) => `  ${line}\n`).join("")}\n`);
  if (proposal.configuration === undefined) {
    await print(
      "Nothing here shows a service: no requests to a host that is known, no description, no manifests. Nothing is proposed.\n`restraint check` looks at code and manifests without a configuration too.\n",
    );
    return exitStatus.clean;
  }
  if (yes || !process.stdin.isTTY || !process.stdout.isTTY) {
    await print(textOf(proposal, cwd, paint));
    return yes ? write(proposal, cwd) : leave();
  }
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const ask = askIn(lines);
  try {
    const agreed = proposal.hasService ? propose(surveyed, await askConventions(ask)) : proposal;
    await print(textOf(agreed, cwd, paint));
    return isYes(await ask(`Write ${configuration}? [y/N] `)) ? await write(agreed, cwd) : await leave();
  } finally {
    lines.close();
  }
}

/** The end of input counts as an empty answer. Lines typed ahead answer the next questions. */
function askIn(lines: Interface): Ask {
  const answers = lines[Symbol.asyncIterator]();
  return async (question) => {
    lines.setPrompt(question);
    lines.prompt();
    const next: IteratorResult<string, undefined> = await answers.next();
    return next.done === true ? "" : next.value;
  };
}

async function leave(): Promise<ExitStatus> {
  await print("Nothing was written. `restraint init --yes` writes it.\n");
  return exitStatus.clean;
}

function textOf({ configuration: text = "", imports, additions, advice }: Proposal, cwd: string, paint: Paint): string {
  const added = (line: string): string => `${paint("green", `+ ${line}`)}\n`;
  const lines = text.trimEnd().split("\n");
  return [
    `To write:\n${paint("bold", configuration)} (new)\n${lines.map(added).join("")}`,
    ...imports.map(
      ({ command, files, output }) =>
        `${paint("bold", output)} (${existsSync(join(cwd, output)) ? "is there, and stays" : "new"}), by restraint import ${command} ${files.join(" ")} -o ${output}\n`,
    ),
    additions.length === 0 ? "" : "\nTo add by hand:\n",
    ...additions.map(({ file, lines: more }) => `${paint("bold", file)}\n${more.map(added).join("")}`),
    advice.length === 0 ? "" : `\n${advice.map((line) => `${line}\n`).join("")}`,
    "\n",
  ].join("");
}

async function write({ configuration: text = "", imports }: Proposal, cwd: string): Promise<ExitStatus> {
  let status: ExitStatus = exitStatus.clean;
  for (const each of imports) {
    if (existsSync(join(cwd, each.output))) continue;
    if ((await run(each, cwd)) !== exitStatus.clean) status = exitStatus.couldNotCheck;
  }
  replaceFile({ path: join(cwd, configuration), text });
  await print(`Written: ${[configuration, ...imports.map(({ output }) => output)].join(", ")}.\n`);
  if (status !== exitStatus.clean)
    await printError("restraint: not all was imported: see above. The rest was written.\n");
  await print("Next: restraint check\n");
  return status;
}

async function run({ command, files, output }: ProposedImport, cwd: string): Promise<ExitStatus> {
  if (command === "crd") {
    const { importCrdFiles } = await import("../contract/import.js");
    return importCrdFiles(files, { cwd, output });
  }
  const { importOpenapiFiles, importDiscoveryFiles } = await import("../contract/import-description.js");
  return command === "openapi"
    ? importOpenapiFiles(files, { cwd, output })
    : importDiscoveryFiles(files, { cwd, output });
}
