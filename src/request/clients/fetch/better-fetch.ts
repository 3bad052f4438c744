import type TS from "typescript";
import { anyOther } from "../../../clients/effects";
import { opaque, type Native, type NativeCall } from "../../../clients/native";
import type { Range } from "../../../text/range";
import type { ObjectValue, StringPart, Value } from "../../../value/value";
import { argument, jsonBody } from "../../drafts/body";
import type { Draft } from "../../drafts/draft";
import { dataMember } from "../../../response/answer";
import { changedBy, withHooks } from "../../drafts/hooks/hooks";
import { changedByFetch } from "../../drafts/hooks/own-fetch";
import { hookStyle } from "../../drafts/hooks/parts";
import { asText, optionsOf } from "../../drafts/known";
import { answer, answerObject, callable, namespace } from "../../drafts/natives";
import {
  asObject,
  getProperty,
  objectOf,
  oneOf,
  overlay,
  undefinedAt,
  unknown,
  withoutUndefined,
} from "../../drafts/objects";
import {
  anchorOf,
  headersOption,
  joinSpellings,
  layered,
  methodNamed,
  methodOr,
  seenOption,
  upperCase,
} from "../../drafts/options";
import { layeredQuery, type LayerStyle } from "../../drafts/query-layers";
import { flatten, partsOf, slice, stringOf, textPart } from "../../drafts/strings";
import { fillTemplate } from "../../drafts/template";
import type { Client, ClientContext } from "../client";
import { fetchDefaults } from "./fetch";

/** better-fetch: `$fetch("@patch/path/:id", {params, query, body})`, which returns `{data, error}`. */
export const betterFetch: Client = {
  name: "better-fetch",
  modules: { "@better-fetch/fetch": betterFetchModule },
};

const requestHook = hookStyle({ returns: anyOther, own: [["headers", "Headers", ["headers"]]] });
const queryStyle: LayerStyle = { dropped: ["undefined", "null"], arrays: "repeat" };

interface Instance {
  readonly ts: typeof TS;
  readonly layers: readonly Value[];
}

function betterFetchModule({ ts }: ClientContext): Native {
  return namespace("better-fetch", {
    betterFetch: () => callable("betterFetch", (call) => send({ ts, layers: [] }, call)),
    createFetch: () =>
      callable("createFetch", (call) => {
        const options = argument(call, 0);
        const instance: Instance = { ts, layers: options ? [options] : [] };
        return opaque(
          callable("$fetch", (made) => send(instance, made)),
          call.range,
        );
      }),
  });
}

function send(instance: Instance, call: NativeCall): Value {
  const at = call.range;
  const layers = [...instance.layers, argument(call, 1)];
  const draft = draftOf(instance, layers, call);
  const throws = layered(layers, "throw", at);
  const isBody = throws?.kind === "boolean" && throws.value;
  const id = call.send(draft);
  const body = answer(id, "body", [], at);
  if (isBody) draft.answer = { ways: [[]] };
  if (isBody) return body;
  if (throws && throws.kind !== "boolean") return unknown("`throw` is not known", at);
  draft.answer = dataMember;
  const error = oneOf([{ kind: "null", range: at }, unknown("error of an answer", at)], at);
  return answerObject({ data: oneOf([body, { kind: "null", range: at }], at), error }, at);
}

