import type TS from "typescript";
import { nativeOf, opaque, type Native, type NativeCall } from "../../../evaluator/models/native";
import type { Draft } from "../../draft";
import { dataMember } from "../../../response/answer";
import type { Range } from "../../../text/range";
import type { ObjectValue, Value } from "../../../value/value";
import { argument, jsonBody, writesJson } from "../../body";
import { getHeaderIn } from "../../headers";
import { changedBy, withHooks, type Part } from "../../hooks";
import { asText, optionsOf } from "../../known";
import { answer, answerHeaders, answerObject, callable, fileMentions, namespace, type Members } from "../../natives";
import { asObject, getProperty, oneOf, undefinedAt, unknown } from "../../objects";
import { anchorOf, layered, layeredHeaders, methodNamed, upperCase, withBasicAuthorization } from "../../options";
import { layeredQuery, type QueryStyle } from "../../query-string";
import type { Body, ClientDefaults } from "../../request";
import type { Client, ClientContext } from "../client";

/** What axios sends by itself in Node, for a body that it writes as JSON. */
const defaults: ClientDefaults = {
  contentType: true,
  acceptEncoding: "gzip, compress, deflate, br",
  userAgent: "axios",
  unseenHeaders: false,
};

const queryStyle: QueryStyle = { dropped: ["undefined", "null"], arrays: "brackets", nested: true };
const withBody = new Set(["post", "put", "patch", "postForm", "putForm", "patchForm"]);
const withoutBody = new Set(["get", "delete", "head", "options"]);

/** What is known of an instance: its own options, and whether code may change them out of sight. */
interface Instance {
  readonly ts: typeof TS;
  readonly layers: readonly Value[];
  /** `axios` itself, which all of a program shares. */
  readonly shared: boolean;
  /** Options or interceptors were handed out, or it was made elsewhere. */
  unseen: boolean;
  baseUnseen: boolean;
  /** Parameters may be set for all requests. */
  readonly queryUnseen: boolean;
  /** What interceptors are seen to change. */
  readonly changed: Set<Part>;
  /** An interceptor may put something else in place of the response. */
  unwraps: boolean;
}

/** axios: a function, its methods, and instances of it. */
export const axios: Client = {
  name: "axios",
  globals: { axios: axiosModule },
  modules: { axios: axiosModule },
  types: [{ names: ["AxiosInstance", "AxiosStatic", "Axios"], packages: ["axios"], make: axiosOfType }],
};

/** The module `axios`: a function with all of its members. */
export function axiosModule({ ts }: ClientContext): Native {
  return axiosNative({ ...fresh(ts), shared: true, baseUnseen: true });
}

/** An instance of which only the type is known: its base and headers are set elsewhere. */
export function axiosOfType({ ts }: ClientContext): Native {
  return axiosNative({ ...fresh(ts), unseen: true, baseUnseen: true });
}

function fresh(ts: typeof TS): Instance {
  return {
    ts,
    layers: [],
    shared: false,
    unseen: false,
    baseUnseen: false,
    queryUnseen: false,
    changed: new Set(),
    unwraps: false,
  };
}

/** @returns the instance that a plugin was given, which may from now on add headers of its own. */
export function withPlugin(value: Value | undefined): Value | undefined {
  const native = nativeOf(value);
  if (!native || !("instance" in native)) return undefined;
  (native.instance as Instance).unseen = true;
  return value;
}

function axiosNative(instance: Instance): Native {
  const native: Native = {
    label: "axios",
    call: (call) =>
      argument(call, 0)?.kind === "object"
        ? send(instance, call, undefined, argument(call, 0))
        : sendUnlessConfig(instance, call),
    get(name, at) {
      if (withBody.has(name))
        return opaque(
          callable(`axios.${name}`, (call) =>
            send(instance, call, argument(call, 0), argument(call, 2), name, argument(call, 1)),
          ),
          at,
        );
      if (withoutBody.has(name))
        return opaque(
          callable(`axios.${name}`, (call) => send(instance, call, argument(call, 0), argument(call, 1), name)),
          at,
        );
      return otherMember(name, at, instance, native);
    },
  };
  return Object.assign(native, { instance });
}

