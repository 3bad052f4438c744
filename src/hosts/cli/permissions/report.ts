import type { Need } from "../../../contract/permissions/least";
import type { Collected, Use } from "./collect";
import type { Comparison } from "./compare";
import { count } from "../../../text/words";

/** All results of the command, in no particular format. */
export interface PermissionReport {
  readonly needs: readonly Need<Use>[];
  readonly collected: Collected;
  readonly comparison?: Comparison;
  /** Categories of the map by scope, for formats that also show those without a call. */
  readonly categories: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** The access levels of the loaded contracts, lowest first. */
  readonly levels: readonly string[];
  /** Whether a file, or part of one, could not be read. */
  readonly failed: boolean;
}

/** @returns whether every call that needs the permission goes to an endpoint marked `*`. */
export function isMarkedOnly({ uses }: Need<Use>): boolean {
  return uses.every((use) => use.marked);
}

/** @returns the token types that all calls of a permission accept. */
export function tokensOf({ uses }: Need<Use>): readonly string[] {
  const lists = uses.map((use) => [...new Set(use.entries.flatMap((entry) => entry.tokens))]);
  const [first = [], ...others] = lists;
  return first.filter((type) => others.every((list) => list.includes(type)));
}

/** @returns a phrase for each kind of call with unknown needs; empty if there are none. */
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

/** The first sentence of an incomplete report. */
export const incomplete = "Incomplete: the code may need more than this.";
