import { getCategoryKey } from "../../../contract/categories";
import type { Contract, PermissionEntry } from "../../../contract/contract";
import { findEndpoints } from "../../../contract/endpoints";
import { findNear } from "../../../text/near";
import { UsageError } from "../exit";
import { formatTable } from "./table";

/** What `restraint endpoints` was asked. */
export interface Question {
  /** Upper case. */
  readonly method?: string;
  readonly path?: string;
}

export interface Answer {
  /** `undefined` for a listing. */
  readonly match?: "certain" | "possible";
  readonly entry: PermissionEntry;
}

/**
 * Reads the command's arguments: `METHOD PATH`, either alone, or none.
 *
 * @throws {UsageError} on anything else.
 */
export function parseQuestion(words: readonly string[]): Question {
  const [first, second, ...rest] = words;
  if (first === undefined) return {};
  const isMethod = /^[A-Za-z]+$/.test(first);
  if (rest.length > 0 || (second !== undefined && !isMethod))
    throw new UsageError("endpoints takes a method and a path: restraint endpoints GET /repos/acme/shop/issues");
  if (!isMethod) return { path: first };
  return { method: first.toUpperCase(), ...(second !== undefined && { path: second }) };
}

/** @returns the entries that the question is about: all of a listing in the map's order; of a look-up, the certain ones first. */
export function answer(
  contract: Contract,
  { method, path }: Question,
  aliases: Readonly<Record<string, string>>,
): Answer[] {
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

/** @returns the answers for people. */
export function formatEndpoints(answers: readonly Answer[]): string {
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

/** @returns the answers for programs. */
export function formatEndpointsJson(answers: readonly Answer[]): string {
  const entries = answers.map(({ match, entry: { scope, category, access, method, path, tokens, additional } }) => {
    return { scope, category, access, method, path, tokens, additional, ...(match !== undefined && { match }) };
  });
  return `${JSON.stringify(entries, undefined, 2)}\n`;
}

/** @returns what to say where the map does not list what was asked for. */
export function explainNothing(contract: Contract, { method, path = "" }: Question): string {
  const paths = new Set(
    contract.permissions.filter((entry) => method === undefined || entry.method === method).map((entry) => entry.path),
  );
  const near = findNear(path, paths);
  const advice = near.length > 0 ? ` Did you mean ${near.join(" or ")}?` : "";
  return `The permission map does not list ${[method, path].filter((word) => word !== undefined && word !== "").join(" ")}; it is not complete.${advice}\n`;
}