/** `axios(x)`: x is a URL or options; where that is not known, nothing of it is. */
function sendUnlessConfig(instance: Instance, call: NativeCall): Value {
  const first = argument(call, 0);
  const isUrl =
    first?.kind === "string" ||
    (first?.kind === "unknown" && first.is === "string") ||
    call.arguments.length > 1 ||
    first?.kind === "alternatives";
  return isUrl ? send(instance, call, first, argument(call, 1)) : send(instance, call, undefined, first);
}

function otherMember(name: string, at: Range, instance: Instance, native: Native): Value | undefined {
  switch (name) {
    case "default":
    case "axios":
      return opaque(native, at);
    case "request":
      return opaque(
        callable("axios.request", (call) =>
          argument(call, 0)?.kind === "string"
            ? send(instance, call, argument(call, 0), argument(call, 1))
            : send(instance, call, undefined, argument(call, 0)),
        ),
        at,
      );
    case "create":
      return opaque(
        callable("axios.create", (call) => opaque(create(instance, call), call.range)),
        at,
      );
    case "Axios":
      return opaque(
        { label: "Axios", class: "Axios", construct: (call) => opaque(create(instance, call), call.range) },
        at,
      );
    case "defaults":
      instance.unseen = true;
      return undefined;
    case "interceptors":
      instance.unseen = true;
      return opaque(interceptors(instance), at);
    default:
      return undefined;
  }
}

/** Interceptors run with every request and belong to none: what they send is no request of the call that registers them. */
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
    for (const part of changedBy(instance.ts, argument(call, 0))) instance.changed.add(part);
  });
  const responses = handlers(() => {
    instance.unwraps = true;
  });
  return namespace("interceptors", {
    request: () => namespace("interceptors.request", requests),
    response: () => namespace("interceptors.response", responses),
  });
}

function ignored(): Native {
  return callable("ignored", (call) => undefinedAt(call.range));
}

