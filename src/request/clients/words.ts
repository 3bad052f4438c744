import type { Client } from "./client";
import { clients as all } from "./index";

const clients = all.filter(({ quiet }) => quiet !== true);

/** Whether a text names one of the clients: by a module, a global, a type, or a name that only clients have. */
export function namesClient(text: string): boolean {
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
