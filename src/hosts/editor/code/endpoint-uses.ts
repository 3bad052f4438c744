import { plainKey } from "../../../changes/plain-key";
import { findRequestEndpoints, pathsOf } from "../../../request/derived/endpoint";
import { isMapped } from "../../../request/derived/predicates";
import { keyOfCalls, type Asking } from "../../../request/asking";
import type { Request } from "../../../request/request";
import { type Range, touches } from "../../../text/range";
import { describeReads } from "../../../usage/words";
import { type Counted, callsThatCount } from "../../../usage/calls-that-count";
import { readsOf, sentBy } from "../../../usage/in-request";
import type { Position, ReadFields, Sent } from "../../../usage/usage";
import type { FileRequests } from "../file-checker";
import { joinReads } from "../../../usage/join-calls";

/** Uses of the contract's endpoints in a project's code, for editors. */

/** A call that certainly goes to an endpoint. */
export interface EndpointUse {
  /** The endpoint, with parameter names removed: `GET /widgets/{}`. */
  readonly key: string;
  readonly fileName: string;
  readonly text: string;
  /** Range of the call. */
  readonly range: Range;
  readonly query: Sent;
  /** The fields read of the response; absent if not known. */
  readonly reads?: ReadFields;
}

/** A use with the calls of its function that send it. */
export interface FoundUse extends EndpointUse, Counted<FoundUse> {}

/** @returns the uses in a file, each with its endpoint. */
export function usesIn({ requests, project }: FileRequests): readonly FoundUse[] {
  return requests.flatMap((request): FoundUse[] => {
    const key = endpointKeyOf(request, project);
    const { asking } = request;
    return key === undefined || !asking
      ? []
      : [useAt({ ...asking, range: request.range }, { key, query: sentBy(request).query, response: request.response })];
  });
}

/** Editors do not show positions of reads. */
const nowhere = (): Position => ({ line: 1, column: 1 });

type Common = Pick<EndpointUse, "key" | "query"> & Pick<Request, "response">;

function useAt(asking: Asking, common: Common): FoundUse {
  const { sourceFile, range, calls, passesOn } = asking;
  const { key, query, response } = common;
  const reads = readsOf({ reads: asking.reads, response }, nowhere);
  return {
    ...{ key, query, range, passesOn },
    fileName: sourceFile.fileName,
    text: sourceFile.text,
    ...(reads && { reads }),
    calls: calls.map((_, index) => keyOfCalls(calls.slice(index))),
    askers: () => asking.askers().map((each) => useAt(each, common)),
  };
}

/** @returns the key of the endpoint to which a request certainly goes. */
export function endpointKeyOf(request: Request, { contract, facts }: FileRequests["project"]): string | undefined {
  if (request.target.service === "no" && !isMapped(request)) return undefined;
  const { described } = request;
  if (described?.endpoint) return plainKey(`${described.endpoint.method} ${described.endpoint.path}`);
  if (described) return undefined;
  const match = findRequestEndpoints(request, contract, facts);
  const keys = new Set(match?.entries.map(({ method, path }) => plainKey(`${method} ${path}`)));
  const [key] = keys;
  return match?.certainty === "certain" && keys.size === 1 ? key : undefined;
}

/** @returns the endpoint of the request path at a position. */
export function endpointAt({ requests, project }: FileRequests, position: number): string | undefined {
  const request = requests.find((each) =>
    pathsOf(each).some(({ parts }) =>
      parts.some((part) => part.kind === "text" && !part.elsewhere && touches(part.range, position)),
    ),
  );
  return request && endpointKeyOf(request, project);
}

/** @returns each use once. A function's own request does not count if calls of the function are known. */
export function effectiveUses(uses: readonly FoundUse[]): readonly EndpointUse[] {
  const byPlace = new Map<string, EndpointUse>();
  for (const { key, fileName, text, range, query, reads } of callsThatCount(uses)) {
    const use: EndpointUse = { key, fileName, text, range, query, ...(reads && { reads }) };
    const place = `${use.key} ${use.fileName}:${use.range.start}`;
    const known = byPlace.get(place);
    byPlace.set(place, known ? joined(known, use) : use);
  }
  return [...byPlace.values()];
}

function joined(one: EndpointUse, { reads }: EndpointUse): EndpointUse {
  return { ...one, reads: one.reads && reads ? joinReads(one.reads, reads) : { whole: true } };
}

/** Limit of the names in one line. */
const mostNames = 8;

/** @returns a summary of an endpoint's uses: `3 callers, reads id,owner/name, sends limit`. */
export function describeUses(uses: readonly EndpointUse[]): string {
  if (uses.length === 0) return "no callers";
  const callers = uses.length === 1 ? "1 caller" : `${uses.length} callers`;
  const isKnown = uses.every(({ reads }) => reads !== undefined);
  const reads = isKnown ? describeReads(uses.map((use) => use.reads ?? {}).reduce(joinReads)) : "not known";
  const sent = [...new Set(uses.flatMap(({ query }) => Object.keys(query.fields ?? {})))];
  const names = sent.length > mostNames ? [...sent.slice(0, mostNames), "…"] : sent;
  return [callers, `reads ${reads}`, ...(names.length > 0 ? [`sends ${names.join(", ")}`] : [])].join(", ");
}
