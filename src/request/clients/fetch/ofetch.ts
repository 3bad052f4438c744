import { opaque, type Native, type NativeCall } from "../../../clients/native";
import type { Value } from "../../../value/value";
import { argument, jsonBody } from "../../drafts/body";
import type { Draft } from "../../drafts/draft";
import { changedBy, withHooks } from "../../drafts/hooks/hooks";
import { changedByFetch } from "../../drafts/hooks/own-fetch";
import { hookStyle } from "../../drafts/hooks/parts";
import { answer, answerHeaders, answerObject, callable, namespace } from "../../drafts/natives";
import { getProperty, unknown } from "../../drafts/objects";
import {
  anchorOf,
  type HeaderStyle,
  headersOfLayers,
  layered,
  methodOrGet,
  seenOption,
  upperCase,
} from "../../drafts/options";
import { layeredQuery, type LayerStyle } from "../../drafts/query-layers";
import type { Client, ClientContext } from "../client";
import { type Instance, plainInstance, unseenInstance, withLayer } from "../extendable";
import { fetchDefaults } from "./fetch";

/** ofetch, and Nuxt's `$fetch` and `useFetch`. They return the parsed body. */
export const ofetch: Client = {
  name: "ofetch",
  globals: {
    $fetch: (context) => fetchNative(plainInstance(context)),
    ofetch: (context) => fetchNative(plainInstance(context)),
    useFetch: (context) => composable(plainInstance(context)),
    useLazyFetch: (context) => composable(plainInstance(context)),
  },
  modules: {
    ofetch: ofetchModule,
    "ofetch/node": ofetchModule,
    "#app": nuxtModule,
    "#imports": nuxtModule,
    "nuxt/app": nuxtModule,
  },
  types: [
    {
      names: ["$Fetch"],
      make: (context) => fetchNative(unseenInstance(context)),
    },
  ],
};

/** An `undefined` value removes the parameter from the URL. */
const queryStyle: LayerStyle = { dropped: [], empty: ["null"], arrays: "repeat" };

/** Hooks get the URL and the options. */
const requestHook = hookStyle({
  own: [
    ["headers", "Headers", ["headers"]],
    ["request", "text", ["url"]],
    ["options", ["baseURL", "body", "headers", "method", "params", "query"], []],
  ],
});

/** `Headers` sends all members, even `undefined` ones. */
const headerStyle: HeaderStyle = { dropped: [], deletes: [], joins: true };

function ofetchModule(context: ClientContext): Native {
  const native = (): Native => fetchNative(plainInstance(context));
  return namespace("ofetch", { ofetch: native, $fetch: native });
}

function nuxtModule(context: ClientContext): Native {
  const own = (): Native => composable(plainInstance(context));
  return namespace("nuxt", { useFetch: own, useLazyFetch: own, $fetch: () => fetchNative(plainInstance(context)) });
}

function fetchNative(instance: Instance): Native {
  return callable("$fetch", (call) => send(instance, call).body, {
    raw: () => callable("$fetch.raw", (call) => send(instance, call).response),
    create: () =>
      callable("$fetch.create", (call) => opaque(fetchNative(withLayer(instance, argument(call, 0))), call.range)),
  });
}

/** `useFetch(url, options)`: the URL may be a function. The body is returned in a `ref`. */
function composable(instance: Instance): Native {
  return callable("useFetch", (call) => {
    const url = argument(call, 0);
    const isFunction = url?.kind === "opaque";
    const { body } = send(instance, call, isFunction ? call.invoke(url, []) : url);
    const ref = answerObject({ value: body }, call.range);
    return answerObject({ data: ref }, call.range);
  });
}

function send(instance: Instance, call: NativeCall, url = argument(call, 0)): { body: Value; response: Value } {
  const at = call.range;
  const draft = draftOf(instance, call, url);
  const id = call.send(draft);
  const isRead = asksForJson(instance, call) && getProperty(argument(call, 1), "parseResponse").presence === "never";
  const body = isRead ? answer(id, "body", [], at) : unknown("an answer that is not JSON", at);
  const response = answerObject(
    { _data: body, headers: opaque(answerHeaders(id), at), status: answer(id, "response", ["status"], at, "number") },
    at,
  );
  return { body, response };
}

function asksForJson(instance: Instance, call: NativeCall): boolean {
  const type = layered([...instance.layers, argument(call, 1)], "responseType", call.range);
  return !type || (type.kind === "string" && type.parts[0]?.kind === "text" && type.parts[0].text === "json");
}

function draftOf(instance: Instance, call: NativeCall, url: Value | undefined): Draft {
  const at = call.range;
  const layers = [...instance.layers, argument(call, 1)];
  const method = methodOrGet(layers, call);
  const base = instance.base ?? layered(layers, "baseURL", at);
  const body = jsonBody(layered(layers, "body", at));
  const hooks = layers.flatMap((layer) => [...changedBy(instance.ts, seenOption(layer, "onRequest"), requestHook)]);
  const draft: Draft = {
    client: "ofetch",
    method: upperCase(method),
    anchor: anchorOf(method, call.calleeRange, at),
    address: {
      url: url ?? unknown("no URL", at),
      ...(base && { base }),
      join: "append",
      alone: "scheme",
      ownsRelative: base !== undefined,
    },
    query: layeredQuery(
      layers.flatMap((layer) => [layered([layer], "params", at), layered([layer], "query", at)]),
      at,
      queryStyle,
    ),
    overUrl: "hides",
    headers: headersOfLayers(layers, at, headerStyle),
    body,
    defaults: {
      ...fetchDefaults,
      contentType: body !== undefined,
      unseenHeaders: instance.unseen || layers.some((layer) => getProperty(layer, "fetch").presence !== "never"),
    },
    typed: { node: call.node },
    answer: { ways: [[]] },
  };
  const own = changedByFetch(
    instance.ts,
    layers.map((layer) => layered([layer], "fetch", at)),
  );
  return withHooks(draft, new Set([...hooks, ...own]), at);
}
