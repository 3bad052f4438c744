import { opaque, type Native, type NativeCall, type SlotUse } from "../../../clients/native";
import type { Value } from "../../../value/value";
import { argument } from "../../drafts/body";
import { optionsOf } from "../../drafts/known";
import { callable, type Members, namespace, usingSlot } from "../../drafts/natives";
import { getProperty, unknown } from "../../drafts/objects";
import type { Client, Makers } from "../client";

/**
 * Functions of popular packages that return their argument, or a function with the same behaviour. Clients, options and sending functions pass through them.
 */
export const passThrough: Client = {
  name: "pass-through",
  quiet: true,
  modules: {
    vue: () =>
      moduleWith(
        ["toRaw", "markRaw", "reactive", "readonly", "shallowReactive", "shallowReadonly"],
        {},
        { inject: { does: "inject", token: 0 } },
      ),
    react: () =>
      moduleWith(["useCallback", "cache", "useEffectEvent"], { useMemo: computed }, contexts("useContext", "use")),
    preact: () => moduleWith([], {}, contexts()),
    "preact/hooks": () => moduleWith(["useCallback"], { useMemo: computed }, contexts("useContext")),
    "preact/compat": () => moduleWith(["useCallback"], { useMemo: computed }, contexts("useContext")),
    "solid-js": () => moduleWith([], {}, contexts("useContext")),
    ...Object.fromEntries(
      ["use-context-selector", "@fluentui/react-context-selector"].map((name) => [
        name,
        () =>
          moduleWith([], {}, { ...contexts("useContext"), useContextSelector: { does: "read", slot: 0, select: 1 } }),
      ]),
    ),
    "@vueuse/core": () => moduleWith(["useDebounceFn", "useThrottleFn", "useMemoize", "createSharedComposable"]),
    ahooks: () => moduleWith(["useMemoizedFn"]),
    "use-debounce": () => moduleWith(["useDebouncedCallback", "useThrottledCallback"]),
    "throttle-debounce": () => moduleWith([], { debounce: secondArgument, throttle: secondArgument }),
    ...lodash(),
    "fetch-retry": () => moduleOf("fetch-retry", firstArgument),
    ...Object.fromEntries(
      ["memoize-one", "memoizee", "mem", "memoize", "p-memoize", "fast-memoize"].map((name) => [
        name,
        () => moduleOf(name, memoized),
      ]),
    ),
    "clone-deep": () => moduleOf("cloneDeep", copied),
    "fast-copy": () => moduleOf("copy", copied),
    "lodash.clonedeep": () => moduleOf("cloneDeep", copied),
    "lodash.merge": () => moduleOf("merge", merged),
    "lodash.pick": () => moduleOf("pick", picked),
    "lodash.omit": () => moduleOf("omit", omitted),
    deepmerge: () => moduleOf("deepmerge", deeplyMerged),
    immer: () => moduleWith([], { produce: produced }),
    "p-retry": () => moduleOf("pRetry", retried),
    "async-retry": () => moduleOf("retry", retried),
    "exponential-backoff": () => moduleWith([], { backOff: retried }),
    "p-limit": () => moduleOf("pLimit", limited),
    bottleneck: () => exported({ label: "Bottleneck", construct: limiter }),
    "redux-saga/effects": () => moduleWith([], { call: called, fork: called, spawn: called }),
    "typed-redux-saga": () => moduleWith([], { call: called, fork: called, spawn: called }),
  },
};

function lodash(): Makers {
  const sameFunction = ["debounce", "throttle", "once", "identity"];
  const copies = {
    memoize: memoized,
    clone: shallow,
    cloneDeep: copied,
    assign: assigned,
    extend: assigned,
    merge: merged,
    compact,
    omit: omitted,
    pick: picked,
  };
  const whole = Object.fromEntries(
    ["lodash", "lodash-es", "underscore", "es-toolkit", "es-toolkit/compat", "es-toolkit/function"].map((name) => [
      name,
      () => moduleWith(sameFunction, copies),
    ]),
  );
  const single = ["lodash", "lodash-es"].flatMap((name) => [
    ...sameFunction.map((each) => [`${name}/${each}`, () => moduleOf(each, firstArgument)] as const),
    ...Object.entries(copies).map(([each, run]) => [`${name}/${each}`, () => moduleOf(each, run)] as const),
  ]);
  return { ...whole, ...Object.fromEntries(single) };
}

