import type TS from "typescript";
import { opaque, type Native, type NativeCall } from "../../clients/native";
import type { Value } from "../../value/value";
import { unseenBase } from "../drafts/draft";
import { callable } from "../drafts/natives";
import { nowhere, type ClientContext } from "./client";

/** An instance whose methods create further instances with more options. */
export interface Instance {
  readonly ts: typeof TS;
  /** Options of the calls that created it, in order. */
  readonly layers: readonly Value[];
  /** The base, if only the instance's type is known. */
  readonly base?: Value;
  /** Whether unseen code may add header fields. */
  readonly unseen: boolean;
}

/** @returns an instance without options. */
export function plainInstance({ ts }: Pick<ClientContext, "ts">): Instance {
  return { ts, layers: [], unseen: false };
}

/** @returns an instance of which only the type is known. */
export function unseenInstance({ ts }: Pick<ClientContext, "ts">): Instance {
  return { ts, layers: [], base: unseenBase(nowhere), unseen: true };
}

/** @returns an instance with one more layer of options, or `parent` itself if there are no options. */
export function withLayer<I extends Pick<Instance, "layers">>(parent: I, options: Value | undefined): I {
  return options ? { ...parent, layers: [...parent.layers, options] } : parent;
}

/** A client that sends when it is called, directly or through an HTTP method. `I` is its instance state. */
export interface Extendable<I = Instance> {
  readonly label: string;
  readonly methods: ReadonlySet<string>;
  /** @param verb the called member; absent if the client itself is called. */
  readonly send: (instance: I, call: NativeCall, verb: string | undefined) => Value;
  /** Members that create an instance, by name. */
  readonly creators: Readonly<Record<string, (instance: I, call: NativeCall) => I>>;
  readonly others?: (instance: I, name: string) => Native | undefined;
}

/** @returns the native of an instance. The exports `default` and the client's own name are this client too. */
export function extendable<I>(client: Extendable<I>, instance: I): Native & { readonly instance: I } {
  const { label, methods, creators } = client;
  const memberOf = (name: string): Native | undefined => {
    if (methods.has(name)) return callable(`${label}.${name}`, (call) => client.send(instance, call, name));
    if (name === "default" || name === label) return native;
    const create = Object.hasOwn(creators, name) ? creators[name] : undefined;
    return create
      ? callable(`${label}.${name}`, (call) => opaque(extendable(client, create(instance, call)), call.range))
      : client.others?.(instance, name);
  };
  const native = {
    label,
    instance,
    call: (call: NativeCall) => client.send(instance, call, undefined),
    get: (name: string, at: Value["range"]) => {
      const member = memberOf(name);
      return member && opaque(member, at);
    },
  };
  return native;
}
