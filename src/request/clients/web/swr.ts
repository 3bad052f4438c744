import { opaque, type Native, type NativeCall } from "../../../clients/native";
import type { Value } from "../../../value/value";
import { argument } from "../../drafts/body";
import type { Draft } from "../../drafts/draft";
import { optionsOf } from "../../drafts/known";
import { answer, answerObject, callable } from "../../drafts/natives";
import { getProperty, objectOf, oneOf, unknown } from "../../drafts/objects";
import type { Client } from "../client";

/** SWR: a key, and a fetcher that is called with it. If the fetcher is set for all hooks (`SWRConfig`), only the URL is known, from the key. */
export const swr: Client = {
  name: "swr",
  modules: {
    swr: () => hook("useSWR", fetched),
    "swr/immutable": () => hook("useSWRImmutable", fetched),
    "swr/mutation": () => hook("useSWRMutation", mutated),
    "swr/infinite": () => hook("useSWRInfinite", fetched),
  },
};

function hook(label: string, run: (call: NativeCall) => Value): Native {
  const native = callable(label, run);
  return { ...native, get: (name, at) => (name === "default" || name === label ? opaque(native, at) : undefined) };
}

/** @returns the key, which may be the result of a function. */
function keyOf(call: NativeCall): Value {
  const key = argument(call, 0) ?? unknown("no key", call.range);
  return key.kind === "opaque" ? call.invoke(key, []) : key;
}

function fetched(call: NativeCall): Value {
  const second = argument(call, 1);
  const own = second?.kind === "opaque" ? second : getProperty(second, "fetcher").value;
  const data = own?.kind === "opaque" ? call.invoke(own, [keyOf(call)]) : fetchedElsewhere(call, second);
  return answerObject({ data }, call.range);
}

/** Sends with the fetcher of `SWRConfig`. If there is no such fetcher, the hook sends nothing. */
function fetchedElsewhere(call: NativeCall, options: Value | undefined): Value {
  const at = call.range;
  const isOff = options?.kind === "null" || getProperty(options, "fetcher").presence !== "never";
  // SWR fetches nothing without a key.
  const urls = isOff ? [] : optionsOf(keyOf(call)).filter(isUrl);
  if (urls.length === 0) return unknown("data of a hook", at);
  const draft: Draft = {
    client: "swr",
    method: unknown("the function that fetches is set elsewhere", at),
    anchor: call.calleeRange,
    address: { url: oneOf(urls, at), join: "resolve", ownsRelative: true },
    query: objectOf([], at),
    headers: objectOf([], at, true),
    defaults: { contentType: false, acceptEncoding: "unknown", userAgent: "unknown", unseenHeaders: true },
    typed: { node: call.node, property: "data" },
  };
  return answer(call.send(draft), "body", [], at);
}

/** Whether a key is a URL. It may be any name. */
function isUrl(key: Value): boolean {
  const [first] = key.kind === "string" ? key.parts : [];
  return first?.kind === "text" && /^(?:\/|https?:\/\/)/u.test(first.text);
}

function mutated(call: NativeCall): Value {
  const fetcher = argument(call, 1);
  const extra = answerObject({ arg: unknown("argument of `trigger`", call.range) }, call.range);
  const data =
    fetcher?.kind === "opaque" ? call.invoke(fetcher, [keyOf(call), extra]) : unknown("data of a hook", call.range);
  return answerObject({ data }, call.range);
}
