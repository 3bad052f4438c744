import type { Need } from "../../../contract/permissions/least";
import type { Collected, Use } from "./collect";
import type { Comparison } from "./compare";
import { count } from "../../../text/words";

/** All that the command has to say; each format prints it in its own way. */
export interface PermissionReport {
  readonly needs: readonly Need<Use>[];
  readonly collected: Collected;
  readonly comparison?: Comparison;
  /** Categories of the map by scope, for formats that show those without a call too. */
  readonly categories: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** The levels of the loaded contracts, from the lowest. */
  readonly levels: readonly string[];
  /** Whether a file, or a part of one, could not be looked at. */
  readonly failed: boolean;
}

/** @returns whether every call that needs the permission goes to an endpoint that is marked `*`. */
export function isMarkedOnly({ uses }: Need<Use>): boolean {
  return uses.every((use) => use.marked);
}

/** @returns the token types that all calls of a permission accept. */
export function tokensOf({ uses }: Need<Use>): readonly string[] {
  const lists = uses.map((use) => [...new Set(use.entries.flatMap((entry) => entry.tokens))]);
  const [first = [], ...others] = lists;
  return first.filter((type) => others.every((list) => list.includes(type)));
}

/** @returns what could not be seen and may need more than the least set, in words; empty where all was seen. */
export function describeGaps({ collected, failed }: Pick<PermissionReport, "collected" | "failed">): readonly string[] {
  const { unknown, unclear, unlisted, graphql, lookAlikes } = collected;
  const likeRequests = lookAlikes.length === 1 ? "looks like a request" : "look like requests";
  return [
    unknown.length > 0 ? `${count(unknown.length, "call")} not known` : "",
    unclear.length > 0 ? `${count(unclear.length, "call")} not clear` : "",
    unlisted.length > 0 ? `${count(unlisted.length, "call")} not in the map` : "",
    graphql.length > 0 ? `${count(graphql.length, "GraphQL call")} not looked into` : "",
    lookAlikes.length > 0
      ? `${count(lookAlikes.length, "call")} that ${likeRequests} and ${lookAlikes.length === 1 ? "was" : "were"} not understood`
      : "",
    failed ? "what is in files that could not be read" : "",
  ].filter((line) => line !== "");
}

/** The first words of a report that is not whole. */
export const incomplete = "Incomplete: the code may need more than this.";
