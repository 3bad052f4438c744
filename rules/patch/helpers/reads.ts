import { conventions } from "../../../src/contract/conventions";
import { getFields } from "../../../src/request/derived/query";
import type { Request } from "../../../src/request/request";
import type { Value } from "../../../src/value/value";

/**
 * Finds the read that returned a value as a whole resource.
 *
 * An element of a list is a whole resource. An answer reduced by `fields` is not.
 *
 * @param requests all requests of the file.
 */
export function findWholeRead(value: Value, requests: readonly Request[]): Request | undefined {
  const response = value.origin?.response;
  if (!response && value.kind === "object") {
    // In `{ etag, ...rest }` of a read resource, `rest` contains everything but `etag`.
    for (const spread of value.spreads) {
      const read = findWholeRead(spread, requests);
      if (read) return read;
    }
  }
  if (response?.part !== "body" || !isResourcePath(response.path)) return undefined;
  const read = requests.find((request) => request.id === response.request);
  return read && getFields(read).presence === "absent" ? read : undefined;
}

/** Whether the path leads to the answer itself, the content of its `data` wrapper, or an element of its `items`. */
function isResourcePath(path: readonly string[]): boolean {
  const inner = path[0] === conventions.selector.wrapper ? path.slice(1) : path;
  return (
    inner.length === 0 ||
    (inner.length === 2 && inner[0] === "items" && inner[1] === "*") ||
    (inner.length === 1 && inner[0] === "*")
  );
}
