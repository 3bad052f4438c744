import { opaque, type Native, type NativeCall } from "../../../clients/native";
import type { Value } from "../../../value/value";
import { argument } from "../../drafts/body";
import { optionsOf } from "../../drafts/known";
import { answerObject, callable, type Members, namespace } from "../../drafts/natives";
import { undefinedAt, unknown } from "../../drafts/objects";
import { layered } from "../../drafts/options";
import type { Client, Makers } from "../client";

const packages = ["react", "preact", "vue", "solid", "svelte", "angular-experimental"];

/** TanStack Query: it calls the sending functions that it gets as `queryFn` and `mutationFn`. */
export const tanstackQuery: Client = {
  name: "tanstack-query",
  quiet: true,
  modules: {
    ...Object.fromEntries(packages.map((each) => [`@tanstack/${each}-query`, queryModule])),
    "@tanstack/query-core": queryModule,
    "react-query": queryModule,
    "vue-query": queryModule,
  } satisfies Makers,
  types: [{ names: ["QueryClient"], packages: ["@tanstack/*", "react-query"], needsPackage: true, make: queryClient }],
};

const hooks = ["useQuery", "useSuspenseQuery", "useInfiniteQuery", "useSuspenseInfiniteQuery", "usePrefetchQuery"];
/** Hooks of Solid, Svelte and Angular. They take a function that returns the options. */
const lazyHooks = ["createQuery", "createInfiniteQuery", "injectQuery", "injectInfiniteQuery"];
/** Methods of a `QueryClient` that call a query's function and return its result. */
const fetchers = ["fetchQuery", "prefetchQuery", "ensureQueryData", "fetchInfiniteQuery", "prefetchInfiniteQuery"];

function queryModule(): Native {
  return namespace("@tanstack/query", {
    ...functions(hooks, (call) => reading(call, optionsGiven(call))),
    ...functions(lazyHooks, (call) => reading(call, optionsMade(call))),
    ...mutations(["useMutation"], (call) => changing(call, optionsGiven(call))),
    ...mutations(["createMutation", "injectMutation"], (call) => changing(call, optionsMade(call))),
    ...functions(["queryOptions", "infiniteQueryOptions", "mutationOptions"], same),
    useQueryClient: () => callable("useQueryClient", (call) => opaque(queryClient(), call.range)),
    QueryClient: () => ({ label: "QueryClient", construct: (call) => opaque(queryClient(), call.range) }),
  });
}

function functions(names: readonly string[], run: (call: NativeCall) => Value): Members {
  return Object.fromEntries(names.map((name) => [name, () => callable(name, run)]));
}

function mutations(names: readonly string[], run: (call: NativeCall) => Value): Members {
  return Object.fromEntries(names.map((name) => [name, () => ({ ...callable(name, run), givesSenders: true })]));
}

function same(call: NativeCall): Value {
  return argument(call, 0) ?? unknown("no options", call.range);
}

/** All other methods read or change the cache and send nothing. */
function queryClient(): Native {
  const run = (call: NativeCall): Value => dataOf(call, functionsOf(call, optionsGiven(call), "queryFn"));
  return namespace("QueryClient", functions(fetchers, run));
}

function reading(call: NativeCall, options: readonly Value[]): Value {
  return answerObject({ data: dataOf(call, functionsOf(call, options, "queryFn")) }, call.range);
}

/** `mutate` calls the function with its argument. The function is also called at the hook, because unseen code may call `mutate`. */
function changing(call: NativeCall, options: readonly Value[]): Value {
  const run = functionsOf(call, options, "mutationFn");
  const data = dataOf(call, run);
  const mutate = (name: string): Value => {
    const method = callable(name, (inner) => {
      const results = run.map((each) => inner.invoke(each, [argument(inner, 0) ?? undefinedAt(inner.range)]));
      return onlyOf(results) ?? unknown("what a mutation gives", inner.range);
    });
    return opaque(method, call.range);
  };
  return answerObject({ data, mutate: mutate("mutate"), mutateAsync: mutate("mutateAsync") }, call.range);
}

/** @returns the result of the query's function. If there may be several functions, each is called. */
function dataOf(call: NativeCall, run: readonly Value[]): Value {
  const given = unknown("what a query's function is given", call.range);
  return onlyOf(run.map((each) => call.invoke(each, [given]))) ?? unknown("data of a query", call.range);
}

function onlyOf(values: readonly Value[]): Value | undefined {
  return values.length === 1 ? values[0] : undefined;
}

/** In older versions the function follows the key or is the only argument: `useQuery(key, read)`, `useMutation(save)`. */
function optionsGiven(call: NativeCall): readonly Value[] {
  return [argument(call, 0), argument(call, 1)].flatMap((each) => each ?? []);
}

function optionsMade(call: NativeCall): readonly Value[] {
  return optionsGiven(call).map((each) => (each.kind === "opaque" ? call.invoke(each, []) : each));
}

function functionsOf(call: NativeCall, options: readonly Value[], key: string): readonly Value[] {
  const alone = options.find(({ kind }) => kind === "opaque");
  if (alone) return [alone];
  const given = options.filter(({ kind }) => kind === "object" || kind === "alternatives");
  return given.flatMap((each) => {
    const value = layered([each], key, call.range);
    return value ? optionsOf(value).filter(({ kind }) => kind === "opaque") : [];
  });
}
