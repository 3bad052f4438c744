import { conventions } from "../../src/contract/conventions";
import { asText, optionsOf } from "../../src/request/drafts/known";
import { getHeader } from "../../src/request/derived/headers";
import type { Request } from "../../src/request/request";
import type { Value } from "../../src/value/value";
import { findNear } from "../../src/text/near";
import { sentValues } from "./helpers/text";
import type { Misuse } from "../../src/request/misuses/misuse";
import { defineRule, type Report } from "../../src/rule/define";

export const rule = defineRule<"request", Readonly<Record<string, never>>>({
  id: "client-options",
  code: 100308,
  on: "request",
  docs: {
    summary: "Disallow arguments and options that a client does not take, or takes in another place.",
    why: "The client ignores them without an error, or sends them as something else: the request goes out without its header fields, query or body.",
    clauses: ["conventions 4"],
    preset: "recommended",
    severity: "error",
  },
  messages: {
    headerAsOption: "Among the options of `{client}`, `{name}` is not sent. Put it into `headers`.",
    option: "`{client}` ignores the option `{name}`. Use {instead}.",
    extraArgument: "`{callee}` takes two arguments: this one is not sent. Put it into the second.",
    optionsAsBody: "`{callee}` sends `{name}` as a field of the body, not as an option. Put it into a third argument.",
    smallLetters: "`{client}` sends `{method}` in small letters, as a method that services do not know. Write `PATCH`.",
    bodyOfRead: "`{client}` throws: a {method} has no body. Put it into the query, or send another method.",
    noCors:
      "With `no-cors`, {names} cannot be sent. Leave `mode` out: whether a page may read it is for the service to allow.",
    boundary:
      "Written by hand, `multipart/form-data` lacks the boundary between the parts: the service reads nothing. Leave the header out; the client sets it.",
    unfilled: "`{client}` needs `{name}` for the path, and is not given it: the request fails. Give it.",
    unfilledNear:
      "`{client}` needs `{name}` for the path, and is not given it: the request fails. Is `{given}` meant for it?",
    bodyAsOptions:
      "`{callee}` takes options here, and none is called {names}: nothing of it is sent. Put it into `{instead}`.",
  },
  options: {},
  fixable: false,
  hasSuggestions: false,
  check(request, context) {
    const { misuses = [], client } = request;
    for (const misuse of misuses) context.report(describe(misuse, client));
    for (const report of findUnfilled(request)) context.report(report);
    if (misuses.length === 0) for (const report of findHeadersInBody(request)) context.report(report);
    for (const value of boundaryLost(request)) context.report({ message: "boundary", range: value.range });
  },
});

/** Reports header fields that were meant as options but are sent in the body of axios. */
function* findHeadersInBody({ client, body, method }: Request): Generator<Report> {
  const value = body?.value;
  if (client !== "axios" || value?.kind !== "object") return;
  if (value.members.some(({ key }) => key === "method" || key === "url")) return;
  for (const { key, keyRange, value: fields } of value.members) {
    if (key !== "headers" || fields.kind !== "object") continue;
    if (!fields.members.some((field) => headerNames.test(field.key))) continue;
    const callee = `axios.${asText(method)?.toLowerCase() ?? "post"}`;
    yield { message: "optionsAsBody", data: { callee, name: key }, range: keyRange };
  }
}

const headerNames = /^(?:authorization|content-type|accept|if-match)$/iu;

/** Reports missing path parameters. A member of the query or body with a similar name is probably the one meant. */
function* findUnfilled({ unfilled = [], query, body, client, anchor }: Request): Generator<Report> {
  const sent = [query, body?.value].flatMap((each) => (each?.kind === "object" ? each.members : []));
  for (const name of unfilled) {
    const meant = sent.find(({ key }) => isPartOf(key, name));
    yield meant
      ? { message: "unfilledNear", data: { client, name, given: meant.key }, range: meant.keyRange }
      : { message: "unfilled", data: { client, name }, range: anchor };
  }
}

/** Whether one name is a part of the other, as `number` is of `pull_number`, or is one typo away. */
function isPartOf(given: string, name: string): boolean {
  const words = (text: string): string => text.replaceAll("_", "").toLowerCase();
  const [one, other] = [words(given), words(name)];
  return (
    one === other ||
    (one.length > 1 && other.endsWith(one)) ||
    other.startsWith(one) ||
    findNear(given, [name]).length > 0
  );
}

/** Clients that do not change a written Content-Type, although only they know the boundary between the parts. */
const keepsType = new Set(["fetch", "ky", "got", "undici", "ofetch", "XMLHttpRequest"]);

/** @returns values of Content-Type that name a multipart form without its boundary. */
function boundaryLost(request: Request): readonly Value[] {
  const { body, client } = request;
  if (!body || !keepsType.has(client) || !optionsOf(body.value).every(isFormData)) return [];
  return sentValues(getHeader(request, conventions.body.header).value).filter((value) =>
    /^\s*multipart\/form-data\s*$/iu.test(asText(value) ?? ""),
  );
}

function isFormData(value: Value): boolean {
  return (value.kind === "object" && value.class === "FormData") || value.origin?.trail[0] === "new FormData()";
}

function describe(misuse: Misuse, client: string): Report {
  const { kind, range } = misuse;
  switch (kind) {
    case "option":
      return { message: kind, data: { client, name: misuse.name, instead: misuse.instead }, range };
    case "headerAsOption":
      return { message: kind, data: { client, name: misuse.name }, range };
    case "smallLetters":
    case "bodyOfRead":
      return { message: kind, data: { client, method: misuse.method }, range };
    case "noCors":
      return { message: kind, data: { names: misuse.names }, range };
    case "extraArgument":
      return { message: kind, data: { callee: misuse.callee }, range };
    case "optionsAsBody":
      return { message: kind, data: { callee: misuse.callee, name: misuse.name }, range };
    case "bodyAsOptions":
      return { message: kind, data: { callee: misuse.callee, names: misuse.names, instead: misuse.instead }, range };
  }
}
