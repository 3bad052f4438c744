import type TS from "typescript";
import { nativeOf, opaque, type Native, type NativeCall } from "../../../clients/native";
import type { Range } from "../../../text/range";
import type { Value } from "../../../value/value";
import { argument, rawBody, stringifiedBody } from "../../drafts/body";
import type { Draft } from "../../drafts/draft";
import { asText, optionsOf } from "../../drafts/known";
import { changedBy, withHooks } from "../../drafts/hooks/hooks";
import { hookStyle, type Part } from "../../drafts/hooks/parts";
import { answer, answerHeaders, answerObject, callable, fileMentions } from "../../drafts/natives";
import { getProperty, unknown } from "../../drafts/objects";
import {
  anchorOf,
  headersOfLayers,
  headersOption,
  layered,
  methodNamed,
  methodOrGet,
  removedFields,
  seenOption,
  upperCase,
  withBasicAuthorization,
  withCredentialsOf,
  withoutField,
} from "../../drafts/options";
import { layeredQuery, replacesIfGiven, type LayerStyle } from "../../drafts/query-layers";
import type { Body, ClientDefaults } from "../../request";
import { jsonReader } from "../fetch/fetch";
import type { Client, ClientContext } from "../client";
import { extendable, type Extendable, type Instance, plainInstance, unseenInstance } from "../extendable";

const defaults: ClientDefaults = {
  contentType: true,
  acceptEncoding: "gzip, deflate, br",
  userAgent: "got (https://github.com/sindresorhus/got)",
  unseenHeaders: false,
};

const queryStyle: LayerStyle = { dropped: ["undefined"], empty: ["null"], arrays: "unknown" };
/** In the options that hooks get, the query is part of the URL. */
const own = [["url", "data", ["url", "query"]]] as const;
const requestHook = hookStyle({ own });
const initHook = hookStyle({ own, arguments: ["object", "object"] });
const handler = hookStyle({ own, arguments: ["object", "next"] });
const methods = new Set(["get", "post", "put", "patch", "head", "delete"]);

/** got: instances with default options, `json`, `searchParams`, streams and pagination. */
export const got: Client = {
  name: "got",
  modules: { got: gotModule },
  types: [
    {
      names: ["Got", "ExtendOptions"],
      packages: ["got"],
      make: (context) => extendable(client, unseenInstance(context)),
    },
  ],
};

function gotModule(context: ClientContext): Native {
  return extendable(client, plainInstance(context));
}

const client: Extendable = {
  label: "got",
  methods,
  send,
  creators: { extend },
  others: (instance, name) => (name === "stream" || name === "paginate" ? streaming(instance, name) : undefined),
};

/** `got.stream` and `got.paginate` send the same request but return something else. */
function streaming(instance: Instance, label: string): Native {
  const call = (made: NativeCall, verb?: string): Value => {
    const draft = draftOf(instance, made, verb);
    const { query } = draft;
    // Pages after the first have additional or different parameters.
    made.send(label === "paginate" && query.kind === "object" ? { ...draft, query: { ...query, open: true } } : draft);
    return unknown(`what got.${label} gives`, made.range);
  };
  return {
    label: `got.${label}`,
    call,
    get: (name, at) =>
      methods.has(name)
        ? opaque(
            callable(`got.${label}.${name}`, (made) => call(made, name)),
            at,
          )
        : name === "all" || name === "each"
          ? opaque(callable(`got.paginate.${name}`, call), at)
          : undefined,
  };
}

function extend(parent: Instance, call: NativeCall): Instance {
  let { layers, unseen } = { layers: parent.layers, unseen: parent.unseen || call.moreArguments };
  for (const option of call.arguments) {
    const other = nativeOf(option);
    if (other && "instance" in other) {
      const instance = other.instance as Instance;
      layers = [...layers, ...instance.layers];
      unseen ||= instance.unseen;
    } else {
      layers = [...layers, option];
    }
  }
  return { ...parent, layers, unseen: unseen || fileMentions(call, /\.defaults\b/) };
}

function send(instance: Instance, call: NativeCall, verb: string | undefined): Value {
  const draft = draftOf(instance, call, verb);
  const id = call.send(draft);
  const layers = layersOf(instance, call);
  const json = asText(layered(layers, "responseType", call.range)) === "json";
  const bodyOnly = layered(layers, "resolveBodyOnly", call.range);
  const body = json ? answer(id, "body", [], call.range) : answer(id, "response", ["body"], call.range, "string");
  if (json) draft.typed = { node: call.node, property: "body" };
  if (!bodyOnly) draft.answer = { ways: [["json()"], ...(json ? [["body"]] : [])] };
  const response = answerObject(
    {
      body,
      headers: opaque(answerHeaders(id), call.range),
      statusCode: answer(id, "response", ["statusCode"], call.range, "number"),
    },
    call.range,
  );
  const promise: Native = {
    label: "got's promise",
    get(name, at) {
      if (name === "json") return opaque(jsonReader(id), at);
      if (name === "text")
        return opaque(
          callable("text", (made) => answer(id, "response", ["text"], made.range, "string")),
          at,
        );
      return name === "buffer"
        ? opaque(
            callable("buffer", (made) => unknown("bytes of an answer", made.range)),
            at,
          )
        : undefined;
    },
    await: (made) =>
      bodyOnly
        ? bodyOnly.kind === "boolean" && bodyOnly.value
          ? body
          : unknown("`resolveBodyOnly` is not known", made.range)
        : response,
  };
  return opaque(promise, call.range);
}

