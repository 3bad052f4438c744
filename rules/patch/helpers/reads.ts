import { conventions } from "../../../src/contract/conventions";
import { getFields } from "../../../src/request/derived/query";
import type { Request } from "../../../src/request/request";
import type { Value } from "../../../src/value/value";

/**
 * Finds the read that returned the value as a whole resource.
 *
 * An answer that `fields` narrowed is no whole resource. An element of a list is one.
 *
 * @param requests every request of the file.
 */
export function findWholeRead(value: Value, requests: readonly Request[]): Request | undefined {
  const response = value.origin?.response;
  if (!response && value.kind === "object") {
    // `{ etag, ...rest }` of a read resource: the rest is all of it but `etag`.
    for (const spread of value.spreads) {
      const read = findWholeRead(spread, requests);
      if (read) return read;
    }
  }
  if (response?.part !== "body" || !isResourcePath(response.path)) return undefined;
  const read = requests.find((request) => request.id === response.request);
  return read && getFields(read).presence === "absent" ? read : undefined;
}

/** The answer itself, its `data` wrapper's content, or an element of its `items`. */
function isResourcePath(path: readonly string[]): boolean {
  const inner = path[0] === conventions.selector.wrapper ? path.slice(1) : path;
  return (
    inner.length === 0 ||
    (inner.length === 2 && inner[0] === "items" && inner[1] === "*") ||
    (inner.length === 1 && inner[0] === "*")
  );
}
