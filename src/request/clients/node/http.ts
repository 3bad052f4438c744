import type TS from "typescript";
import { opaque, stringifiedValue, type Native, type NativeCall } from "../../../clients/native";
import type { Range } from "../../../text/range";
import type { StringPart, Value } from "../../../value/value";
import { argument, rawBody } from "../../drafts/body";
import { RequestBuilder } from "../../drafts/builder";
import type { Draft } from "../../drafts/draft";
import { isString, optionsOf } from "../../drafts/known";
import { answer, answerHeaders, answerObject, callable, namespace } from "../../drafts/natives";
import { getProperty, objectOf, oneOf, propertyValue, unknown } from "../../drafts/objects";
import { anchorOf, headersOption, layered, methodOrGet, upperCase, withBasicAuthorization } from "../../drafts/options";
import type { ClientDefaults } from "../../request";
import { partsOf, stringOf, textPart } from "../../drafts/strings";
import type { Client } from "../client";

const defaults: ClientDefaults = {
  contentType: false,
  acceptEncoding: undefined,
  userAgent: undefined,
  unseenHeaders: false,
};

/** Node's `http` and `https`, whose requests are written in several steps. */
export const http: Client = {
  name: "http",
  modules: { http: ({ ts }) => httpModule(ts, "http"), https: ({ ts }) => httpModule(ts, "https") },
};

/** `request` is sent by `end()`, `get` immediately. */
export function httpModule(ts: typeof TS, scheme: "http" | "https"): Native {
  const members = {
    request: () =>
      callable(`${scheme}.request`, (call) => opaque(clientRequest(new RequestBuilder(ts, call), scheme), call.range)),
    get: () =>
      callable(`${scheme}.get`, (call) => {
        const builder = new RequestBuilder(ts, call);
        const id = call.send(draftOf(builder, scheme, undefined));
        respond(call, call, id);
        return opaque(clientRequest(builder, scheme), call.range);
      }),
  };
  return namespace(scheme, { ...members, default: () => namespace(scheme, members) });
}

/** Methods that return the request without changing it. */
const chained = [
  "addListener",
  "cork",
  "flushHeaders",
  "off",
  "on",
  "once",
  "prependListener",
  "removeListener",
  "setNoDelay",
  "setSocketKeepAlive",
  "setTimeout",
  "uncork",
];

function clientRequest(builder: RequestBuilder, scheme: string): Native {
  const ended = new EndedRequest(builder, scheme);
  const self = (call: NativeCall): Value => opaque(native, call.range);
  const changing = (name: string, change: (call: NativeCall) => void): (() => Native) => {
    return () =>
      callable(name, (call) => {
        change(call);
        return self(call);
      });
  };
  const members = {
    ...Object.fromEntries(chained.map((name) => [name, () => callable(name, self)])),
    setHeader: changing("setHeader", (call) => {
      builder.setHeaders(call, argument(call, 0), argument(call, 1));
    }),
    appendHeader: changing("appendHeader", (call) => {
      builder.appendHeader(call, argument(call, 0), argument(call, 1));
    }),
    setHeaders: changing("setHeaders", (call) => {
      builder.setHeaders(call, argument(call, 0) ?? unknown("no headers", call.range), undefined);
    }),
    end: changing("end", (call) => {
      const [data] = call.arguments;
      ended.end(call, data && (data.kind !== "opaque" || stringifiedValue(data)) ? data : undefined);
    }),
    removeHeader: () =>
      callable("removeHeader", (call) => {
        builder.removeHeader(call, argument(call, 0));
        return { kind: "undefined", range: call.range };
      }),
    write: () =>
      callable("write", (call) => {
        builder.addBody(call, argument(call, 0) ?? unknown("no body", call.range));
        return unknown("written", call.range, { is: "boolean" });
      }),
  };
  const native: Native = { ...namespace("http request", members), isBuilt: true };
  return native;
}

/** Sends a request at its first `end()`. Further calls on other paths add alternative bodies. */
class EndedRequest {
  private draft: Draft | undefined;
  private readonly bodies: Value[] = [];

  constructor(
    private readonly builder: RequestBuilder,
    private readonly scheme: string,
  ) {}

  /** @param data the last chunk of the body. */
  end(call: NativeCall, data: Value | undefined): void {
    const { builder } = this;
    const written = builder.body(call.range);
    const body = written && data ? unknown("sent in several pieces", call.range) : (data ?? written);
    const isFirst = builder.sent === undefined || !this.draft;
    if (isFirst) this.bodies.length = 0;
    this.bodies.push(...optionsOf(body ?? { kind: "undefined", range: call.range }));
    const draft = draftOf(builder, this.scheme, oneOf(this.bodies, call.range));
    if (!isFirst && this.draft) {
      Object.assign(this.draft, { body: draft.body });
      return;
    }
    this.draft = draft;
    builder.sent = call.send(draft);
    respond(builder.made, call, builder.sent);
  }
}

/** Runs the callback that receives the response. */
function respond(made: NativeCall, now: NativeCall, id: number): void {
  const callback = made.arguments.at(-1);
  if (callback?.kind !== "opaque") return;
  const at = now.range;
  now.invoke(callback, [
    answerObject(
      { headers: opaque(answerHeaders(id), at), statusCode: answer(id, "response", ["statusCode"], at, "number") },
      at,
    ),
  ]);
}

function draftOf(builder: RequestBuilder, scheme: string, sent: Value | undefined): Draft {
  const { made } = builder;
  const at = made.range;
  const first = argument(made, 0);
  const isUrl =
    first !== undefined &&
    optionsOf(first).every((option) => isString(option) || (option.kind === "object" && option.class === "URL"));
  const second = argument(made, 1);
  const options = isUrl ? (second?.kind === "opaque" ? undefined : second) : first;
  const method = methodOrGet([options], made);
  const url = isUrl ? (namesPlace(options) ? unknown("URL and options both", at) : first) : urlOf(options, scheme, at);
  const headers = builder.headers(at, [headersOption(layered([options], "headers", at), at)]);
  const auth = getProperty(options, "auth");
  return {
    client: scheme,
    method: upperCase(method),
    anchor: anchorOf(method, made.calleeRange, at),
    address: { url, join: "append", ownsRelative: true },
    query: objectOf([], at),
    headers: auth.keyRange ? withBasicAuthorization(headers, auth.keyRange) : headers,
    body: rawBody(sent),
    defaults: { ...defaults, unseenHeaders: builder.unseen },
    range: at,
  };
}

function namesPlace(options: Value | undefined): boolean {
  return ["host", "hostname", "path", "port"].some((key) => getProperty(options, key).presence !== "never");
}

/** @returns the URL described by `{protocol, hostname, port, path}`. */
function urlOf(options: Value | undefined, scheme: string, at: Range): Value {
  if (!options || options.kind === "unknown") return unknown("options are not known", at);
  const host = propertyValue(options, "hostname", at) ?? propertyValue(options, "host", at);
  const port = propertyValue(options, "port", at);
  const path = propertyValue(options, "path", at);
  const parts: StringPart[] = [
    textPart(`${scheme}://`, at),
    ...(host ? partsOf(host) : [textPart("localhost", at)]),
    ...(port ? [textPart(":", at), ...partsOf(port)] : []),
    ...(path ? partsOf(path) : [textPart("/", at)]),
  ];
  return stringOf(parts, at);
}
