import type { Place, Request } from "../../../src/request/request";
import type { Value } from "../../../src/value/value";

/**
 * Whether two requests, sent by different calls of one function, each have their own tag. Both values have the same
 * origin, but the function reads a new tag in each call.
 */
export function isReadForEach(
  [one, other]: readonly [Request, Request],
  tag: Value,
  requests: readonly Request[],
): boolean {
  const behind = other.calls.slice(1);
  const runs = one.calls.slice(1).filter((run) => behind.some((each) => isRunBy(run, each)));
  if (runs.length === 0) return false;
  const { response } = tag.origin ?? {};
  const reads = response ? requests.filter(({ id }) => id === response.request) : [];
  // A read in another file may be in a function that runs once per call.
  if (reads.length === 0) return response !== undefined;
  return reads.some(({ calls }) => calls.some((read) => runs.some((run) => isRunBy(run, read))));
}

/** Whether a call is inside the function around another call. */
function isRunBy({ fileName, within }: Place, { fileName: other, offset }: Place): boolean {
  return fileName === other && within !== undefined && offset >= within.start && offset < within.end;
}
