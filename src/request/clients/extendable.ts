import type TS from "typescript";
import { opaque, type Native, type NativeCall } from "../../clients/native";
import type { Value } from "../../value/value";
import { unseenBase } from "../drafts/draft";
import { callable } from "../drafts/natives";
import { nowhere, type ClientContext } from "./client";

/** An instance that calls extend to others with more options. */
export interface Instance {
  readonly ts: typeof TS;
  /** The options of the calls that created it, those of the first call first. */
  readonly layers: readonly Value[];
  /** The base of an instance known by its type alone. */
  readonly base?: Value;
  /** Whether header fields may be added out of sight. */
  readonly unseen: boolean;
}

/** @returns an instance without options. */
export function plainInstance({ ts }: Pick<ClientContext, "ts">): Instance {
  return { ts, layers: [], unseen: false };
}

/** @returns an instance known by its type alone. */
export function unseenInstance({ ts }: Pick<ClientContext, "ts">): Instance {
  return { ts, layers: [], base: unseenBase(nowhere), unseen: true };
}

/** @returns an instance with more options than its parent; the same where a call gives none. */
export function withLayer<I extends Pick<Instance, "layers">>(parent: I, options: Value | undefined): I {
  return options ? { ...parent, layers: [...parent.layers, options] } : parent;
}

/** A client that sends when it is called, by itself or by a method of HTTP. `I` is what it knows of an instance. */
export interface Extendable<I = Instance> {
  readonly label: string;
  readonly methods: ReadonlySet<string>;
  /** @param verb the member that is called; absent where the client itself is. */
  readonly send: (instance: I, call: NativeCall, verb: string | undefined) => Value;
  /** By the name of a member: what its call creates. */
  readonly creators: Readonly<Record<string, (instance: I, call: NativeCall) => I>>;
  readonly others?: (instance: I, name: string) => Native | undefined;
}

/** @returns the native of an instance, which holds it. The package's other exports (`default`, the client's own name) are the client too. */
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