/** @returns the layers of options in `got(url, options)` or `got(options)`. If the first argument may be either, the request is unknown. */
function layersOf(instance: Instance, call: NativeCall): (Value | undefined)[] {
  const first = argument(call, 0);
  return [...instance.layers, ...(mayBeOptions(first) ? [first] : []), argument(call, 1)];
}

function mayBeOptions(value: Value | undefined): boolean {
  return value !== undefined && optionsOf(value).some((each) => each.kind === "object" && each.class === undefined);
}

const removes = ({ kind }: Value): boolean => kind === "undefined";

function draftOf(instance: Instance, call: NativeCall, verb: string | undefined): Draft {
  const at = call.range;
  const layers = layersOf(instance, call);
  const own = layers.slice(instance.layers.length);
  const first = argument(call, 0);
  const url = mayBeOptions(first) ? layered(own, "url", at) : first;
  const method = verb ? methodNamed(verb, call.calleeRange) : methodOrGet(layers, call);
  const base = instance.base ?? layered(layers, "prefixUrl", at);
  const searches = layers.map((layer) => layered([layer], "searchParams", at));
  const headers = headersOfLayers(layers, at);
  const given = layers.map((layer) => headersOption(layered([layer], "headers", at), at));
  const user = layers
    .map((layer) => getProperty(layer, "username"))
    .findLast((property) => property.presence === "always");
  const draft: Draft = {
    client: "got",
    method: upperCase(method),
    anchor: anchorOf(method, call.calleeRange, at),
    address: {
      url: url ?? unknown("no URL", at),
      ...(base && { base }),
      join: "append",
      isPrefix: true,
      ownsRelative: true,
    },
    query: layeredQuery(searches, at, queryStyle),
    ...replacesIfGiven(searches),
    headers: user?.keyRange ? withBasicAuthorization(headers, user.keyRange) : withCredentialsOf(headers, url),
    body: bodyOf(layers, at),
    defaults: {
      ...defaults,
      acceptEncoding: acceptEncoding(layers, at),
      userAgent: withoutField(given, "user-agent", defaults.userAgent, removes),
      removed: removedFields(given, removes),
      contentType: layered(layers, "json", at) !== undefined,
      // got also sends the user name in a `URL`.
      unseenHeaders: instance.unseen || fileMentions(call, /\.\s*(?:username|password)\s*=(?!=)/),
    },
  };
  return withHooks(draft, hookedParts(instance.ts, layers, at), at);
}

/** @returns the parts that request hooks, handlers or a JSON serializer may change. */
function hookedParts(ts: typeof TS, layers: readonly (Value | undefined)[], at: Range): ReadonlySet<Part> {
  const hooks = layers.flatMap((layer) => {
    const own = seenOption(layer, "hooks");
    return [
      ...changedBy(ts, layered([own], "init", at), initHook),
      ...changedBy(ts, layered([own], "beforeRequest", at), requestHook),
      ...changedBy(ts, seenOption(layer, "handlers"), handler),
    ];
  });
  const writesJson = layers.some((layer) => seenOption(layer, "stringifyJson") !== undefined);
  return new Set([...hooks, ...(writesJson ? (["body"] as const) : [])]);
}

/** got requests compressed answers unless `decompress` is `false`. */
function acceptEncoding(layers: readonly (Value | undefined)[], at: Range): string | undefined {
  const decompress = layered(layers, "decompress", at);
  if (!decompress || (decompress.kind === "boolean" && decompress.value)) return defaults.acceptEncoding;
  return decompress.kind === "boolean" ? undefined : "unknown";
}

/** @returns the body. got takes only one of `json`, `form` and `body`. */
export function bodyOf(layers: readonly (Value | undefined)[], at: Range): Body | undefined {
  const json = layered(layers, "json", at);
  // Before version 10, `json: true` meant that `body` is serialized as JSON.
  if (json?.kind === "boolean") return oldBody(layered(layers, "body", at), json.value);
  if (json) return stringifiedBody(json);
  const form = layered(layers, "form", at);
  return form ? { value: form, encoding: "form" } : rawBody(layered(layers, "body", at));
}

function oldBody(body: Value | undefined, isJson: boolean): Body | undefined {
  return body && isJson ? stringifiedBody(body) : rawBody(body);
}
