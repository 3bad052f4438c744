import type TS from "typescript";
import { nativeOf, opaque, type Native, type NativeCall } from "../../../clients/native";
import type { Range } from "../../../text/range";
import type { ObjectValue, UnknownValue, Value } from "../../../value/value";
import { argument, jsonBody, writesJson } from "../../drafts/body";
import type { Draft } from "../../drafts/draft";
import { withHooks } from "../../drafts/hooks/hooks";
import { changedByFetch } from "../../drafts/hooks/own-fetch";
import { optionsOf } from "../../drafts/known";
import { answer, answerObject, callable, namespace } from "../../drafts/natives";
import { asObject, getProperty, objectOf, oneOf, undefinedAt, unknown } from "../../drafts/objects";
import { anchorOf, headersOption, joinSpellings, layered, methodNamed } from "../../drafts/options";
import { queryOption, type QueryStyle } from "../../drafts/query-string";
import type { Client, ClientContext } from "../client";
import { fetchDefaults } from "./fetch";

/** RTK Query: endpoints describe requests as data, and a base query sends them. */
export const rtkQuery: Client = {
  name: "rtk-query",
  modules: {
    "@reduxjs/toolkit/query": queryModule,
    "@reduxjs/toolkit/query/react": queryModule,
    "@reduxjs/toolkit/dist/query": queryModule,
    "@reduxjs/toolkit/dist/query/react": queryModule,
    "@rtk-query/core": queryModule,
  },
};

const queryStyle: QueryStyle = { dropped: ["undefined"], arrays: "comma" };

function queryModule({ ts }: ClientContext): Native {
  return namespace("@reduxjs/toolkit/query", {
    createApi: () => callable("createApi", create),
    fetchBaseQuery: () => callable("fetchBaseQuery", (call) => opaque(fetchBase(ts, argument(call, 0)), call.range)),
    retry: () => callable("retry", (call) => argument(call, 0) ?? unknown("no base query", call.range)),
  });
}

/** A base query: it sends the result of an endpoint's `query`, which is a URL or `{url, method, body, params, headers}`. */
interface BaseQuery extends Native {
  send(args: Value, call: NativeCall): Value;
}

function fetchBase(ts: typeof TS, options: Value | undefined): BaseQuery {
  const send = (args: Value, call: NativeCall): Value => {
    const at = call.range;
    const changed = changedByFetch(ts, [layered([options], "fetchFn", at)]);
    const id = call.send(withHooks(draftOf(options, args, call), changed, at));
    const error = {
      kind: "alternatives" as const,
      options: [undefinedAt(at), unknown("error of an answer", at)],
      range: at,
    };
    return answerObject({ data: answer(id, "body", [], at), error }, at);
  };
  return {
    label: "fetchBaseQuery",
    send,
    call: (call) => send(argument(call, 0) ?? unknown("no URL", call.range), call),
  };
}

/** Converts a URL to an object with that URL. A conditional `query` may return either. */
function asArgs(args: Value, at: Range): Value {
  const whole = (option: Value): Value => {
    const isText = option.kind === "string" || (option.kind === "unknown" && option.is === "string");
    return isText
      ? objectOf([{ key: "url", keyRange: option.range, value: option, presence: "always" }], option.range)
      : option;
  };
  return oneOf(optionsOf(args).map(whole), at);
}

function byDefault(call: NativeCall): Value {
  const at = call.calleeRange;
  return objectOf([{ key: "method", keyRange: at, value: methodNamed("GET", at), presence: "always" }], at);
}

function draftOf(options: Value | undefined, args: Value, call: NativeCall): Draft {
  const at = call.range;
  const own = asArgs(args, at);
  const method = layered([byDefault(call), options, own], "method", at) ?? unknown("method is not known", at);
  const base = layered([options], "baseUrl", at);
  const params = layered([own], "params", at);
  const given = layered([own], "body", at);
  const body = jsonBody(given);
  const { headers, unseen } = headersOf(options, own, call);
  return {
    client: "rtk-query",
    method,
    anchor: anchorOf(method, call.calleeRange, at),
    address: {
      url: layered([own], "url", at) ?? unknown("no URL", at),
      ...(base && { base }),
      join: "append",
      ownsRelative: base !== undefined,
    },
    query: queryOption(writtenBy(layered([options], "paramsSerializer", at), params, call), at, queryStyle),
    headers,
    body: body && getProperty(options, "jsonReplacer").presence !== "never" ? { ...body, encoding: "unknown" } : body,
    defaults: {
      ...fetchDefaults,
      acceptEncoding: "unknown",
      userAgent: "unknown",
      contentType: writesJson(given),
      unseenHeaders: unseen || getProperty(options, "fetchFn").presence !== "never",
    },
  };
}

