import { getTokenTypes } from "../../../../rules/permissions/helpers/token-types";
import type { PermissionEntry } from "../../../contract/contract";
import type { Demand } from "../../../contract/permissions/least";
import { describeRequest } from "../../../request/derived/describe";
import { findRequestEndpoints } from "../../../request/derived/endpoint";
import { isMapped } from "../../../request/derived/predicates";
import { keyOfCalls } from "../../../request/asking";
import type { Request } from "../../../request/request";
import { isWrapper } from "../compared/call-sites";
import type { AnalysedFile } from "../requests/analyse";
import type { LocatedUnseen } from "../requests/unseen";

/** A call site in printable form. */
export interface Call {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  readonly column: number;
  readonly method: string | undefined;
  /** Path below the service's base, with holes as `{name}`. */
  readonly path: string | undefined;
  /** Types of token that it certainly sends; empty if not known. */
  readonly tokens: readonly string[];
}

/** A call to a listed endpoint. */
export interface Use extends Call, Demand {
  /** The endpoint's path as the map writes it. */
  readonly endpoint: string;
  /** Whether the endpoint is marked `*`: it may need several permissions, or accept an alternative one. */
  readonly marked: boolean;
  /** Keys of call chains to the request: from this call, from the next one, and so on. */
  readonly calls: readonly string[];
}

/** A call with unknown permissions. */
export interface Gap extends Call {
  /** A sentence for the user. */
  readonly reason: string;
}

/** All calls to the service, grouped by how well their permissions are known. */
export interface Collected {
  readonly uses: readonly Use[];
  /** Calls with a known method and path that match no endpoint of the map. */
  readonly unlisted: Call[];
  /** Calls that may go to one of several endpoints, or to an unlisted one. */
  readonly unclear: (Gap & { readonly candidates: readonly string[] })[];
  /** Calls with an unknown method or path, and calls that may go to another service. */
  readonly unknown: Gap[];
  /** Functions that get the path from their callers. Known callers are listed as calls of their own. */
  readonly wrappers: Gap[];
  /** GraphQL queries. Their permissions do not follow from the path. */
  readonly graphql: Call[];
  /** Calls that look like requests but are not understood. */
  readonly lookAlikes: LocatedUnseen[];
}

/** The parts of an analysed file that {@link collect} needs. */
export type CollectedFile = Pick<AnalysedFile, "name" | "analysis" | "lines" | "project">;

/** A {@link Collected} that can still be extended. */
export interface Collection extends Collected {
  readonly uses: Use[];
}

/** @returns an empty collection. */
export function newCollection(): Collection {
  return { uses: [], unlisted: [], unclear: [], unknown: [], wrappers: [], graphql: [], lookAlikes: [] };
}

/**
 * Adds the calls of a file. A call site that a loop or wrapper uses several times counts once for each method and path.
 */
export function collect(
  file: CollectedFile,
  into: Collection,
  isReached: (request: Request) => boolean = () => true,
): void {
  const seen = new Set<string>();
  for (const request of file.analysis.requests) {
    if ((request.target.service === "no" && !isMapped(request)) || !isReached(request)) continue;
    const { contract, facts } = file.project;
    const description = describeRequest(request, contract, facts);
    const { line, column } = file.lines.positionAt(request.range.start);
    const { method, path } = description;
    const key = `${line}:${column} ${String(method)} ${String(path)}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const types = getTokenTypes(request, facts, file.analysis.requests).map(({ type }) => type);
    const call: Call = { file: file.name, line, column, method, path, tokens: [...new Set(types)] };
    place(file, request, call, into);
  }
}

function place(file: CollectedFile, request: Request, call: Call, into: Collection): void {
  const { contract, facts } = file.project;
  const match = findRequestEndpoints(request, contract, facts);
  if (match === undefined) {
    const [gap] = describeRequest(request, contract, facts).gaps.filter(
      ({ part }) => part === "method" || part === "path",
    );
    const reason = `${gap?.part ?? "path"}: ${gap?.reason ?? "not known"}`;
    (isWrapper(request, gap?.reason) ? into.wrappers : into.unknown).push({ ...call, reason });
    return;
  }
  if (request.target.service === "unknown") {
    into.unknown.push({ ...call, reason: "base: it is not known whether the call goes to the service" });
    return;
  }
  if (/^(?:\/api)?\/graphql$/.test(call.path ?? "")) {
    into.graphql.push(call);
    return;
  }
  if (match.listed) {
    const calls = request.calls.map((_, index) => keyOfCalls(request.calls.slice(index)));
    for (const entries of match.endpoints) into.uses.push(useOf(call, entries, calls));
    return;
  }
  const candidates = [...new Set(match.possible.map((entry) => `${entry.method} ${entry.path}`))];
  if (candidates.length === 0) into.unlisted.push(call);
  else into.unclear.push({ ...call, candidates, reason: "it may be one of these, or an endpoint that is not listed" });
}

function useOf(call: Call, entries: readonly PermissionEntry[], calls: readonly string[]): Use {
  const marked = entries.some(({ additional }) => additional);
  return { ...call, entries, endpoint: entries[0]?.path ?? "", marked, calls };
}

/** @returns the uses. A call of a wrapper is left out if the wrapper's own request is listed with the same permissions. */
export function withoutRepeats(uses: readonly Use[]): readonly Use[] {
  const own = new Map<string, Set<Use["entries"]>>();
  for (const { calls, entries } of uses) {
    const [key = ""] = calls;
    own.set(key, (own.get(key) ?? new Set()).add(entries));
  }
  return uses.filter(({ calls: [, ...inner], entries }) => !inner.some((key) => own.get(key)?.has(entries) === true));
}
