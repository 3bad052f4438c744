import type { Command } from "commander";
import { rules } from "../../../rules";
import { builtinContract } from "../../contract/builtin";

/**
 * Adds `restraint completion <shell>`, which prints the script for a shell, and the hidden `restraint complete`, which
 * the script calls.
 *
 * @param program must already have all other commands, because completion is derived from them.
 */
export async function registerCompletion(program: Command): Promise<void> {
  const { default: tab } = await import("@bomb.sh/tab/commander");
  const { commands } = tab(program, { completionCommandName: "completion" });
  const rule = commands.get("explain")?.arguments.get("rule");
  if (rule)
    rule.handler = (complete) => {
      for (const { id, docs } of rules) complete(id, docs.summary);
    };
  const kind = commands.get("kinds")?.arguments.get("kind");
  if (kind)
    kind.handler = (complete) => {
      for (const { name } of builtinContract.kinds) complete(name, "");
    };
}
