import type TS from "typescript";
import { Learned } from "../../../clients/learned";
import { dataMember } from "../../../response/answer";
import { opaque, type Native, type NativeCall } from "../../../clients/native";
import type { Range } from "../../../text/range";
import type { Value } from "../../../value/value";
import { argument, stringifiedBody } from "../../drafts/body";
import type { Draft } from "../../drafts/draft";
import { answer, answerObject, callable, fileMentions } from "../../drafts/natives";
import { changedBy, withHooks } from "../../drafts/hooks/hooks";
import { changedByFetch } from "../../drafts/hooks/own-fetch";
import { hookStyle, type Part } from "../../drafts/hooks/parts";
import { asObject, getProperty, objectOf, undefinedAt, unknown } from "../../drafts/objects";
import { layered, layeredHeaders, methodNamed } from "../../drafts/options";
import { queryOption } from "../../drafts/query-string";
import { fillTemplate } from "../../drafts/template";
import { fetchDefaults, fetchResponse } from "./fetch";
import { nowhere, type Client, type ClientContext } from "../client";

/** Middlewares get an object that contains the `Request`. */
const middleware = hookStyle({
  returns: "request",
  own: [
    ["url", "data", ["url", "query"]],
    ["headers", "Headers", ["headers"]],
    ["request", ["body", "headers", "method", "url"], []],
  ],
});
const methods = new Set(["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"]);

/** openapi-fetch: path templates, and a function for each HTTP method. */
export const openapiFetch: Client = {
  name: "openapi-fetch",
  modules: { "openapi-fetch": openapiFetchModule },
  types: [
    {
      names: ["Client"],
      packages: ["openapi-fetch"],
      needsPackage: true,
      make: ({ ts }) => openapiFetchOfType(ts, nowhere),
    },
  ],
};

/** The module `openapi-fetch`: `createClient({baseUrl}).PATCH("/x/{id}", {params, body})`. */
export function openapiFetchModule({ ts }: ClientContext): Native {
  const make = (options: Value | undefined, unseen: boolean): Native => client(instanceOf(ts, options, unseen));
  const create = (): Native =>
    callable("createClient", (call) => opaque(make(argument(call, 0), fileMentions(call, /\.use\s*\(/)), call.range));
  return {
    label: "openapi-fetch",
    get: (name, at) => (name === "default" ? opaque(create(), at) : undefined),
    call: (call) => opaque(make(argument(call, 0), false), call.range),
  };
}

/** @returns a client of which only the type is known. */
export function openapiFetchOfType(ts: typeof TS, at: Range): Native {
  return client(instanceOf(ts, unknown("options given elsewhere", at), true));
}

interface Instance {
  readonly ts: typeof TS;
  readonly options: Value | undefined;
  /** Set if unseen middlewares may add header fields. */
  readonly unseen: boolean;
  /** Parts that the seen middlewares may change. */
  readonly hooked: Learned<ReadonlySet<Part>>;
}

function instanceOf(ts: typeof TS, options: Value | undefined, unseen: boolean): Instance {
  return { ts, options, unseen, hooked: new Learned<ReadonlySet<Part>>(new Set()) };
}

function client(instance: Instance): Native {
  return {
    label: "openapi-fetch client",
    get(name, at) {
      if (methods.has(name))
        return opaque(
          callable(`client.${name}`, (call) => send(name, instance, call, argument(call, 0), argument(call, 1))),
          at,
        );
      if (name === "request")
        return opaque(
          callable("client.request", (call) => requestByName(instance, call)),
          at,
        );
      if (name === "use")
        return opaque(
          callable("client.use", (call) => addMiddlewares(instance, call)),
          at,
        );
      return undefined;
    },
  };
}

/** A middleware may return another request, which is sent instead. */
function addMiddlewares({ ts, hooked }: Instance, call: NativeCall): Value {
  const changed = call.arguments.flatMap((each) => [
    ...changedBy(ts, layered([each], "onRequest", call.range), middleware),
  ]);
  hooked.value = new Set([...hooked.value, ...changed]);
  return undefinedAt(call.range);
}

function requestByName(instance: Instance, call: NativeCall): Value {
  const method = argument(call, 0);
  const text =
    method?.kind === "string" && method.parts.length === 1 && method.parts[0]?.kind === "text"
      ? method.parts[0].text
      : undefined;
  return text === undefined
    ? unknown("method is not known", call.range)
    : send(text.toUpperCase(), instance, call, argument(call, 1), argument(call, 2));
}

function send(
  method: string,
  { ts, options, unseen, hooked }: Instance,
  call: NativeCall,
  path: Value | undefined,
  init: Value | undefined,
): Value {
  const at = call.range;
  const params = layered([init], "params", at);
  const pathParameters = asObject(layered([params], "path", at) ?? objectOf([], at));
  const filled = fillTemplate(path ?? unknown("no path", at), pathParameters, at);
  const base = layered([options, init], "baseUrl", at);
  const serialised = [options, init].some((layer) => getProperty(layer, "querySerializer").presence !== "never");
  const body = stringifiedBody(layered([init], "body", at));
  const written = [options, init].some((layer) => getProperty(layer, "bodySerializer").presence !== "never");
  const draft: Draft = {
    client: "openapi-fetch",
    method: methodNamed(method, call.calleeRange),
    anchor: call.calleeRange,
    address: { url: filled.url, ...(base && { base }), join: "append", ownsRelative: true },
    query: serialised
      ? unknown("`querySerializer` writes the query", at)
      : queryOption(layered([params], "query", at), at, { dropped: ["undefined", "null"], arrays: "repeat" }),
    headers: layeredHeaders(
      [layered([options], "headers", at), layered([init], "headers", at), layered([params], "header", at)],
      at,
      { dropped: ["undefined", "null"], deletes: ["null"] },
    ),
    body: body && written ? { ...body, encoding: "unknown" } : body,
    defaults: { ...fetchDefaults, contentType: body !== undefined, unseenHeaders: unseen },
    typed: { node: call.node, property: "data" },
    answer: dataMember,
  };
  const fetches = changedByFetch(ts, [layered([options], "fetch", at), layered([init], "fetch", at)]);
  const id = call.send(withHooks(draft, new Set([...hooked.value, ...fetches]), at));
  return answerObject(
    { data: answer(id, "body", [], at), error: undefinedOrError(at), response: opaque(fetchResponse(id), at) },
    at,
  );
}

function undefinedOrError(at: Range): Value {
  return { kind: "alternatives", options: [undefinedAt(at), unknown("error of an answer", at)], range: at };
}
