import { opaque, type Native, type NativeCall } from "../../../evaluator/models/native";
import type { Value } from "../../../value/value";
import { argument } from "../../drafting/body";
import { answerObject, callable } from "../../drafting/natives";
import { unknown } from "../../drafting/objects";
import type { Client } from "../client";

/** SWR: a key, and a function that is called with it. */
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

/** The key may be a function that gives it. */
function keyOf(call: NativeCall): Value {
  const key = argument(call, 0) ?? unknown("no key", call.range);
  return key.kind === "opaque" ? call.invoke(key, []) : key;
}

function fetched(call: NativeCall): Value {
  const fetcher = argument(call, 1);
  const data = fetcher?.kind === "opaque" ? call.invoke(fetcher, [keyOf(call)]) : unknown("data of a hook", call.range);
  return answerObject({ data }, call.range);
}

function mutated(call: NativeCall): Value {
  const fetcher = argument(call, 1);
  const extra = answerObject({ arg: unknown("argument of `trigger`", call.range) }, call.range);
  const data =
    fetcher?.kind === "opaque" ? call.invoke(fetcher, [keyOf(call), extra]) : unknown("data of a hook", call.range);
  return answerObject({ data }, call.range);
}
