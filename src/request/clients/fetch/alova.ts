import type TS from "typescript";
import { opaque, type Native, type NativeCall } from "../../../clients/native";
import type { Value } from "../../../value/value";
import { argument } from "../../drafts/body";
import { unseenBase } from "../../drafts/draft";
import { optionsOf } from "../../drafts/known";
import { callable, type Members, namespace } from "../../drafts/natives";
import { oneOf, unknown } from "../../drafts/objects";
import { layered, methodNamed, methodOrGet, upperCase } from "../../drafts/options";
import { flatten, slice } from "../../drafts/strings";
import { nowhere, type Client, type ClientContext } from "../client";
import { sendingHooks } from "./alova-hooks";
import { type Instance, Method } from "./alova-method";

/** alova: calls of an instance create a `Method`, which is sent when it is awaited, or by `send` or a hook. */
export const alova: Client = {
  name: "alova",
  modules: {
    alova: (context) =>
      namespace("alova", { createAlova: () => callable("createAlova", (call) => create(context, call)) }),
    "alova/client": () => namespace("alova/client", sendingHooks),
    "alova/fetch": () => withDefault(fetchAdapter),
    // The adapter's module in version 2.
    "alova/GlobalFetch": () => withDefault(fetchAdapter),
  },
  types: [{ names: ["Alova"], packages: ["alova"], make: ({ ts }) => instanceOfType(ts) }],
};

const withoutData = ["Get", "Head", "Options"];
const withData = ["Post", "Put", "Patch", "Delete"];

/** Creates an adapter that sends through `fetch`. */
const fetchAdapter: Native = callable("adapterFetch", (call) =>
  opaque(new FetchAdapter(argument(call, 0)), call.range),
);

class FetchAdapter implements Native {
  readonly label = "alova's adapter for fetch";

  constructor(readonly options: Value | undefined) {}
}

function withDefault(native: Native): Native {
  return { ...native, get: (name, at) => (name === "default" ? opaque(native, at) : undefined) };
}

function create({ ts }: ClientContext, call: NativeCall): Value {
  const at = call.range;
  const options = argument(call, 0) ?? unknown("no options", at);
  const base = layered([options], "baseURL", at);
  const adapter = layered([options], "requestAdapter", at);
  const handle = adapter?.kind === "opaque" ? adapter.handle : undefined;
  const customFetch = handle instanceof FetchAdapter ? layered([handle.options], "customFetch", at) : undefined;
  return opaque(
    instanceNative({
      ts,
      ...(base && { base: withoutSlash(base) }),
      adapter: handle instanceof FetchAdapter ? "fetch" : "unknown",
      ...(customFetch && { customFetch }),
      beforeRequest: layered([options], "beforeRequest", at),
      responded: layered([options], "responded", at),
    }),
    at,
  );
}

/** alova removes a trailing slash from the base, even if no path follows. */
function withoutSlash(base: Value): Value {
  const options = optionsOf(base).map((option) => {
    const text = option.kind === "string" ? flatten(option.parts) : "";
    return option.kind === "string" && text.endsWith("/")
      ? { ...option, parts: slice(option.parts, 0, text.length - 1) }
      : option;
  });
  return oneOf(options, base.range);
}

function instanceOfType(ts: typeof TS): Native {
  return instanceNative({ ts, base: unseenBase(nowhere), adapter: "unseen" });
}

function instanceNative(instance: Instance): Native {
  const make = (name: string, dataAt: number | undefined, configAt: number): [string, () => Native] => [
    name,
    () =>
      callable(`alova.${name}`, (call) => {
        const data = dataAt === undefined ? undefined : argument(call, dataAt);
        const own = { method: methodNamed(name, call.calleeRange), url: argument(call, 0), data };
        return opaque(new Method(instance, call, own, argument(call, configAt)), call.range);
      }),
  ];
  const members: Members = {
    ...Object.fromEntries(withoutData.map((name) => make(name, undefined, 1))),
    ...Object.fromEntries(withData.map((name) => make(name, 1, 2))),
    Request: () =>
      callable("alova.Request", (call) => {
        const config = argument(call, 0);
        const own = {
          method: upperCase(methodOrGet([config], call)),
          url: layered([config], "url", call.range),
          data: layered([config], "data", call.range),
        };
        return opaque(new Method(instance, call, own, config), call.range);
      }),
  };
  return namespace("alova", members);
}
