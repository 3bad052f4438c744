import type { Description } from "../../../request/derived/describe";
import { keyOfCalls } from "../../../request/asking";
import type { Request } from "../../../request/request";
import { groupBy } from "../../../text/groups";

/** One request with its place, lines and columns from 1. */
export interface ListedRequest extends Description {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** One request, with the calls further up that lead to it and send the same. */
export interface Row extends ListedRequest {
  readonly callers?: readonly ListedRequest[];
}

/** A request as an analysis of one file finds it. */
export interface FoundRequest {
  readonly listed: ListedRequest;
  readonly calls: Request["calls"];
}

/** Whether a wrapper alone tells the same method and path as with its caller's arguments. */
function isSame(one: Description, other: Description): boolean {
  return one.method === other.method && one.client === other.client && template(one) === template(other);
}

function template({ path }: Description): string | undefined {
  return path?.replace(/\{[^{}]*\}/gu, "{}");
}

/**
 * Puts callers up the chain under the request to which they lead.
 *
 * @param found the requests of all files.
 * @returns one row for each request. A caller is a row of its own if no file that was looked at has its request.
 */
export function underTheirRequests(found: readonly FoundRequest[]): readonly Row[] {
  const rows = new Map<string, { readonly row: ListedRequest; readonly callers: Map<string, ListedRequest> }>();
  const byCalls = groupBy(found, ({ calls }) => keyOfCalls(calls));
  // The innermost wrapper that sends the same by itself decides what is sent.
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
    // A call that a wrapper makes again and again is one call site as long as it sends the same.
    if (request) add(request).set(JSON.stringify(each.listed), each.listed);
    else add(each);
  }
  return [...rows.values()].map(({ row, callers }) =>
    callers.size > 0 ? { ...row, callers: [...callers.values()] } : row,
  );
}