/** `paramsSerializer` is called with `params`, and only if there are any. */
function writtenBy(serializer: Value | undefined, params: Value | undefined, call: NativeCall): Value | undefined {
  if (!serializer || !params) return params;
  return serializer.kind === "opaque"
    ? call.invoke(serializer, [params])
    : unknown("`paramsSerializer` writes the query", call.range);
}

interface Prepared {
  readonly headers: ObjectValue | UnknownValue;
  readonly unseen: boolean;
}

/** The header fields of an endpoint replace those of the base query. `prepareHeaders` then changes them; it may return them or nothing. */
function headersOf(options: Value | undefined, own: Value | undefined, call: NativeCall): Prepared {
  const at = call.range;
  const given = layered([own], "headers", at) ?? layered([options], "headers", at);
  const headers = joinSpellings(headersOption(given, at));
  const prepare = layered([options], "prepareHeaders", at);
  if (!prepare) return { headers, unseen: false };
  const more: Prepared = { headers: headers.kind === "object" ? { ...headers, open: true } : headers, unseen: true };
  if (prepare.kind !== "opaque" || headers.kind === "unknown") return more;
  const run = call.changing(prepare, [{ ...headers, class: "Headers" }, unknown("the state of the store", at)]);
  const [changed] = run.arguments;
  const returned = optionsOf(run.result).map((option) =>
    changed && (option.kind === "undefined" || option.kind === "null") ? changed : option,
  );
  const result = returned.every(({ kind }) => kind === "object") ? asObject(oneOf(returned, at)) : undefined;
  return result ? { headers: result, unseen: false } : more;
}

function create(call: NativeCall): Value {
  const options = argument(call, 0);
  const base = layered([options], "baseQuery", call.range);
  build(layered([options], "endpoints", call.range), base, call);
  return opaque(api(base), call.range);
}

function api(base: Value | undefined): Native {
  const native: Native = namespace("api", {
    injectEndpoints: () =>
      callable("injectEndpoints", (call) => {
        build(layered([argument(call, 0)], "endpoints", call.range), base, call);
        return opaque(native, call.range);
      }),
    enhanceEndpoints: () => callable("enhanceEndpoints", (call) => opaque(native, call.range)),
  });
  return native;
}

function build(endpoints: Value | undefined, base: Value | undefined, call: NativeCall): void {
  if (endpoints?.kind === "opaque") call.invoke(endpoints, [opaque(builder(base), call.range)]);
}

/** `builder.query(…)` and `builder.mutation(…)`. Each endpoint sends its request with an unknown argument. */
function builder(base: Value | undefined): Native {
  const define = (name: string) => (): Native =>
    callable(`builder.${name}`, (call) => {
      defineEndpoint(argument(call, 0), base, call);
      return unknown("an endpoint", call.range);
    });
  return namespace("builder", {
    query: define("query"),
    mutation: define("mutation"),
    infiniteQuery: define("infiniteQuery"),
  });
}

function defineEndpoint(definition: Value | undefined, base: Value | undefined, call: NativeCall): void {
  const query = layered([definition], "query", call.range);
  const given = argumentOf(call);
  if (query) sendThrough(base, argsOf(query, given, call), call);
  const own = layered([definition], "queryFn", call.range);
  if (own?.kind !== "opaque") return;
  const store = unknown("the state of the store", call.range);
  call.invoke(own, [given, store, unknown("options", call.range), base ?? undefinedAt(call.range)]);
}

function argsOf(query: Value, given: Value, call: NativeCall): Value {
  return query.kind === "opaque" ? call.invoke(query, [given]) : unknown("what `query` gives", call.range);
}

/** The type of the argument: the second type argument of `builder.query<Answer, Argument>(…)`. */
function argumentOf(call: NativeCall): Value {
  return call.ofTypeArgument(1, "argument of an endpoint");
}

/** Runs a base query written in the project, which calls `fetchBaseQuery` or another client. */
function sendThrough(base: Value | undefined, args: Value, call: NativeCall): void {
  const native = nativeOf(base);
  if (native && "send" in native) (native as BaseQuery).send(args, call);
  else if (base?.kind === "opaque")
    call.invoke(base, [args, unknown("the state of the store", call.range), objectOf([], call.range, true)]);
}
