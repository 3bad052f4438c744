/**
 * The conventions of requests as data. Rules recognise these names and values, and fixes write them.
 *
 * Header names are in canonical case; compare them case-insensitively.
 */
export const conventions = {
  /** 4.1: an answer is compressed only if both fields request the coding. */
  compression: { header: "Accept-Encoding", agentHeader: "User-Agent", coding: "gzip" },
  /** 4.2: partial responses. Selectors start inside the object that wraps a response. */
  selector: { parameter: "fields", wrapper: "data" },
  /** 4: the body of an update. */
  body: { header: "Content-Type", type: "application/json" },
  /** 2 and 4.3: the precondition of an update. `force` overwrites without a read. */
  tag: { header: "If-Match", field: "etag", force: "*" },
  /** 4.3.12: a PATCH sent as a POST. */
  override: { header: "X-HTTP-Method-Override", carrier: "POST", method: "PATCH" },
  /** 5. */
  authorization: { header: "Authorization", scheme: "Bearer" },
} as const;
