import { conventions } from "../../src/contract/conventions";
import { optionsOf } from "../../src/request/drafts/known";
import { getHeader } from "../../src/request/derived/headers";
import {
  type Documented,
  findDocumented,
  findPublicService,
  isOfWholeService,
} from "../../src/request/derived/documented";
import type { Facts } from "../../src/contract/configuration/configuration";
import type { Request } from "../../src/request/request";
import { defineRule, type Report } from "../../src/rule/define";
import { getScalarText } from "../../src/shape/scalar";
import { findTextMisfit } from "../../src/shape/written-text";
import { describeMisfit } from "./helpers/query-values";

export const rule = defineRule<"request", Readonly<Record<string, never>>>({
  id: "valid-headers",
  code: 100307,
  on: "request",
  docs: {
    summary: "Require the header fields that an imported description requires, with values that it allows.",
    why: "The service refuses a request that lacks a header field which it requires, or has it with a value that it does not know.",
    clauses: ["description 4"],
    preset: "recommended",
    severity: "error",
  },
  messages: {
    missing: "`{method} {path}` fails without the header field `{name}`. Send it.",
    name: "`{name}` is no name of a header field: clients throw, or send none. Correct it.",
    scheme: "`{scheme}` and the token stand in one word: the service refuses it. Put a blank between them.",
    colon: "A colon behind `{scheme}` is a part of the token: the service refuses it. Leave it out.",
    documented: "{service} refuses requests without the header field `{name}`, by its documentation. Send it.",
    withHeader: "`{parameter}` fails without the header field `{name}`, by {service}'s documentation. Send it.",
    type: "`{name}` is {found}: the service rejects it. It must be {expected}.",
    values: "`{name}` has a value that the service rejects. It must be {allowed}.",
    nearValue: "`{name}` has a value that the service rejects. Did you mean {near}?",
    constraint: "`{name}` {found}: the service rejects it. It must {expected}.",
  },
  options: {},
  fixable: false,
  hasSuggestions: false,
  check(request, context) {
    for (const report of checkNames(request)) context.report(report);
    for (const report of checkScheme(request)) context.report(report);
    for (const report of checkDocumentedHeaders(request, context.facts)) context.report(report);
    const endpoint = request.described?.endpoint;
    if (!endpoint) return;
    // Unseen code may set fields for all calls of a client that the whole program shares.
    const isWhole = isSeenWhole(request);
    for (const [name, { required, shape }] of endpoint.headers) {
      const field = getHeader(request, name);
      if (field.presence === "absent" && required && isWhole) {
        const { method, path } = endpoint;
        context.report({ message: "missing", data: { method, path, name }, range: request.anchor });
      }
      for (const value of field.value ? optionsOf(field.value) : []) {
        const text = getScalarText(value);
        const misfit = text === undefined ? undefined : findTextMisfit(text, shape, { maximum: true });
        if (text !== undefined && misfit) context.report({ ...describeMisfit(name, text, misfit), range: value.range });
      }
    }
  },
});

/** An HTTP token. Names that start with a colon are pseudo-header fields of HTTP/2. */
const fieldName = /^(?::|[!#$%&'*+\-.^_`|~\dA-Za-z]+$)/u;

function* checkNames({ headers }: Request): Generator<Report> {
  for (const { key, keyRange, value } of headers.kind === "object" ? headers.members : [])
    if (!fieldName.test(key) && value.kind !== "undefined")
      yield { message: "name", data: { name: key }, range: keyRange };
}

/** Any service requires a blank after the scheme. */
function* checkScheme(request: Request): Generator<Report> {
  const { value } = getHeader(request, conventions.authorization.header);
  for (const option of value ? optionsOf(value) : []) {
    const [first, next] = option.kind === "string" ? option.parts : [];
    if (first?.kind !== "text" || next?.kind !== "hole") continue;
    const [, scheme, rest] = /^\s*(Bearer|Basic)(:?\s*)$/iu.exec(first.text) ?? [];
    if (scheme === undefined || rest === undefined || /^\s+$/u.test(rest)) continue;
    yield { message: rest === "" ? "scheme" : "colon", data: { scheme }, range: option.range };
  }
}

function isSeenWhole({ defaults, specimen }: Request): boolean {
  return defaults.shared !== true && specimen === undefined;
}

/** Checks the documented header fields of a public service. */
function* checkDocumentedHeaders(request: Request, facts: Facts): Generator<Report> {
  const service = findPublicService(request, facts);
  if (!service || !isSeenWhole(request)) return;
  const described = request.described?.endpoint?.headers;
  for (const name of isOfWholeService(request, service) ? Object.keys(service.headers ?? {}) : [])
    if (isLeftOut(request, name) && described?.get(name)?.required !== true)
      yield { message: "documented", data: { service: service.name, name }, range: request.anchor };
  yield* checkCompanions(request, findDocumented(request, facts));
}

/** Reports query parameters that need a header field. */
function* checkCompanions(request: Request, documented: Documented | undefined): Generator<Report> {
  const { query } = request;
  if (!documented?.withHeader || query.kind === "unknown") return;
  const { service, withHeader } = documented;
  for (const { key, keyRange } of query.members) {
    const name = Object.hasOwn(withHeader, key) ? withHeader[key] : undefined;
    if (name !== undefined && isLeftOut(request, name))
      yield { message: "withHeader", data: { service, parameter: key, name }, range: keyRange };
  }
}

function isLeftOut(request: Request, name: string): boolean {
  return getHeader(request, name).presence === "absent" && !isSentByItself(request, name);
}

/** Clients that send no `User-Agent` by default. For all others it is unknown. */
const silentClients: ReadonlySet<string> = new Set(["http", "https", "undici"]);

function isSentByItself({ client }: Request, name: string): boolean {
  return name === "User-Agent" && !silentClients.has(client);
}
