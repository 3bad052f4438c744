import type TS from "typescript";
import { anyOther } from "../../../clients/effects";
import { opaque, type Native, type NativeCall } from "../../../clients/native";
import type { Range } from "../../../text/range";
import type { Member, ObjectValue, UnknownValue, Value } from "../../../value/value";
import { argument, rawBody, stringifiedBody } from "../../drafts/body";
import type { Draft } from "../../drafts/draft";
import { changedBy, withHooks } from "../../drafts/hooks/hooks";
import { changedByFetch } from "../../drafts/hooks/own-fetch";
import { hookStyle, type Part } from "../../drafts/hooks/parts";
import { optionsOf } from "../../drafts/known";
import { asObject, getProperty, oneOf, unknown } from "../../drafts/objects";
import {
  anchorOf,
  headersOfLayers,
  joiningStyle,
  layered,
  methodNamed,
  methodOrGet,
  seenOption,
  upperCase,
} from "../../drafts/options";
import { maybeQuery } from "../../drafts/query-layers";
import { joinQueries, queryOption, type QueryStyle } from "../../drafts/query-string";
import type { Body } from "../../request";
import { fetchDefaults, fetchResponse, unfold } from "./fetch";
import type { Client, ClientContext } from "../client";
import { extendable, type Extendable, type Instance, plainInstance, unseenInstance, withLayer } from "../extendable";

const queryStyle: QueryStyle = { dropped: ["undefined"], arrays: "comma", pairs: true };
const initHook = hookStyle();
/** `beforeRequest` hooks get a `Request` and its options. */
const requestHook = hookStyle({
  arguments: ["object", "object"],
  returns: anyOther,
  own: [["headers", "Headers", ["headers"]]],
});
const methods = new Set(["get", "post", "put", "patch", "head", "delete"]);

/** ky: instances with default options, `json` and `searchParams`. */
export const ky: Client = {
  name: "ky",
  globals: { ky: kyModule },
  modules: { ky: kyModule, "ky-universal": kyModule },
  types: [{ names: ["KyInstance"], packages: ["ky"], make: (context) => extendable(client, unseenInstance(context)) }],
};

function kyModule(context: ClientContext): Native {
  return extendable(client, plainInstance(context));
}

const client: Extendable = {
  label: "ky",
  methods,
  send,
  creators: {
    create: ({ ts }, call) => withOptions(plainInstance({ ts }), argument(call, 0)),
    extend: (instance, call) => withOptions(instance, argument(call, 0)),
  },
};

function withOptions(parent: Instance, options: Value | undefined): Instance {
  const unseen = parent.unseen || options?.kind === "opaque" || mayAddHeaders(options);
  return { ...withLayer(parent, options), unseen };
}

/** Whether options may contain a custom `fetch`, which may add header fields. */
function mayAddHeaders(options: Value | undefined): boolean {
  return getProperty(options, "fetch").presence !== "never";
}

function send(instance: Instance, call: NativeCall, verb: string | undefined): Value {
  const draft = draftOf(instance, call, verb);
  const id = call.send(draft);
  return opaque(fetchResponse(id), call.range);
}

function draftOf(instance: Instance, call: NativeCall, verb: string | undefined): Draft {
  const at = call.range;
  const { url, layers: prepared, changed } = unfold(argument(call, 0), argument(call, 1), at);
  const layers = [...instance.layers, ...prepared];
  const method = verb ? methodNamed(verb, call.calleeRange) : methodOrGet(layers, call);
  const base = instance.base ?? layered(layers, "prefixUrl", at) ?? layered(layers, "prefix", at);
  const body = bodyOf(layers, at);
  const draft: Draft = {
    client: "ky",
    method: upperCase(method),
    anchor: anchorOf(method, call.calleeRange, at),
    address: {
      url,
      ...(base && { base }),
      join: "append",
      alone: "never",
      isPrefix: true,
      ownsRelative: true,
    },
    ...queryOf(layers, at),
    headers: headersOfLayers(layers, at, joiningStyle),
    body,
    answer: { ways: [["json()"]] },
    defaults: {
      ...fetchDefaults,
      contentType: layered(layers, "json", at) !== undefined,
      unseenHeaders: instance.unseen || changed || layers.some(mayAddHeaders),
    },
  };
  return withHooks(draft, hookedParts(instance.ts, layers, at), at);
}

/** Joins the parameters of all layers. A layer that sets none discards those before it. The result replaces the URL's own query unless it is empty. */
function queryOf(layers: readonly (Value | undefined)[], at: Range): Pick<Draft, "query" | "overUrl"> {
  let queries: (ObjectValue | UnknownValue)[] = [];
  let hasKeys = false;
  for (const layer of layers) {
    const option = memberOf(layer, "searchParams");
    if (!option) continue;
    const options = optionsOf(option.value);
    const given = options.filter(({ kind }) => kind !== "undefined" && kind !== "null");
    const query = queryOption(oneOf(given, option.value.range), at, queryStyle);
    const isSure = option.presence === "always" && given.length === options.length;
    const adds = isSure && !options.some(({ kind }) => kind === "unknown");
    // An object with only `undefined` values counts as nonempty if it is the only one.
    hasKeys = queries.length === 0 && adds && options.every(hasMember);
    if (!adds) queries = given.length === 0 && option.presence === "always" ? [] : queries.map(maybeQuery);
    if (given.length > 0) queries.push(isSure ? query : maybeQuery(query));
  }
  return {
    query: joinQueries(queries, at),
    ...(queries.length > 0 && { overUrl: hasKeys ? "replaces" : "replaces unless empty" }),
  };
}

function hasMember(value: Value): boolean {
  return (
    value.kind === "object" && value.class === undefined && value.members.some(({ presence }) => presence === "always")
  );
}

/** @returns an option as written, even if it is `undefined`. If the options are unknown, the option is unknown too. */
function memberOf(layer: Value | undefined, key: string): Pick<Member, "value" | "presence"> | undefined {
  if (!layer) return undefined;
  const object = asObject(layer);
  const found = object.kind === "object" ? object.members.findLast((member) => member.key === key) : undefined;
  if (found || (object.kind === "object" && !object.open)) return found;
  return { value: unknown(`option \`${key}\` is not known`, layer.range), presence: "maybe" };
}

/** @returns the parts that request hooks, a JSON serializer or a custom `fetch` may change. */
function hookedParts(ts: typeof TS, layers: readonly (Value | undefined)[], at: Range): ReadonlySet<Part> {
  const hooks = layers.flatMap((layer) => {
    const own = seenOption(layer, "hooks");
    return [
      ...changedBy(ts, layered([own], "init", at), initHook),
      ...changedBy(ts, layered([own], "beforeRequest", at), requestHook),
    ];
  });
  const writesJson = layers.some((layer) => seenOption(layer, "stringifyJson") !== undefined);
  const own = changedByFetch(
    ts,
    layers.map((layer) => layered([layer], "fetch", at)),
  );
  return new Set([...hooks, ...own, ...(writesJson ? (["body"] as const) : [])]);
}

function bodyOf(layers: readonly (Value | undefined)[], at: Range): Body | undefined {
  const given = layers.filter((layer) => getProperty(layer, "json").presence !== "never");
  const json =
    given.length > 1 ? unknown("`json` of an instance and of a call in one", at) : layered(layers, "json", at);
  return json ? stringifiedBody(json) : rawBody(layered(layers, "body", at));
}