function draftOf(instance: Instance, layers: readonly (Value | undefined)[], call: NativeCall): Draft {
  const at = call.range;
  const path = argument(call, 0) ?? unknown("no URL", at);
  const named = splitMethod(path, at);
  const body = jsonBody(layered(layers, "body", at));
  const fallback = methodNamed(body ? "POST" : "GET", call.calleeRange);
  const method = methodOr(layered(layers, "method", at), named.method ?? fallback);
  const params = layered(layers, "params", at);
  const filled = params?.kind === "array" ? inOrder(named.url, params, at) : fillPath(named.url, params, at);
  const base = layered(layers, "baseURL", at);
  const hooks = layers.flatMap((layer) => [
    ...changedBy(instance.ts, seenOption(layer, "onRequest"), requestHook),
    ...(seenOption(layer, "plugins") === undefined ? [] : (["url", "method", "headers", "body"] as const)),
  ]);
  const draft: Draft = {
    client: "better-fetch",
    method: upperCase(method),
    anchor: anchorOf(method, call.calleeRange, at),
    address: { url: filled, ...(base && { base }), join: "append", ownsRelative: true },
    query: layeredQuery(
      layers.map((layer) => layered([layer], "query", at)),
      at,
      queryStyle,
    ),
    overUrl: "sets",
    headers: headersOf(layers, at),
    body,
    defaults: {
      ...fetchDefaults,
      contentType: body !== undefined,
      unseenHeaders: layers.some((layer) => getProperty(layer, "customFetchImpl").presence !== "never"),
    },
    typed: { node: call.node, property: "data" },
  };
  const own = changedByFetch(
    instance.ts,
    layers.map((layer) => layered([layer], "customFetchImpl", at)),
  );
  return withHooks(draft, new Set([...hooks, ...own]), at);
}

/** Splits `@patch/path` into method and path. */
function splitMethod(path: Value, at: Range): { readonly method?: Value; readonly url: Value } {
  if (path.kind !== "string") return { url: path };
  const prefix = /^@(?:get|post|put|patch|delete)(?=\/|$)/.exec(flatten(path.parts))?.[0];
  if (prefix === undefined) return { url: path };
  const method = stringOf(slice(path.parts, 1, prefix.length), at);
  const rest = slice(path.parts, prefix.length);
  return { method, url: { ...stringOf(rest, path.range), range: path.range } };
}

function fillPath(url: Value, params: Value | undefined, at: Range): Value {
  return fillTemplate(url, asObject(params ?? objectOf([], at)), at, { colon: true }).url;
}

/** Fills the template with the parameters of a list, in order. */
function inOrder(url: Value, params: Extract<Value, { kind: "array" }>, at: Range): Value {
  if (url.kind !== "string") return url;
  const names = [...flatten(url.parts).matchAll(/(?<=\/):(\w+)/g)].map((match) => match[1] ?? "");
  const members = names.flatMap((key, index) => {
    const value = params.elements[index]?.value;
    return value ? [{ key, keyRange: value.range, value, presence: "always" as const }] : [];
  });
  return fillPath(url, objectOf(members, at), at);
}

function headersOf(layers: readonly (Value | undefined)[], at: Range): ObjectValue {
  const given = layers.map((layer) =>
    withoutUndefined(headersOption(layered([layer], "headers", at), at), ["undefined", "null"]),
  );
  // Names that differ only in case are separate keys until `fetch` joins their values.
  const headers = joinSpellings(overlay(given, at, (key) => key));
  const auth = layered(layers, "auth", at);
  if (!auth) return headers;
  const type = asText(layered([auth], "type", at));
  const keyRange = auth.range;
  const token = layered([auth], "token", at) ?? undefinedAt(at);
  const scheme = type === "Bearer" ? "Bearer " : type === "Basic" ? "Basic " : undefined;
  const credentials: readonly StringPart[] =
    type === "Bearer" && token.kind !== "opaque"
      ? partsOf(token)
      : [{ kind: "hole", value: unknown("credentials", keyRange) }];
  const value =
    scheme === undefined
      ? unknown("credentials", keyRange)
      : stringOf([textPart(scheme, keyRange), ...credentials], keyRange);
  // The field is omitted if there is no token.
  const isSure = type === "Bearer" && optionsOf(token).every((option) => option.kind === "string");
  const presence = isSure ? ("always" as const) : ("maybe" as const);
  const field = objectOf([{ key: "authorization", keyRange, value, presence }], at);
  return overlay([headers, field], at, (key) => key.toLowerCase());
}
