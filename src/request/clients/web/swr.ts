import { opaque, type Native, type NativeCall } from "../../../clients/native";
import type { Value } from "../../../value/value";
import { argument } from "../../drafts/body";
import type { Draft } from "../../drafts/draft";
import { asText, optionsOf } from "../../drafts/known";
import { answer, answerObject, callable } from "../../drafts/natives";
import { getProperty, objectOf, oneOf, undefinedAt, unknown } from "../../drafts/objects";
import type { Client } from "../client";

/** SWR: a key, and a fetcher that is called with it. If the fetcher is set for all hooks (`SWRConfig`), only the URL is known, from the key. */
export const swr: Client = {
  name: "swr",
  modules: {
    swr: () => hook("useSWR", fetched),
    "swr/immutable": () => hook("useSWRImmutable", fetched),
    "swr/mutation": () => hook("useSWRMutation", mutated, { givesSenders: true }),
    "swr/infinite": () => hook("useSWRInfinite", fetched),
  },
};

function hook(label: string, run: (call: NativeCall) => Value, more: Pick<Native, "givesSenders"> = {}): Native {
  const native = { ...callable(label, run), ...more };
  return { ...native, get: (name, at) => (name === "default" || name === label ? opaque(native, at) : undefined) };
}

/** @returns the key, which may be the result of a function. SWR fetches nothing for a key that is nothing. */
function keyOf(call: NativeCall): Value {
  const given = argument(call, 0) ?? unknown("no key", call.range);
  const key = given.kind === "opaque" ? call.invoke(given, []) : given;
  return oneOf(
    optionsOf(key).filter((option) => !isNothing(option)),
    key.range,
  );
}

function isNothing(key: Value): boolean {
  if (key.kind === "boolean") return !key.value;
  return key.kind === "null" || key.kind === "undefined" || asText(key) === "";
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

/** `trigger` calls the fetcher with the key and its argument. The fetcher is also called at the hook, because unseen code may call `trigger`. */
function mutated(call: NativeCall): Value {
  const fetcher = argument(call, 1);
  if (fetcher?.kind !== "opaque") return answerObject({ data: unknown("data of a hook", call.range) }, call.range);
  const key = keyOf(call);
  const send = (by: NativeCall, arg: Value): Value => by.invoke(fetcher, [key, answerObject({ arg }, by.range)]);
  const data = send(call, unknown("argument of `trigger`", call.range));
  const trigger = callable("trigger", (inner) => send(inner, argument(inner, 0) ?? undefinedAt(inner.range)));
  return answerObject({ data, trigger: opaque(trigger, call.range) }, call.range);
}
