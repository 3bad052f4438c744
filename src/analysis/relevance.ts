import type { Facts } from "../contract/configuration";
import type { Contract } from "../contract/contract";
import { namesClient } from "../request/clients/words";

/**
 * Whether a file can concern us at all, by a look at its text: most files neither send requests nor declare resources, and then nothing
 * more is done with them.
 *
 * @param typed whether imports are followed: then any import may lead to a client.
 */
export function mayConcernUs(text: string, typed: boolean, contract: Contract, facts: Facts): boolean {
  if (namesClient(text)) return true;
  if (typed && /\b(?:import|require)\b/.test(text)) return true;
  if (facts.clients.some((client) => text.includes(client.call.slice(client.call.lastIndexOf(".") + 1)))) return true;
  return mayDeclareResources(text, contract);
}

/** Whether a text may hold a manifest: it has a `kind` and names a known one. */
export function mayDeclareResources(text: string, contract: Contract): boolean {
  return /\bkind\b/.test(text) && contract.kinds.some((kind) => text.includes(kind.name));
}
