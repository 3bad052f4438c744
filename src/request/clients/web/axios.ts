import { Learned } from "../../../clients/learned";
import { type Native, type NativeCall, nativeOf, opaque } from "../../../clients/native";
import { argument } from "../../drafts/body";
import { isString, optionsOf } from "../../drafts/known";
import type { Client, ClientContext } from "../client";
import { extendable, type Extendable, withLayer } from "../extendable";
import { DefaultHeaders, defaultsNative, mentionsDefaultsOnce } from "./axios-defaults";
import { type Changes, draftOf, type Given, type Instance, withBody } from "./axios-request";
import { changedBy } from "../../drafts/hooks/hooks";
import { fieldsOfAny } from "../../drafts/hooks/interceptor-fields";
import { optionsHook } from "../../drafts/hooks/parts";
import type { Hook } from "../../drafts/hooks/run-hooks";
import { callable, dataAnswer, fileMentions, type Members, namespace } from "../../drafts/natives";
import { getProperty, undefinedAt, unknown } from "../../drafts/objects";
import { isSameJson } from "../../drafts/same-json";
import { dataMember } from "../../../response/answer";
import type { Value } from "../../../value/value";

/** Bound on the bases recorded for one instance. */
const mostBases = 4;

/** axios: a function with methods, and instances of it. */
export const axios: Client = {
  name: "axios",
  globals: { axios: axiosModule },
  modules: { axios: axiosModule },
  types: [{ names: ["AxiosInstance", "AxiosStatic", "Axios"], packages: ["axios"], make: axiosOfType }],
};

/** The module `axios`: the function and its members. */
export function axiosModule(context: ClientContext): Native {
  return extendable(client, { ...fresh(context), shared: true, baseUnseen: true });
}

/** @returns an instance of which only the type is known. Other code sets its base and headers. */
export function axiosOfType(context: ClientContext): Native {
  return extendable(client, { ...fresh(context, { unseen: true }), baseUnseen: true });
}

/** @returns the instance that a framework creates for the program. Any file may set hooks on it. */
export function axiosOfProgram(context: ClientContext): Native {
  return extendable(client, { ...fresh(context, { unseen: true }), baseUnseen: true, isOfProgram: true });
}

function fresh(context: ClientContext, changes: Partial<Changes> = {}): Instance {
  return {
    context,
    layers: [],
    shared: false,
    baseUnseen: false,
    queryUnseen: false,
    isOfProgram: false,
    isReplaced: false,
    fieldsWritten: new Set(),
    isSetOnce: false,
    learned: new Learned({
      ...{ unseen: false, unwraps: false, hooks: [], bases: [], defaultHeaders: new DefaultHeaders() },
      ...changes,
    }),
  };
}

/** @returns the instance passed to a plugin. From then on, the plugin may add header fields. */
export function withPlugin(value: Value | undefined): Value | undefined {
  const native = nativeOf(value);
  if (!native || !("instance" in native)) return undefined;
  learn(native.instance as Instance, { unseen: true });
  return value;
}

function learn({ learned }: Instance, changes: Partial<Changes>): void {
  learned.value = { ...learned.value, ...changes };
}

function changeHeaders(instance: Instance): Parameters<typeof defaultsNative>[0] {
  return (change) => {
    learn(instance, { defaultHeaders: change(instance.learned.value.defaultHeaders) });
  };
}

const client: Extendable<Instance> = {
  label: "axios",
  methods: new Set([...withBody, "get", "delete", "head", "options", "request"]),
  send,
  creators: { create },
  others(instance, name) {
    switch (name) {
      case "Axios":
        return {
          label: "Axios",
          class: "Axios",
          construct: (call) => opaque(ofClass(create(instance, call)), call.range),
        };
      case "getUri":
        return callable("axios.getUri", (call) => unknown("the URI of a request", call.range, { is: "string" }));
      case "defaults":
        learn(instance, { unseen: true });
        return defaultsNative(changeHeaders(instance), instance.isSetOnce, (base) => {
          const { bases } = instance.learned.value;
          if (bases.length < mostBases) learn(instance, { bases: [...bases, base] });
        });
      case "interceptors":
        return interceptors(instance);
      default:
        return undefined;
    }
  },
};

