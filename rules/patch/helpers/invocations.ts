import type { Place, Request } from "../../../src/request/request";
import type { Value } from "../../../src/value/value";

/**
 * Whether two requests of calls of one function have each a tag of its own, as the function reads it: what is known of it is the same for
 * both.
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
  // A read in another file may stand in a function that is run for each.
  if (reads.length === 0) return response !== undefined;
  return reads.some(({ calls }) => calls.some((read) => runs.some((run) => isRunBy(run, read))));
}

/** Whether a place stands in the function around a call. */
function isRunBy({ fileName, within }: Place, { fileName: other, offset }: Place): boolean {
  return fileName === other && within !== undefined && offset >= within.start && offset < within.end;
}
