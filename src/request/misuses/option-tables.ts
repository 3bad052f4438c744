/** The options of a client, as far as needed to recognise a wrong one. */
export interface OptionTable {
  /** Names of options. A name that is one typo away from one of them is misspelt. */
  readonly takes: readonly string[];
  /** Names from other clients, with what this client calls the same. */
  readonly others: Readonly<Record<string, string>>;
}

const fetchTakes = [
  ...["method", "headers", "body", "mode", "credentials", "cache", "redirect", "referrer", "signal", "keepalive"],
];
const written = "`body: JSON.stringify(…)`";

const fetchOptions: OptionTable = {
  takes: fetchTakes,
  others: {
    data: written,
    json: written,
    params: "a query in the URL",
    query: "a query in the URL",
    qs: "a query in the URL",
    form: "`body: new URLSearchParams(…)`",
    withCredentials: '`credentials: "include"`',
    header: "`headers`",
  },
};

/** Options that axios documents (github.com/axios/axios, "Request Config"). */
export const axiosOptions: OptionTable = {
  takes: [
    ...["url", "method", "baseURL", "allowAbsoluteUrls", "transformRequest", "transformResponse", "headers", "params"],
    ...["paramsSerializer", "data", "timeout", "timeoutErrorMessage", "withCredentials", "adapter", "auth"],
    ...["responseType", "responseEncoding", "xsrfCookieName", "xsrfHeaderName", "withXSRFToken", "onUploadProgress"],
    ...["onDownloadProgress", "maxContentLength", "maxBodyLength", "validateStatus", "maxRedirects", "beforeRedirect"],
    ...["socketPath", "transport", "httpAgent", "httpsAgent", "proxy", "cancelToken", "signal", "decompress"],
    ...["insecureHTTPParser", "transitional", "env", "formSerializer", "formDataHeaders", "family", "lookup"],
    ...["maxRate", "fetchOptions", "parseReviver", "httpVersion", "http2Options", "sensitiveHeaders"],
  ],
  others: {
    body: "`data`",
    json: "`data`",
    query: "`params`",
    qs: "`params`",
    header: "`headers`",
    config: "its members: `...config`",
    baseUrl: "`baseURL`",
    credentials: "`withCredentials: true`",
  },
};

const kyTakes = ["method", "headers", "body", "json", "searchParams", "prefixUrl", "timeout", "hooks", "retry"];

/** By the client's name. */
export const optionTables: Readonly<Record<string, OptionTable>> = {
  fetch: fetchOptions,
  axios: axiosOptions,
  ky: {
    takes: kyTakes,
    others: { data: "`json`", params: "`searchParams`", query: "`searchParams`", header: "`headers`" },
  },
  got: {
    takes: [...kyTakes, "form"],
    others: { data: "`json`", params: "`searchParams`", qs: "`searchParams`", header: "`headers`" },
  },
  ofetch: {
    takes: [...fetchTakes, "query", "params", "baseURL", "timeout", "retry", "responseType"],
    others: { data: "`body`", json: "`body`", qs: "`query`", searchParams: "`query`", header: "`headers`" },
  },
  undici: {
    takes: ["method", "headers", "body", "query", "path", "origin", "dispatcher", "signal"],
    others: {
      data: written,
      json: written,
      params: "`query`",
      qs: "`query`",
      searchParams: "`query`",
      header: "`headers`",
    },
  },
  "openapi-fetch": {
    takes: [...fetchTakes, "params", "querySerializer", "bodySerializer", "parseAs", "baseUrl"],
    others: {
      data: "`body`",
      json: "`body`",
      query: "`params: { query }`",
      path: "`params: { path }`",
      header: "`headers`",
    },
  },
};

/** Matches names of header fields, which no client has as options. */
export const headerName =
  /^(?:authorization|content-type|accept|accept-(?:encoding|language)|if-(?:none-)?match|user-agent|cookie|x-[\w-]+|private-token)$/iu;

/** Options of axios that are never meant as data: an object with one of them is no body. */
export const surelyOptions: ReadonlySet<string> = new Set([
  ...["withCredentials", "paramsSerializer", "responseType", "onUploadProgress", "onDownloadProgress"],
  ...["cancelToken", "validateStatus", "maxRedirects", "httpsAgent", "maxBodyLength", "maxContentLength"],
]);
