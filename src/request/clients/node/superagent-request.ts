import type { NativeCall } from "../../../clients/native";
import { jsonBody, writesJson } from "../../drafts/body";
import { type RequestBuilder } from "../../drafts/builder";
import type { Draft } from "../../drafts/draft";
import { withHooks } from "../../drafts/hooks/hooks";
import { asText, optionsOf } from "../../drafts/known";
import { asObject, unknown } from "../../drafts/objects";
import { withBasicAuthorization, withCredentialsOf } from "../../drafts/options";
import { layeredQuery, maybeQuery } from "../../drafts/query-layers";
import { asAppended, joinQueries, queryOption, type QueryStyle } from "../../drafts/query-string";
import type { Body, ClientDefaults } from "../../request";
import { stringOf } from "../../drafts/strings";
import type { Range } from "../../../text/range";
import type { ObjectValue, UnknownValue, Value } from "../../../value/value";

/** Converts a finished superagent chain to the draft of its request. */

const defaults: ClientDefaults = {
  contentType: true,
  acceptEncoding: "gzip, deflate",
  userAgent: undefined,
  unseenHeaders: false,
};
const queryStyle: QueryStyle = { dropped: ["undefined"], empty: ["null"], arrays: "repeat", elementsAlike: true };
const types = {
  json: "application/json",
  form: "application/x-www-form-urlencoded",
  html: "text/html",
  text: "text/plain",
};

/** Leaves a request open, because a function returns the chain and the caller may add to it. */
export function unfinished(draft: Draft, at: Range): Draft {
  const { query, body } = draft;
  return {
    ...draft,
    query: query.kind === "object" ? { ...query, open: true } : query,
    body: body ?? { value: unknown("a body that the caller may send", at), encoding: "unknown" },
    defaults: { ...draft.defaults, unseenHeaders: true },
  };
}

export function typeOf(value: Value | undefined): Value {
  const short = asText(value);
  if (!value) return unknown("no type", { start: 0, end: 0 });
  const long =
    short === undefined
      ? undefined
      : short.includes("/")
        ? short
        : Object.hasOwn(types, short)
          ? types[short as keyof typeof types]
          : undefined;
  return long === undefined
    ? unknown("a media type", value.range)
    : stringOf([{ kind: "text", text: long, range: value.range, elsewhere: true }], value.range);
}

export function draftOf(
  builder: RequestBuilder,
  method: Value,
  url: Value,
  call: NativeCall,
  basic: Range | undefined,
): Draft {
  const { made } = builder;
  const at = call.range;
  const headers = builder.headers(at);
  const given = builder.body(at);
  const draft: Draft = {
    client: "superagent",
    method,
    anchor: made.calleeRange,
    address: { url, join: "append", ownsRelative: true },
    query: queryOf(builder.queries, at),
    headers: basic ? withBasicAuthorization(headers, basic) : withCredentialsOf(headers, url),
    body: bodyOf(given, headers),
    defaults: { ...defaults, contentType: writesJson(given), unseenHeaders: builder.unseen },
    range: at,
    answer: { ways: [["body"]] },
  };
  return builder.writesBody ? withHooks(draft, new Set(["body"]), at) : draft;
}

/** superagent joins texts. It merges objects, and appends them after the texts. */
function queryOf(queries: RequestBuilder["queries"], at: Range): ObjectValue | UnknownValue {
  const isText = ({ value }: { readonly value: Value }): boolean =>
    optionsOf(value).every(({ kind }) => kind === "string");
  const texts = queries.filter(isText).map(({ value, sure }) => {
    const query = queryOption(asAppended(value), at, queryStyle);
    return sure ? query : maybeQuery(query);
  });
  const objects = queries
    .filter((query) => !isText(query))
    .map(({ value, sure }) => {
      const object = asObject(asAppended(value));
      return sure ? object : maybeQuery(object);
    });
  return joinQueries([...texts, layeredQuery(objects, at, queryStyle)], at);
}

/** The content type decides how an object is serialized; the default is JSON. */
function bodyOf(value: Value | undefined, headers: ObjectValue): Body | undefined {
  const body = jsonBody(value, "json");
  if (!body) return undefined;
  const type = headers.members.find((member) => member.key.toLowerCase() === "content-type");
  const text = asText(type?.value);
  if (!type || (text !== undefined && /\bjson\b/.test(text))) return body;
  return { ...body, encoding: text === undefined ? "unknown" : text === types.form ? "form" : body.encoding };
}
