import type { Description } from "../../../request/derived/describe";
import { keyOfCalls } from "../../../request/asking";
import type { Request } from "../../../request/request";
import { groupBy } from "../../../text/groups";

/** A request with its position; lines and columns are 1-based. */
export interface ListedRequest extends Description {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A request, with those calls further up the call chain that send the same. */
export interface Row extends ListedRequest {
  readonly callers?: readonly ListedRequest[];
}

/** A request as the analysis of one file found it. */
export interface FoundRequest {
  readonly listed: ListedRequest;
  readonly calls: Request["calls"];
}

/** Whether a wrapper's request has the same method, client and path as the request with its caller's arguments. */
function isSame(one: Description, other: Description): boolean {
  return one.method === other.method && one.client === other.client && template(one) === template(other);
}

function template({ path }: Description): string | undefined {
  return path?.replace(/\{[^{}]*\}/gu, "{}");
}

/**
 * Lists callers up the call chain under the request that they send.
 *
 * @param found the requests of all files.
 * @returns one row for each request. A caller has a row of its own if none of the analysed files contains its request.
 */
export function underTheirRequests(found: readonly FoundRequest[]): readonly Row[] {
  const rows = new Map<string, { readonly row: ListedRequest; readonly callers: Map<string, ListedRequest> }>();
  const byCalls = groupBy(found, ({ calls }) => keyOfCalls(calls));
  // The innermost wrapper that alone sends the same request decides what is sent.
  const requestOf = ({ calls, listed }: FoundRequest): FoundRequest | undefined => {
    for (let from = calls.length - 1; from > 0; from -= 1) {
      const same = byCalls.get(keyOfCalls(calls.slice(from)))?.find((each) => isSame(each.listed, listed));
      if (same) return same;
    }
    return undefined;
  };
  const add = ({ listed }: FoundRequest): Map<string, ListedRequest> => {
    const key = JSON.stringify(listed);
    const known = rows.get(key) ?? { row: listed, callers: new Map<string, ListedRequest>() };
    rows.set(key, known);
    return known.callers;
  };
  for (const each of found) {
    const request = requestOf(each);
    // A call site that sends the same request through several calls of a wrapper is listed once.
    if (request) add(request).set(JSON.stringify(each.listed), each.listed);
    else add(each);
  }
  return [...rows.values()].map(({ row, callers }) =>
    callers.size > 0 ? { ...row, callers: [...callers.values()] } : row,
  );
}
