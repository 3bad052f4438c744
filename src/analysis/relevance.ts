import type { ClientDefinition, Facts } from "../contract/configuration/configuration";
import type { Contract } from "../contract/contract";
import { mayListServices } from "../syntax/injection";
import type { Client } from "../request/clients/client";
import { clients as all } from "../request/clients/index";

/**
 * Whether a file can concern us at all, by a look at its text: most files neither send requests nor declare resources, and then nothing more is
 * done with them.
 *
 * @param options.follows whether other files are looked at: then an import may lead to a client, and so may what a container hands in, what all
 *   components of a framework have (`this.$api`), and an argument that is called with a path.
 */
export function mayConcernUs(
  text: string,
  contract: Contract,
  facts: Facts,
  { follows }: { readonly follows: boolean },
): boolean {
  if (namesClient(text)) return true;
  if (follows && (/\b(?:import|require)\b|\.\$[a-z]/.test(text) || mayListServices(text) || pathLike.test(text)))
    return true;
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

const clients = all.filter(({ quiet }) => quiet !== true);

/** Whether a text names one of the clients: by a module, a global, a type, or a name that only clients have. */
function namesClient(text: string): boolean {
  return specifiers.test(text) || words.test(text);
}

const specifiers = new RegExp(`["'\`](?:node:)?(?:${clients.flatMap(specifiersOf).map(patternOf).join("|")})["'\`]`);
const words = new RegExp(`(?<![\\w$])(?:${[...new Set(clients.flatMap(wordsOf))].map(patternOf).join("|")})(?![\\w$])`);

function specifiersOf({ modules = {} }: Client): readonly string[] {
  return Object.keys(modules);
}

/** A type that needs its package, or may have any name, is found by the package's name. */
function wordsOf({ globals = {}, types = [], names = {} }: Client): readonly string[] {
  const typeNames = types.filter((type) => type.needsPackage !== true).flatMap((type) => type.names);
  return [...Object.keys(globals), ...Object.keys(names), ...typeNames];
}

function patternOf(name: string): string {
  const text = name.replace(/\*$/, "").replaceAll(/[.$/@*+?()[\]{}|^\\-]/g, "\\$&");
  return name.endsWith("*") ? `${text}[\\w./$-]*` : text;
}
