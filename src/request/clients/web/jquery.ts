import type { Native, NativeCall } from "../../../clients/native";
import type { Member, ObjectValue, UnknownValue, Value } from "../../../value/value";
import { argument, rawBody } from "../../drafts/body";
import type { Draft } from "../../drafts/draft";
import { sourceOf, withHooks } from "../../drafts/hooks/hooks";
import { asText, isString, optionsOf } from "../../drafts/known";
import { answer, callable, fileMentions } from "../../drafts/natives";
import { getProperty, objectOf, overlay, unknown } from "../../drafts/objects";
import { anchorOf, headersOption, layered, methodNamed, upperCase } from "../../drafts/options";
import { queryOption, type QueryStyle } from "../../drafts/query-string";
import type { Body, ClientDefaults } from "../../request";
import type { Client, ClientContext } from "../client";

/** jQuery's `$.ajax` and its shorthands, recognised by the global names `$` and `jQuery`. */
export const jquery: Client = {
  name: "jquery",
  names: Object.fromEntries(
    ["$", "jQuery"].flatMap((owner) =>
      ["ajax", "get", "post", "getJSON"].map((name) => [
        `${owner}.${name}`,
        (expression: string, context: ClientContext) => named(context, expression, owner, name),
      ]),
    ),
  ),
};

const defaults: ClientDefaults = {
  contentType: false,
  acceptEncoding: "unknown",
  userAgent: "unknown",
  unseenHeaders: false,
};
const queryStyle: QueryStyle = { dropped: [], empty: ["undefined", "null"], arrays: "brackets", nested: true };

function named(context: ClientContext, expression: string, owner: string, name: string): Native | undefined {
  if (expression !== `${owner}.${name}` && expression !== `window.${owner}.${name}`) return undefined;
  return callable(`${owner}.${name}`, (call) => (name === "ajax" ? ajax(context, call) : short(context, name, call)));
}

/** `$.ajax(settings)` or `$.ajax(url, settings)`. */
function ajax(context: ClientContext, call: NativeCall): Value {
  const at = call.range;
  const first = argument(call, 0);
  const isUrl = isString(first) || argument(call, 1) !== undefined;
  const settings = isUrl ? argument(call, 1) : first;
  const url = isUrl ? first : layered([settings], "url", at);
  const method = methodIn(settings, call) ?? methodNamed("GET", call.calleeRange);
  return send(context, call, "$.ajax", { url, method, data: layered([settings], "data", at), settings });
}

function methodIn(settings: Value | undefined, { range }: NativeCall): Value | undefined {
  return layered([settings], "method", range) ?? layered([settings], "type", range);
}

/** `$.get(url, data, success)`, `$.post(…)`, `$.getJSON(…)`. Their single argument may also be a settings object. */
function short(context: ClientContext, name: string, call: NativeCall): Value {
  const at = call.range;
  const first = argument(call, 0);
  const method = methodNamed(name === "post" ? "POST" : "GET", call.calleeRange);
  if (first && optionsOf(first).some(({ kind }) => kind === "object"))
    return send(context, call, `$.${name}`, {
      url: layered([first], "url", at),
      method: methodIn(first, call) ?? method,
      data: layered([first], "data", at),
      settings: first,
    });
  const second = argument(call, 1);
  const isCallback = second?.kind === "opaque";
  const success = isCallback ? second : argument(call, 2);
  return send(context, call, `$.${name}`, { url: first, method, data: isCallback ? undefined : second, success });
}

interface Asked {
  readonly url: Value | undefined;
  readonly method: Value;
  readonly data: Value | undefined;
  readonly settings?: Value | undefined;
  readonly success?: Value | undefined;
}

function send(
  context: ClientContext,
  call: NativeCall,
  label: string,
  { url, method, data, settings, success }: Asked,
): Value {
  const at = call.range;
  const verb = asText(method)?.toUpperCase();
  const inQuery = verb === "GET" || verb === "HEAD";
  const draft: Draft = {
    client: label,
    method: upperCase(method),
    anchor: anchorOf(method, call.calleeRange, at),
    address: { url: url ?? unknown("no URL", at), join: "resolve", ownsRelative: true },
    query:
      verb === undefined && data
        ? unknown("method is not known", at)
        : inQuery
          ? withTime(queryOption(data, at, queryStyle), settings)
          : objectOf([], at),
    headers: headersOf(settings, at),
    body: inQuery ? undefined : bodyOf(data, settings),
    defaults: {
      ...defaults,
      unseenHeaders: mayAddHeaders(context, call, settings),
    },
  };
  const isWritten =
    draft.body && (getsSettings(context, layered([settings], "beforeSend", at)) || context.writesBodies("jquery"));
  const id = call.send(isWritten ? withHooks(draft, new Set(["body"]), at) : draft);
  const body = answer(id, "body", [], at);
  const callback = success ?? layered([settings], "success", at);
  if (callback?.kind === "opaque") call.invoke(callback, [body]);
  return body;
}

/** Whether a `beforeSend` hook or settings for all requests may add header fields. */
function mayAddHeaders(context: ClientContext, call: NativeCall, settings: Value | undefined): boolean {
  if (getProperty(settings, "beforeSend").presence !== "never") return true;
  return fileMentions(call, /\.ajax(?:Setup|Prefilter|Send)\b/) || context.setsHeaders();
}

/** Adds the parameter `_`, in which `cache: false` sends the time to bypass caches. */
function withTime(query: ObjectValue | UnknownValue, settings: Value | undefined): ObjectValue | UnknownValue {
  const { presence, value, keyRange } = getProperty(settings, "cache");
  const options = value ? optionsOf(value) : [];
  const isKept = presence === "never" || options.every((option) => option.kind === "boolean" && option.value);
  if (isKept || !value || !keyRange || query.kind === "unknown") return query;
  const always = presence === "always" && options.every((option) => option.kind === "boolean" && !option.value);
  const time: Member = {
    key: "_",
    keyRange,
    value: unknown("the time", value.range, { is: "number" }),
    presence: always ? "always" : "maybe",
  };
  return { ...query, members: [...query.members.filter(({ key }) => key !== "_"), time] };
}

/** @returns the header fields, including the one that `contentType` sets. */
function headersOf(settings: Value | undefined, at: NativeCall["range"]): ObjectValue | UnknownValue {
  const type = getProperty(settings, "contentType");
  const own = headersOption(layered([settings], "headers", at), at);
  if (type.presence === "never" || !type.value || !type.keyRange) return own;
  if (type.value.kind === "boolean") return own;
  const presence = type.presence === "always" ? ("always" as const) : ("maybe" as const);
  const field = objectOf([{ key: "Content-Type", keyRange: type.keyRange, value: type.value, presence }], at);
  return overlay([field, own], at, (key) => key.toLowerCase());
}

/** jQuery serializes an object as a form unless `processData` is set. */
function bodyOf(data: Value | undefined, settings: Value | undefined): Body | undefined {
  const body = rawBody(data);
  if (body?.encoding !== "raw") return body;
  const processed = getProperty(settings, "processData");
  if (processed.presence !== "never") return { ...body, encoding: "unknown" };
  return { ...body, encoding: "form" };
}

/** Whether a `beforeSend` hook uses the settings, which it gets as second argument and as `this`. */
function getsSettings({ ts }: ClientContext, hook: Value | undefined): boolean {
  return (hook ? optionsOf(hook) : []).some((option) => {
    const source = sourceOf(ts, option);
    return source !== undefined && (source.parameters.length > 1 || /\b(?:this|arguments)\b/u.test(source.getText()));
  });
}
