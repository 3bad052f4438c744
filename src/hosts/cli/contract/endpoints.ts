import { getCategoryKey } from "../../../contract/permissions/categories";
import type { Facts } from "../../../contract/configuration/configuration";
import type { Contract, PermissionEntry } from "../../../contract/contract";
import { findEndpoints } from "../../../contract/permissions/endpoints";
import { findNearEndpoints } from "../../../contract/permissions/near-endpoints";
import type { Project } from "../../../contract/configuration/load";
import { findNear } from "../../../text/near";
import { UsageError } from "../exit";
import { formatTable } from "./table";

/** The method and path to look up; either may be absent. */
interface Question {
  /** Upper case. */
  readonly method?: string;
  readonly path?: string;
}

interface Answer {
  /** `undefined` in a listing of all entries. */
  readonly match?: "certain" | "possible";
  readonly entry: PermissionEntry;
}

/**
 * Answers `restraint endpoints`.
 *
 * @returns the output for stdout, and the message for stderr if nothing was found.
 * @throws {UsageError} if the arguments are neither a method nor a path.
 */
export function lookUpEndpoints(
  words: readonly string[],
  format: string,
  { contract, facts }: Pick<Project, "contract" | "facts">,
): { readonly stdout: string; readonly stderr: string } {
  const asked = parseQuestion(words);
  const question = asked.path === undefined ? asked : { ...asked, path: withoutBase(asked.path, facts, contract) };
  const answers = answer(contract, question, facts.aliases);
  return {
    stdout: format === "json" ? formatEndpointsJson(answers) : formatEndpoints(answers),
    stderr: answers.length > 0 ? "" : explainNothing(contract, question, facts.aliases),
  };
}

/**
 * Parses the command's arguments: `METHOD PATH` as one argument or two, either of them alone, or none.
 *
 * @throws {UsageError} on anything else.
 */
function parseQuestion(words: readonly string[]): Question {
  const [first, second, ...rest] = words.flatMap((word) => word.trim().split(/\s+/));
  if (first === undefined) return {};
  const isMethod = /^[A-Za-z]+$/.test(first);
  if (rest.length > 0 || (second !== undefined && !isMethod))
    throw new UsageError("endpoints takes a method and a path: restraint endpoints GET /repos/acme/shop/issues");
  if (!isMethod) return { path: first };
  return { method: first.toUpperCase(), ...(second !== undefined && { path: second }) };
}

/**
 * Removes the service's base from a path that is given as a URL.
 *
 * @returns the path below the longest configured base that matches. Without one, the path below the host. If the
 * contract does not list that path, a beginning that looks like a base path is removed.
 */
function withoutBase(path: string, { service, aliases }: Facts, contract: Contract): string {
  const base = (service?.baseUrls ?? [])
    .map((each) => each.replace(/\/$/, ""))
    .filter((each) => path === each || path.startsWith(`${each}/`))
    .sort((a, b) => b.length - a.length)[0];
  if (base !== undefined) return path.slice(base.length);
  const below = path.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, "");
  const bare = below.replace(/^(?:\/(?:api|rest|v\d+(?:\.\d+)*))+(?=\/)/, "");
  const lists = (each: string): boolean => answer(contract, { path: each }, aliases).length > 0;
  return bare !== below && !lists(below) ? bare : below;
}

/** @returns the matching entries. A listing keeps the map's order; a look-up has certain matches first. */
function answer(contract: Contract, { method, path }: Question, aliases: Readonly<Record<string, string>>): Answer[] {
  if (path === undefined)
    return contract.permissions
      .filter((entry) => method === undefined || entry.method === method)
      .map((entry) => ({ entry }));
  const methods = method === undefined ? [...new Set(contract.permissions.map((entry) => entry.method))] : [method];
  return methods.flatMap((each): Answer[] => {
    const { entries, possible } = findEndpoints(contract, each, path, aliases);
    return [
      ...entries.map((entry): Answer => ({ match: "certain", entry })),
      ...possible.map((entry): Answer => ({ match: "possible", entry })),
    ];
  });
}

/** @returns the answers as a table for people. */
function formatEndpoints(answers: readonly Answer[]): string {
  return formatTable(
    answers.map(({ match, entry }) => [
      entry.method,
      entry.path,
      `${entry.scope}.${getCategoryKey(entry)}`,
      entry.access,
      entry.tokens.join(" or "),
      entry.additional ? "additional permissions" : "",
      match === "possible" ? "possibly" : "",
    ]),
  );
}

/** @returns the answers as JSON. */
function formatEndpointsJson(answers: readonly Answer[]): string {
  const entries = answers.map(({ match, entry: { scope, category, access, method, path, tokens, additional } }) => {
    return { scope, category, access, method, path, tokens, additional, ...(match !== undefined && { match }) };
  });
  return `${JSON.stringify(entries, undefined, 2)}\n`;
}

/** @returns the message for an endpoint that is not listed, with the nearest listed ones. */
function explainNothing(contract: Contract, question: Question, aliases: Facts["aliases"]): string {
  const { method, path } = question;
  if (contract.permissions.length === 0)
    return "The contract has no permission map: name one under `contract` in restraint.config.yaml, or write `builtin: true` for the built-in one.\n";
  const methods = [...new Set(contract.permissions.map((entry) => entry.method))];
  const asked = [method, path].filter((word) => word !== undefined).join(" ");
  if (method !== undefined && !methods.includes(method))
    return `The permission map has no method ${method}.${adviseOn(findNear(method, methods)) || ` It has ${methods.join(", ")}.`}\n`;
  const says = `The permission map does not list ${asked}; it is not complete.`;
  if (path === undefined) return `${says}\n`;
  const others = methods.filter((each) => answer(contract, { method: each, path }, aliases).length > 0);
  if (others.length > 0) return `${says} It lists this path with ${others.join(", ")}.\n`;
  return `${says}${adviseOn(nearestPaths(contract, question, path, aliases))}\n`;
}

function adviseOn(names: readonly string[]): string {
  return names.length > 0 ? ` Did you mean ${names.join(" or ")}?` : "";
}

/**
 * @returns the path with its typing errors corrected, or, if no listed path has its form, the template with the nearest
 * spelling.
 */
function nearestPaths(
  contract: Contract,
  { method }: Question,
  path: string,
  aliases: Facts["aliases"],
): readonly string[] {
  const near = [method, undefined]
    .map((each) => findNearEndpoints(contract, each, path, aliases, 2))
    .find((found) => found.length > 0);
  if (near) {
    const leading = path.startsWith("/") ? 1 : 0;
    const corrected = near.map(({ corrections }) => {
      const segments = path.split("/");
      for (const { segment, right } of corrections) segments[segment + leading] = right;
      return segments.join("/");
    });
    return [...new Set(corrected)];
  }
  const listed = contract.permissions.filter((entry) => method === undefined || entry.method === method);
  return findNear(path, new Set(listed.map((entry) => entry.path)));
}
