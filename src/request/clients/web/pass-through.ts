import { opaque, type Native, type NativeCall } from "../../../evaluator/models/native";
import type { Member, Value } from "../../../value/value";
import { argument } from "../../drafting/body";
import { callable, type Members, namespace } from "../../drafting/natives";
import { unknown } from "../../drafting/objects";
import type { Client, Makers } from "../client";

/**
 * Functions of widely used packages that return their argument, or a function that does the same. Clients, options and functions that send pass
 * through them.
 */
export const passThrough: Client = {
  name: "pass-through",
  quiet: true,
  modules: {
    vue: () => given(["toRaw", "markRaw", "reactive", "readonly", "shallowReactive", "shallowReadonly"]),
    react: () =>
      given(["useCallback", "cache", "useEffectEvent", "useContext", "use"], { useMemo: made, createContext: context }),
    "@vueuse/core": () => given(["useDebounceFn", "useThrottleFn", "useMemoize", "createSharedComposable"]),
    ahooks: () => given(["useMemoizedFn"]),
    "use-debounce": () => given(["useDebouncedCallback", "useThrottledCallback"]),
    "throttle-debounce": () => given([], { debounce: second, throttle: second }),
    ...lodash(),
    ...functionsAlone(["fetch-retry", "memoize-one", "memoizee", "mem", "memoize", "p-memoize", "fast-memoize"]),
    "clone-deep": () => wholly("cloneDeep", copied),
    "fast-copy": () => wholly("copy", copied),
    "p-retry": () => wholly("pRetry", ran),
    "async-retry": () => wholly("retry", ran),
    "exponential-backoff": () => given([], { backOff: ran }),
    "p-limit": () => wholly("pLimit", limit),
  },
};

function lodash(): Makers {
  const sameFunction = ["debounce", "throttle", "once", "memoize", "identity"];
  const copies = ["clone", "cloneDeep"];
  const whole = Object.fromEntries(
    ["lodash", "lodash-es", "underscore", "es-toolkit", "es-toolkit/compat", "es-toolkit/function"].map((name) => [
      name,
      () => given(sameFunction, Object.fromEntries(copies.map((each) => [each, copied]))),
    ]),
  );
  const single = ["lodash", "lodash-es"].flatMap((name) => [
    ...sameFunction.map((each) => [`${name}/${each}`, () => wholly(each, same)] as const),
    ...copies.map((each) => [`${name}/${each}`, () => wholly(each, copied)] as const),
  ]);
  return { ...whole, ...Object.fromEntries(single) };
}

/** Modules whose one export returns the function that it is given, or one that calls it. */
function functionsAlone(names: readonly string[]): Makers {
  return Object.fromEntries(names.map((name) => [name, () => wholly(name, same)]));
}

type Run = (call: NativeCall) => Value;

/** A module with some functions that return their argument, and others that are given here. */
function given(names: readonly string[], others: Readonly<Record<string, Run>> = {}): Native {
  const members: Members = Object.fromEntries(
    [...names.map((name) => [name, same] as const), ...Object.entries(others)].map(([name, run]) => [
      name,
      () => callable(name, run),
    ]),
  );
  const module: Native = namespace("module", members);
  return { ...module, get: (name, at) => (name === "default" ? opaque(module, at) : module.get?.(name, at)) };
}

/** A module whose one export is a function. */
function wholly(label: string, run: Run): Native {
  const native = callable(label, run);
  return { ...native, get: (name, at) => (name === "default" ? opaque(native, at) : undefined) };
}

function same(call: NativeCall): Value {
  return argument(call, 0) ?? unknown("nothing is given", call.range);
}

/** `debounce(200, save)`. */
function second(call: NativeCall): Value {
  return argument(call, 1) ?? unknown("nothing is given", call.range);
}

function made(call: NativeCall): Value {
  const make = argument(call, 0);
  return make?.kind === "opaque" ? call.invoke(make, []) : unknown("what is made", call.range);
}

/** A context stands for its value: where it has no default of use, for one of its declared type. */
function context(call: NativeCall): Value {
  const initial = argument(call, 0);
  return initial?.kind === "object" || initial?.kind === "opaque" ? initial : unknown("a context's value", call.range);
}

/** `pRetry(attempt => …)`: the function is called with a number, or with a function that stops it. */
function ran(call: NativeCall): Value {
  const run = argument(call, 0);
  return run?.kind === "opaque"
    ? call.invoke(run, [unknown("an attempt", call.range), unknown("an attempt", call.range)])
    : unknown("what is retried", call.range);
}

/** `pLimit(5)` gives a function that calls its argument. */
function limit(call: NativeCall): Value {
  const run = callable("limit", (inner) => {
    const [task, ...rest] = inner.arguments;
    return task?.kind === "opaque" ? inner.invoke(task, rest) : unknown("what is run", inner.range);
  });
  return opaque(run, call.range);
}

function copied(call: NativeCall): Value {
  return copy(same(call));
}

/** A copy: later changes to it do not change the original. */
function copy(value: Value): Value {
  switch (value.kind) {
    case "object":
      return value.class === undefined
        ? { ...value, members: value.members.map((member): Member => ({ ...member, value: copy(member.value) })) }
        : value;
    case "array":
      return { ...value, elements: value.elements.map((element) => ({ ...element, value: copy(element.value) })) };
    case "alternatives":
      return { ...value, options: value.options.map(copy) };
    default:
      return value;
  }
}