/** An instance of `Axios`. A subclass in the program may override `request`, through which the other methods send. */
function ofClass(instance: Instance): Native {
  const instead = extendable(client, { ...instance, isReplaced: true });
  return { ...extendable(client, instance), through: { member: "request", instead } };
}

/**
 * The arguments of `get(url, config)` and `post(url, data, config)`. In `axios(x)` and `request(x)`, x is a URL or options; if it may be either, the request is
 * unknown.
 */
function givenTo(call: NativeCall, verb: string | undefined): Given {
  const [first, second] = [argument(call, 0), argument(call, 1)];
  if (verb !== undefined && verb !== "request")
    return withBody.has(verb)
      ? { url: first, data: second, config: argument(call, 2), verb }
      : { url: first, config: second, verb };
  if (call.arguments.length > 1 || isString(first)) return { url: first, config: second };
  return { url: undefined, config: first };
}

/** Interceptors run with every request, so their own requests are not attributed to the call that registers them. */
function interceptors(instance: Instance): Native {
  const handlers = (note: (call: NativeCall) => void): Members => ({
    use: () =>
      callable("use", (call) => {
        note(call);
        return unknown("an interceptor's number", call.range, { is: "number" });
      }),
    eject: ignored,
    clear: ignored,
  });
  const requests = handlers((call) => {
    const run = argument(call, 0);
    if (!run) return;
    // Of several functions that one call may set, a loop sets each.
    for (const each of optionsOf(run)) {
      const hook = { run: each, parts: changedBy(instance.context.ts, each, optionsHook), setBy: call.node };
      const { hooks } = instance.learned.value;
      // A call may be evaluated several times, which sets the hook once.
      if (!hooks.some((other) => isSameHook(other, hook))) learn(instance, { hooks: [...hooks, hook] });
    }
  });
  const responses = handlers(() => {
    learn(instance, { unwraps: true });
  });
  return namespace("interceptors", {
    request: () => namespace("interceptors.request", requests),
    response: () => namespace("interceptors.response", responses),
  });
}

/** Whether one call sets one function. Two calls that set it run it twice. */
function isSameHook(one: Hook, other: Hook): boolean {
  return one.setBy === other.setBy && isSameJson(one.run, other.run);
}

function ignored(): Native {
  return callable("ignored", (call) => undefinedAt(call.range));
}

function create(parent: Instance, call: NativeCall): Instance {
  const options = argument(call, 0);
  const file = call.node.getSourceFile();
  const elsewhere = parent.context.fieldsAddedTo(call.node);
  const fieldsWritten = fieldsOfAny([parent.context.interceptorFields(file, call.node), elsewhere ?? new Set()]);
  const unseen =
    fileMentions(call, /\.defaults\b/) ||
    fieldsWritten === "any" ||
    getProperty(options, "adapter").presence !== "never";
  return {
    ...fresh(parent.context, { unseen, unwraps: fileMentions(call, /\.interceptors\s*\.\s*response\b/) }),
    layers: withLayer(parent, options).layers,
    ...(fieldsWritten !== "any" && { fieldsWritten }),
    baseUnseen: fileMentions(call, otherDefaults),
    queryUnseen: fileMentions(call, /\.defaults\s*(?:\.\s*params\b|\[)/),
    ...(elsewhere && { made: file }),
    isSetOnce: mentionsDefaultsOnce(call) && !elsewhere,
  };
}

/** Matches accesses to defaults that may set the base: `baseURL` and similar members, and the defaults as a whole. Other members do not affect it. */
const otherDefaults = /\.defaults\b(?!\s*[?!]?\.\s*(?!(?:baseURL|url|allowAbsoluteUrls)\b)[A-Za-z_$])/;

function send(instance: Instance, call: NativeCall, verb: string | undefined): Value {
  // Later changes to the instance do not affect this request.
  const asItIs = { ...instance, learned: new Learned(instance.learned.value) };
  const isChanged = (): boolean =>
    asItIs.learned.value.unwraps || getProperty(givenTo(call, verb).config, "transformResponse").presence !== "never";
  const id = call.sendLater(() => ({
    ...draftOf(asItIs, call, givenTo(call, verb)),
    typed: { node: call.node, property: "data" },
    ...(!isChanged() && { answer: dataMember }),
  }));
  return isChanged() ? unknown("an interceptor may change the response", call.range) : dataAnswer(id, call.range);
}
