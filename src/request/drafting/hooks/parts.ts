/** A part of a request that a hook may change before it is sent: `headers` where it may add some, `headers:name` for one that it may replace. */
export type Part = "method" | "url" | "query" | "body" | "headers" | `headers:${string}`;

export const anyHeader = "headers:*";

/** The parts that unknown code may change. */
export const allParts: readonly Part[] = ["method", "url", "query", "body", "headers", anyHeader];

/** The members of the options that hooks get, and the part of the request that each one is. */
export const parts: Readonly<Record<string, Part>> = {
  method: "method",
  url: "url",
  baseURL: "url",
  baseUrl: "url",
  prefixUrl: "url",
  path: "url",
  request: "url",
  pathname: "url",
  params: "query",
  query: "query",
  qs: "query",
  searchParams: "query",
  paramsSerializer: "query",
  data: "body",
  transformRequest: "body",
  body: "body",
  json: "body",
  form: "body",
  headers: "headers",
  auth: "headers",
  username: "headers",
  password: "headers",
};
