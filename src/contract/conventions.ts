/**
 * The conventions of requests as data: names and values that the rules and the messages share.
 *
 * Header names are in their canonical case; compare them without regard to it.
 */
export const conventions = {
  /** 4.1: both conditions are needed for a compressed answer. */
  compression: { coding: "gzip", acceptHeader: "Accept-Encoding", agentHeader: "User-Agent", agentToken: "gzip" },
  /** 4.2: partial responses. The selector never names the object that wraps a response. */
  partialResponse: { parameter: "fields", wrapper: "data", wildcard: "*" },
  /** 2: names that the service gives to the parts of collections and resources. */
  names: { items: "items", kind: "kind", etag: "etag", pageSize: "maxResults", pageToken: "nextPageToken" },
  /** 4 and 4.3: updates, and what guards them. `force` writes without a read. */
  update: { contentTypeHeader: "Content-Type", contentType: "application/json", tagHeader: "If-Match", force: "*" },
  /** 4.3.12: a PATCH in the clothes of a POST. */
  override: { carrier: "POST", header: "X-HTTP-Method-Override", method: "PATCH" },
  /** 5. */
  authorization: { header: "Authorization", scheme: "Bearer" },
  /** Permissions 4.1: an answer tells in this header which permissions the endpoint needs. */
  permissionsHeader: "X-Accepted-Service-Permissions",
  /** 4 and 7. */
  statuses: { success: [200], invalidFields: [400], invalidState: [400, 422] },
} as const;
