import { nativeOf, opaque, type NativeCall } from "../../../clients/native";
import type { Value } from "../../../value/value";
import { argument } from "../../drafts/body";
import { optionsOf } from "../../drafts/known";
import { answerObject, callable, type Members } from "../../drafts/natives";
import { unknown } from "../../drafts/objects";
import { Method } from "./alova-method";

/** Hooks of `alova/client` that send their first argument, or the `Method` that it returns. */
const hooks = [
  "useRequest",
  "useWatcher",
  "usePagination",
  "useForm",
  "useAutoRequest",
  "useCaptcha",
  "useRetriableRequest",
  "useSQRequest",
];

export const sendingHooks: Members = {
  ...Object.fromEntries(hooks.map((name) => [name, () => callable(name, sendingHook)])),
  useFetcher: () => callable("useFetcher", fetcher),
};

/** Sends at the hook's own call too, because unseen code may call `send`. */
function sendingHook(call: NativeCall): Value {
  const handler = argument(call, 0);
  const given = unknown("what a hook hands to its function", call.range);
  if (handler) sendAll(call, methodOf(handler) ? handler : call.invoke(handler, [given, given]), false);
  const send = callable("send", (inner) => {
    if (!handler) return unknown("no request", inner.range);
    return sendAll(inner, methodOf(handler) ? handler : inner.invoke(handler, inner.arguments), true);
  });
  return answerObject({ send: opaque(send, call.range) }, call.range);
}

/** `useFetcher()` returns a function that sends its argument. */
function fetcher(call: NativeCall): Value {
  const fetch = callable("fetch", (inner) => sendAll(inner, argument(inner, 0), true));
  return answerObject({ fetch: opaque(fetch, call.range) }, call.range);
}

/**
 * @param givesAnswer whether the result of the call is the answer.
 * @returns the answer if the value is exactly one request; unknown otherwise.
 */
function sendAll(call: NativeCall, value: Value | undefined, givesAnswer: boolean): Value {
  const answers = (value ? optionsOf(value) : []).flatMap((option) => methodOf(option)?.send(call, givesAnswer) ?? []);
  const [only] = answers;
  return only && answers.length === 1 ? only : unknown("what a hook sends", call.range);
}

function methodOf(value: Value): Method | undefined {
  const native = nativeOf(value);
  return native instanceof Method ? native : undefined;
}
