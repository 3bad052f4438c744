/**
 * The conventions of requests as data: rules recognise these names and values, and fixes write them.
 *
 * Header names are in their canonical case; compare them without regard to it.
 */
export const conventions = {
  /** 4.1: an answer is compressed only when both fields ask for the coding. */
  compression: { header: "Accept-Encoding", agentHeader: "User-Agent", coding: "gzip" },
  /** 4.2: partial responses. Selectors begin inside the object that wraps a response. */
  selector: { parameter: "fields", wrapper: "data" },
  /** 4: the body of an update. */
  body: { header: "Content-Type", type: "application/json" },
  /** 2 and 4.3: what guards an update. `force` writes without a read. */
  tag: { header: "If-Match", field: "etag", force: "*" },
  /** 4.3.12: a PATCH in the clothes of a POST. */
  override: { header: "X-HTTP-Method-Override", carrier: "POST", method: "PATCH" },
  /** 5. */
  authorization: { header: "Authorization", scheme: "Bearer" },
} as const;
