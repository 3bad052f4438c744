import type { ClientDefinition, Facts } from "../contract/configuration";
import type { Contract } from "../contract/contract";
import { mayListServices } from "../evaluator/syntax/injection";
import { namesClient } from "../request/clients/words";

/**
 * Whether a file can concern us at all, by a look at its text: most files neither send requests nor declare resources, and then nothing more is
 * done with them.
 *
 * @param follows whether other files are looked at: then an import may lead to a client, and so may what a container hands in, and an argument
 *   that is called with a path.
 */
export function mayConcernUs(text: string, follows: boolean, contract: Contract, facts: Facts): boolean {
  if (namesClient(text)) return true;
  if (follows && (/\b(?:import|require)\b/.test(text) || mayListServices(text) || pathLike.test(text))) return true;
  if (facts.clients.some((client) => text.includes(wordOf(client)))) return true;
  return mayDeclareResources(text, contract);
}

/** @returns a word that stands wherever something is that the configuration describes. */
function wordOf(client: ClientDefinition): string {
  const name = "call" in client ? client.call : client.object;
  return name.slice(name.lastIndexOf(".") + 1);
}

/** A text that begins like a path, or names a method of HTTP. */
const pathLike = /["'`](?:\/[\w$:{]|(?:GET|POST|PUT|PATCH|DELETE|HEAD)["'`])/;

/** Whether a text may hold a manifest: it has a `kind` and names a known one. */
export function mayDeclareResources(text: string, contract: Contract): boolean {
  return /\bkind\b/.test(text) && contract.kinds.some((kind) => text.includes(kind.name));
}
