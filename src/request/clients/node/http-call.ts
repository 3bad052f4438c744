import { opaque, type Native, type NativeCall } from "../../../clients/native";
import type { ObjectValue, Value } from "../../../value/value";
import { argument, rawBody, stringifiedBody } from "../../drafts/body";
import type { Draft } from "../../drafts/draft";
import { asText, optionsOf } from "../../drafts/known";
import { answer, answerHeaders, answerObject, callable, type Members, readMember } from "../../drafts/natives";
import { objectOf, unknown } from "../../drafts/objects";
import { anchorOf, headersOfLayers, layered, methodNamed, upperCase } from "../../drafts/options";
import { stringOf, textPart } from "../../drafts/strings";
import { getHeaderIn } from "../../derived/headers";
import type { Body, ClientDefaults } from "../../request";
import type { Client } from "../client";

/** http-call: `HTTP.get(url, options)`, and classes with default options from `HTTP.create`. */
export const httpCall: Client = {
  name: "http-call",
  modules: { "http-call": () => httpClass([]), "@heroku/http-call": () => httpClass([]) },
};

const defaults: ClientDefaults = {
  contentType: true,
  acceptEncoding: undefined,
  userAgent: "http-call",
  unseenHeaders: false,
};
const verbs = new Set(["get", "post", "put", "patch", "delete", "stream", "request"]);

function httpClass(layers: readonly Value[]): Native {
  const own: Members = {
    create: () =>
      callable("HTTP.create", (call) => {
        const options = argument(call, 0);
        return opaque(httpClass(options ? [...layers, options] : layers), call.range);
      }),
  };
  const native: Native = {
    label: "HTTP",
    class: "HTTP",
    get(name, at) {
      if (name === "default" || name === "HTTP") return opaque(native, at);
      if (!verbs.has(name)) return readMember(own, name, at);
      const send = callable(`HTTP.${name}`, (call) => answered(sendCall(name, layers, call), call));
      return opaque(send, at);
    },
  };
  return native;
}

function answered(id: number, { range }: NativeCall): Value {
  return answerObject(
    {
      body: answer(id, "body", [], range),
      headers: opaque(answerHeaders(id), range),
      statusCode: answer(id, "response", ["statusCode"], range, "number"),
    },
    range,
  );
}

/**
 * Sends the request of `get(url, options)` and similar methods.
 *
 * @param name the called method; `request` and `stream` take the HTTP method from the options.
 * @param layers default options of the class, in order.
 * @param client another client with the same call form, which sets header fields and host itself.
 * @returns the id of the request.
 */
export function sendCall(name: string, layers: readonly Value[], call: NativeCall, client?: string): number {
  const at = call.range;
  const options = argument(call, 1);
  const all = [...layers, options];
  const isNamed = name !== "request" && name !== "stream";
  const method = isNamed
    ? methodNamed(name, call.calleeRange)
    : (layered([byDefault(call), ...all], "method", at) ?? unknown("method is not known", at));
  const headers = headersOfLayers(all, at, { dropped: ["undefined", "null"], deletes: [] });
  const body = bodyOf(layered(all, "body", at), headers);
  const draft: Draft = {
    client: client ?? "http-call",
    ...(client === "heroku" && { serves: { name: "Heroku" } }),
    method: upperCase(method),
    anchor: anchorOf(method, call.calleeRange, at),
    address: {
      url: argument(call, 0) ?? unknown("no URL", at),
      base: client === undefined ? hostOf(layers, at) : stringOf([textPart("https://api.heroku.com", at)], at),
      join: "resolve",
      ownsRelative: true,
    },
    query: objectOf([], at),
    headers,
    body,
    defaults: { ...defaults, contentType: body?.encoding === "json", unseenHeaders: client !== undefined },
    answer: { ways: [["body"]] },
  };
  return call.send(draft);
}

function byDefault(call: NativeCall): Value {
  const at = call.calleeRange;
  return objectOf([{ key: "method", keyRange: at, value: methodNamed("GET", at), presence: "always" }], at);
}

function hostOf(layers: readonly Value[], at: NativeCall["range"]): Value {
  const host = asText(layered(layers, "host", at));
  const protocol = layered(layers, "protocol", at);
  const scheme = protocol === undefined ? "https:" : asText(protocol);
  if (host === undefined || scheme === undefined) return unknown("host of a class", at);
  return {
    kind: "string",
    parts: [{ kind: "text", text: `${scheme}//${host}`, range: at, elsewhere: true }],
    range: at,
  };
}

/** Serializes any value as JSON, unless a header field names another type. */
function bodyOf(given: Value | undefined, headers: ObjectValue): Body | undefined {
  if (!given || optionsOf(given).every(({ kind }) => kind === "undefined" || kind === "null")) return undefined;
  const type = getHeaderIn(headers, "Content-Type");
  if (type.presence === "absent" || asText(type.value) === "application/json") return stringifiedBody(given);
  return asText(type.value) !== undefined && type.presence === "present"
    ? rawBody(given)
    : { value: given, encoding: "unknown" };
}
