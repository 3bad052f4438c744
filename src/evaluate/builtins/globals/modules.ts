import { builtinValue } from "../../make";
import type { Abstract, Builtin, Place } from "../../domain";
import { globalBuiltin } from "./index";
import { predicateOf } from "./predicates";

/** Globals that modules of Node and packages also export, by module: https://nodejs.org/api/url.html, buffer.html, https://github.com/jsdom/whatwg-url. */
const exported: ReadonlyMap<string, readonly string[]> = new Map([
  ["url", ["URL", "URLSearchParams"]],
  ["whatwg-url", ["URL", "URLSearchParams"]],
  ["buffer", ["Blob", "Buffer", "File", "atob", "btoa"]],
]);

const namespaces: ReadonlyMap<string, Builtin> = new Map(
  [...exported].map(([label, names]): [string, Builtin] => [
    label,
    { label, member: (name, place) => (names.includes(name) ? globalBuiltin(name, place) : undefined) },
  ]),
);

/** @returns the global that a module exports, or the module as an object with such globals; undefined for other exports. */
export function exportedGlobal(specifier: string, name: string, place: Place): Abstract | undefined {
  const module = specifier.replace(/^node:/u, "");
  if (module === "process" && name === "default") return globalBuiltin("process", place);
  const namespace = namespaces.get(module);
  if (namespace && (name === "*" || name === "default")) return builtinValue(namespace, place);
  return namespace?.member?.(name, place) ?? predicateOf(specifier, name, place);
}
