import type { ClientDefinition, Facts } from "../contract/configuration/configuration";
import type { Contract } from "../contract/contract";
import { mayListServices } from "../syntax/injection";
import type { Client } from "../request/clients/client";
import { clients as all } from "../request/clients/index";

/**
 * Whether a file may contain requests or resources, by its text alone. Most files contain none, and are not analysed
 * further.
 *
 * @param options.follows whether other files are followed. A client may then come from an import, from an argument of a
 * container, from a global property of a framework (`this.$api`), or be an argument that is called with a path.
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

/** @returns a word that occurs in all code that uses a client of the configuration. */
function wordOf(client: ClientDefinition): string {
  const name = "call" in client ? client.call : client.object;
  return name.slice(name.lastIndexOf(".") + 1);
}

/** Matches a string that begins like a path, or is an HTTP method. */
const pathLike = /["'`](?:\/[\w$:{]|(?:GET|POST|PUT|PATCH|DELETE|HEAD)["'`])/;

/** Whether a text may contain a manifest: it has a `kind` and names a known one. */
export function mayDeclareResources(text: string, contract: Contract): boolean {
  return /\bkind\b/.test(text) && contract.kinds.some((kind) => text.includes(kind.name));
}

const clients = all.filter(({ quiet }) => quiet !== true);

/** Whether a text names a client: by a module, a global, a type, or a name that only clients have. */
function namesClient(text: string): boolean {
  return specifiers.test(text) || words.test(text);
}

const specifiers = new RegExp(`["'\`](?:node:)?(?:${clients.flatMap(specifiersOf).map(patternOf).join("|")})["'\`]`);
const words = new RegExp(`(?<![\\w$])(?:${[...new Set(clients.flatMap(wordsOf))].map(patternOf).join("|")})(?![\\w$])`);

function specifiersOf({ modules = {} }: Client): readonly string[] {
  return Object.keys(modules);
}

/** A type that needs its package, or may have any name, is recognised by its package instead. */
function wordsOf({ globals = {}, types = [], names = {} }: Client): readonly string[] {
  const typeNames = types.filter((type) => type.needsPackage !== true).flatMap((type) => type.names);
  return [...Object.keys(globals), ...Object.keys(names), ...typeNames];
}

function patternOf(name: string): string {
  const text = name.replace(/\*$/, "").replaceAll(/[.$/@*+?()[\]{}|^\\-]/g, "\\$&");
  return name.endsWith("*") ? `${text}[\\w./$-]*` : text;
}