type Run = (call: NativeCall) => Value;

/** A module in which the functions `names` return their argument; `others` and `slots` have their own behaviour. */
function moduleWith(
  names: readonly string[],
  others: Readonly<Record<string, Run>> = {},
  slots: Readonly<Record<string, SlotUse>> = {},
): Native {
  const run = [...names.map((name) => [name, firstArgument] as const), ...Object.entries(others)];
  const members: Members = Object.fromEntries<() => Native>([
    ...run.map(([name, each]) => [name, () => functionOf(name, each)] as const),
    ...Object.entries(slots).map(([name, slot]) => [name, () => usingSlot(name, slot)] as const),
  ]);
  const module: Native = namespace("module", members);
  return { ...module, get: (name, at) => (name === "default" ? opaque(module, at) : module.get?.(name, at)) };
}

/** Component contexts, and the functions that read them. */
function contexts(...readers: readonly string[]): Readonly<Record<string, SlotUse>> {
  return {
    createContext: { does: "make", initial: 0 },
    ...Object.fromEntries(readers.map((name): [string, SlotUse] => [name, { does: "read", slot: 0 }])),
  };
}

/** Functions that change and return their first argument. */
const changing: ReadonlySet<Run> = new Set([assigned, merged]);

function functionOf(label: string, run: Run): Native {
  return { ...callable(label, run), ...(changing.has(run) && { changesFirst: true }) };
}

/** A module that exports one function. */
function moduleOf(label: string, run: Run): Native {
  return exported(functionOf(label, run));
}

function exported(native: Native): Native {
  return { ...native, get: (name, at) => (name === "default" ? opaque(native, at) : undefined) };
}

function firstArgument(call: NativeCall): Value {
  return passed(call, 0) ?? unknown("nothing is given", call.range);
}

function passed(call: NativeCall, index: number): Value | undefined {
  return call.passed[index] ?? (call.moreArguments ? unknown("arguments that are spread", call.range) : undefined);
}

/** Options that set the key under which a result is cached. */
const keys = ["cacheKey", "getCacheKey", "normalizer", "resolver", "serializer"];

/** `memoize(load)` behaves like `load`. With a custom key, it may return the result of another call. */
function memoized(call: NativeCall): Value {
  const options = argument(call, 1);
  const isKeyed =
    options?.kind === "opaque" ||
    (keys.some((key) => getProperty(options, key).presence !== "never") && !isKeyedByAll(call));
  return isKeyed ? unknown("what is kept under a key", call.range) : firstArgument(call);
}

/** Whether the key consists of all arguments: `memoize(load, { cacheKey: JSON.stringify })`. */
function isKeyedByAll({ node }: NativeCall): boolean {
  const options = "arguments" in node ? (node.arguments[1]?.getText() ?? "") : "";
  return /^\{\s*(?:cacheKey|getCacheKey|normalizer|serializer)\s*:\s*JSON\.stringify\s*,?\s*\}$/u.test(options);
}

/** `debounce(200, save)` behaves like `save`. */
function secondArgument(call: NativeCall): Value {
  return passed(call, 1) ?? unknown("nothing is given", call.range);
}

function computed(call: NativeCall): Value {
  const make = passed(call, 0);
  return make?.kind === "opaque" ? call.pass(make, []) : unknown("what is made", call.range);
}

/** `pRetry(attempt => …)`: calls the function with the attempt's number, or a function that stops retrying. */
function retried(call: NativeCall): Value {
  const run = passed(call, 0);
  return run?.kind === "opaque"
    ? call.pass(run, [unknown("an attempt", call.range), unknown("an attempt", call.range)])
    : unknown("what is retried", call.range);
}

/** `pLimit(5)` returns a function that calls its argument. */
function limited(call: NativeCall): Value {
  return opaque(callable("limit", called), call.range);
}

/** `new Bottleneck()`: `schedule` calls a function, `wrap` returns it. */
function limiter(call: NativeCall): Value {
  const members: Members = {
    schedule: () => callable("schedule", called),
    wrap: () => callable("wrap", firstArgument),
  };
  return opaque(namespace("limiter", members), call.range);
}