function create(parent: Instance, call: NativeCall): Native {
  const options = argument(call, 0);
  const layers = [...parent.layers, ...(options ? [options] : [])];
  const unseen =
    fileMentions(call, /\.(?:interceptors|defaults)\b/) || getProperty(options, "adapter").presence !== "never";
  return axiosNative({
    ...fresh(parent.ts),
    layers,
    unseen,
    baseUnseen: fileMentions(call, otherDefaults),
    queryUnseen: fileMentions(call, /\.defaults\s*(?:\.\s*params\b|\[)/),
    unwraps: fileMentions(call, /\.interceptors\s*\.\s*response\b/),
  });
}

/** Defaults that may be the base; the others are headers and settings. */
const otherDefaults =
  /\.defaults\b(?!\s*\.\s*(?:adapter|headers|http\w*Agent|maxRedirects|params\w*|responseType|timeout|transform\w+|validateStatus|withCredentials|xsrf\w+)\b)/;

function send(
  instance: Instance,
  call: NativeCall,
  url: Value | undefined,
  config: Value | undefined,
  verb?: string,
  data?: Value,
): Value {
  const draft = draftOf(instance, call, url, config, verb, data);
  const id = call.send(draft);
  draft.typed = { node: call.node, property: "data" };
  if (instance.unwraps || getProperty(config, "transformResponse").presence !== "never")
    return unknown("an interceptor may change the response", call.range);
  draft.answer = dataMember;
  return answerObject(
    {
      data: answer(id, "body", [], call.range),
      headers: opaque(answerHeaders(id), call.range),
      status: answer(id, "response", ["status"], call.range, "number"),
    },
    call.range,
  );
}

function draftOf(
  instance: Instance,
  call: NativeCall,
  url: Value | undefined,
  config: Value | undefined,
  verb: string | undefined,
  data: Value | undefined,
): Draft {
  const at = call.range;
  const layers = [...instance.layers, config];
  const named = verb?.replace("Form", "");
  const method = named
    ? methodNamed(named, call.calleeRange)
    : (layered(layers, "method", at) ?? methodNamed("GET", call.calleeRange));
  const headers = headersOf(layers, asText(method), at);
  const form = verb?.endsWith("Form") ?? false;
  const given = withBody.has(verb ?? "") ? data : layered(layers, "data", at);
  const body = bodyOf(given, headers, form);
  const unseen =
    instance.unseen || (instance.shared && fileMentions(call, /\baxios\s*\.\s*(?:defaults|interceptors)\b/));
  const query = parametersOf(layers, at);
  const draft: Draft = {
    client: "axios",
    method: upperCase(method),
    anchor: anchorOf(method, call.calleeRange, at),
    address: {
      url: url ?? layered([config], "url", at) ?? unknown("no URL", at),
      ...baseOf(instance, layers, at),
      join: "append",
      ownsRelative: true,
    },
    query: layers.some((layer) => getProperty(layer, "paramsSerializer").presence !== "never")
      ? unknown("`paramsSerializer` writes the query", at)
      : instance.queryUnseen && query.kind === "object"
        ? { ...query, open: true }
        : query,
    headers,
    body,
    defaults: {
      ...defaults,
      contentType: writesJson(given),
      unseenHeaders: unseen,
      ...(instance.shared && { shared: true }),
    },
  };
  const transformed: readonly Part[] = layers.some(
    (layer) => getProperty(layer, "transformRequest").presence !== "never",
  )
    ? ["body", "headers"]
    : [];
  return withHooks(draft, new Set([...instance.changed, ...transformed]), at);
}

function baseOf(instance: Instance, layers: readonly (Value | undefined)[], at: Range): { base?: Value } {
  const base = layered(layers, "baseURL", at);
  if (base) return instance.baseUnseen && !instance.shared ? { base: unknown("base set elsewhere", at) } : { base };
  return instance.baseUnseen && !instance.shared ? { base: unknown("base set elsewhere", at) } : {};
}

function parametersOf(layers: readonly (Value | undefined)[], at: Range): ReturnType<typeof layeredQuery> {
  return layeredQuery(
    layers.map((layer) => layered([layer], "params", at)),
    at,
    queryStyle,
  );
}

/** Header fields of all layers; those under `common` and the method's name are defaults of an instance. */
function headersOf(layers: readonly (Value | undefined)[], method: string | undefined, at: Range): ObjectValue {
  const groups = layers.flatMap((layer) => {
    const headers = layered([layer], "headers", at);
    if (!headers) return [];
    const object = asObject(headers);
    if (object.kind === "unknown") return [object];
    const own = object.members.filter(
      (member) => !["common", "get", "delete", "head", "post", "put", "patch"].includes(member.key),
    );
    const byMethod = method === undefined ? [] : [layered([object], method.toLowerCase(), at)];
    return [layered([object], "common", at), ...byMethod, { ...object, members: own }];
  });
  const headers = layeredHeaders(groups.map(withoutFalse), at, {
    dropped: ["undefined", "null"],
    deletes: ["undefined", "null"],
  });
  const auth = layers.map((layer) => getProperty(layer, "auth")).findLast((property) => property.presence === "always");
  return auth?.keyRange ? withBasicAuthorization(headers, auth.keyRange) : headers;
}

/** A field that is `false` is not sent, nor is one of its name from before. */
function withoutFalse(layer: Value | undefined): Value | undefined {
  if (layer?.kind !== "object") return layer;
  const absent = (value: Value): Value =>
    value.kind === "boolean" && !value.value ? { kind: "null", range: value.range } : value;
  const members = layer.members.map((member) => ({
    ...member,
    value: oneOf(optionsOf(member.value).map(absent), member.value.range),
  }));
  return { ...layer, members };
}

function bodyOf(data: Value | undefined, headers: ObjectValue, form: boolean): Body | undefined {
  const given =
    data && optionsOf(data).every((option) => option.kind === "null" || option.kind === "undefined") ? undefined : data;
  const body = jsonBody(given, false);
  if (!body) return undefined;
  if (form) return { ...body, encoding: "form" };
  const type = getHeaderIn(headers, "Content-Type");
  if (type.presence === "absent") return body;
  const text = asText(type.value);
  if (text === undefined || type.presence !== "present")
    return { ...body, encoding: body.encoding === "json" ? "unknown" : body.encoding };
  if (/^(?:multipart\/form-data|application\/x-www-form-urlencoded)/i.test(text)) return { ...body, encoding: "form" };
  return body;
}