/** Calls a function with the arguments after it. A saga may pass the function with its object: `[api, api.load]`. */
function called(call: NativeCall): Value {
  const [first] = call.arguments;
  const [task, ...rest] = call.passed;
  const method = first?.kind === "array" && !first.open ? first.elements[1]?.value : task;
  const known = call.moreArguments ? undefined : method;
  return known?.kind === "opaque" ? call.pass(known, rest) : unknown("what is run", call.range);
}

/** Later changes to the copy do not change the original. */
function copied(call: NativeCall): Value {
  return call.copy("cloneDeep", [firstArgument(call)]);
}

/** `clone`: original and copy share the values of their members. */
function shallow(call: NativeCall): Value {
  const value = argument(call, 0) ?? unknown("nothing is given", call.range);
  if (value.kind === "array") return { ...value };
  if (value.kind !== "object" || value.class !== undefined) return copied(call);
  const none: Value = { kind: "object", members: [], open: false, spreads: [], range: call.range };
  return call.copy("assign", [none, value]);
}

function omitted(call: NativeCall): Value {
  return call.copy("omit", call.passed);
}

function picked(call: NativeCall): Value {
  return call.copy("pick", call.passed);
}

function compact(call: NativeCall): Value {
  return call.copy("compact", call.passed);
}

function assigned(call: NativeCall): Value {
  return call.copy("assign", call.passed);
}

function merged(call: NativeCall): Value {
  return call.copy("merge", call.passed);
}

/** `deepmerge(a, b)` creates a new object. Its options may change how values are merged. */
function deeplyMerged(call: NativeCall): Value {
  const [first, second, options, ...others] = call.arguments;
  const isPlain = options !== undefined && mergesPlainObjects(options);
  if (!first || !second || others.length > 0 || call.moreArguments || (options && !isPlain))
    return unknown("what is merged", call.range);
  if (!isMergedAlike(first, second, isPlain)) return unknown("what is merged", call.range);
  const none: Value = { kind: "object", members: [], open: false, spreads: [], range: call.range };
  return call.copy("merge", [none, first, second]);
}

/** Whether the options are `{ isMergeableObject: isPlainObject }`. Only plain objects are merged then; any other value replaces the earlier one. */
function mergesPlainObjects(options: Value): boolean {
  if (options.kind !== "object" || options.open || options.members.length !== 1) return false;
  const { value } = getProperty(options, "isMergeableObject");
  return value?.kind === "opaque" && value.label === "is.isPlainObject";
}

/**
 * Whether deepmerge's result equals that of lodash's `merge`, which does not concatenate arrays and skips `undefined`.
 *
 * @param isPlain whether arrays replace each other, instead of being concatenated.
 */
function isMergedAlike(first: Value, second: Value, isPlain: boolean): boolean {
  return optionsOf(second).every((added) => {
    if (added.kind === "array") return optionsOf(first).every(({ kind }) => kind !== "array" && kind !== "object");
    if (added.kind === "undefined" || added.kind === "null") return false;
    if (added.kind !== "object") return true;
    return optionsOf(first).every((own) =>
      own.kind === "object"
        ? added.members.every(({ key, value }) => isMemberMergedAlike(own, key, value, isPlain))
        : isPlain || own.kind !== "array",
    );
  });
}

function isMemberMergedAlike(own: Value, key: string, added: Value, isPlain: boolean): boolean {
  const { value, presence } = getProperty(own, key);
  // If the earlier value is unknown, lodash's `merge` is precise only for scalars.
  return presence === "never" || value === undefined || isMergedAlike(value, added, isPlain);
}

/** `produce(base, recipe)`, or `produce(recipe)`, which returns a function of the base. */
function produced(call: NativeCall): Value {
  const [base, recipe] = call.passed;
  if (recipe?.kind === "opaque") return draftOf(call, recipe);
  if (base?.kind !== "opaque" || recipe) return unknown("what is produced", call.range);
  return opaque(
    callable("producer", (inner) => draftOf(inner, base)),
    call.range,
  );
}

/** Runs a recipe on a copy. The recipe changes the copy, or returns a replacement. */
function draftOf(call: NativeCall, recipe: Value): Value {
  const draft = copied(call);
  const [, ...more] = call.passed;
  const { result, arguments: left } = call.changing(recipe, [draft, ...(call.passed[1] === recipe ? [] : more)]);
  const options = optionsOf(result).map((option) => (option.kind === "undefined" ? (left[0] ?? draft) : option));
  const [first] = options;
  return first && options.length === 1 ? first : { kind: "alternatives", options, range: call.range };
}
