import { nativeOf, opaque, type Native, type NativeCall } from "../../../clients/native";
import type { ObjectValue, UnknownValue, Value } from "../../../value/value";
import { argument, jsonBody, writesJson } from "../../drafts/body";
import type { Draft } from "../../drafts/draft";
import { withHooks } from "../../drafts/hooks/hooks";
import { asText, optionsOf } from "../../drafts/known";
import { answer, answerHeaders, answerObject, callable, namespace, usingSlot } from "../../drafts/natives";
import { asObject, objectOf, oneOf, overlay, unknown } from "../../drafts/objects";
import { layered, layeredHeaders, methodNamed, upperCase } from "../../drafts/options";
import { joinQueries, queryOption, type QueryStyle } from "../../drafts/query-string";
import type { ClientDefaults } from "../../request";
import type { Client, ClientContext } from "../client";
import { heldBy, observed } from "./observable";

/** Angular's `HttpClient`, its immutable `HttpHeaders` and `HttpParams`, and the functions of RxJS that return an observable's value. */
export const angular: Client = {
  name: "angular",
  modules: { "@angular/common/http": httpModule, "@angular/core": coreModule, rxjs: rxjsModule },
  types: [
    {
      names: ["HttpClient"],
      packages: ["@angular/common/http", "@angular/common"],
      needsPackage: true,
      make: httpClient,
    },
  ],
};

/** The application's interceptors may add header fields to any request. */
const defaults: ClientDefaults = {
  contentType: true,
  acceptEncoding: "unknown",
  userAgent: "unknown",
  unseenHeaders: true,
};
const queryStyle: QueryStyle = { dropped: [], arrays: "repeat" };
const withBody = new Set(["post", "put", "patch"]);
const withoutBody = new Set(["get", "delete", "head", "options"]);

function httpModule(context: ClientContext): Native {
  const token: Native = { label: "HttpClient", class: "HttpClient", injected: () => httpClient(context) };
  return namespace("@angular/common/http", {
    HttpClient: () => token,
    HttpHeaders: () => fieldsClass("HttpHeaders", (name) => name.toLowerCase()),
    HttpParams: () => fieldsClass("HttpParams", (name) => name),
  });
}

function coreModule(): Native {
  return namespace("@angular/core", {
    inject: () => usingSlot("inject", { does: "inject", token: 0 }),
    InjectionToken: () => usingSlot("InjectionToken", { does: "make" }),
  });
}

function rxjsModule(): Native {
  const value = (name: string) => (): Native =>
    callable(name, (call) => heldBy(nativeOf(argument(call, 0)), call.range));
  return namespace("rxjs", { firstValueFrom: value("firstValueFrom"), lastValueFrom: value("lastValueFrom") });
}

/** `HttpHeaders` or `HttpParams`. Each change returns a new instance. */
interface Fields extends Native {
  readonly fields: ObjectValue | UnknownValue;
}

type SameKey = (name: string) => string;

function fieldsClass(label: string, sameKey: SameKey): Native {
  return {
    label,
    class: label,
    construct(call) {
      const given = argument(call, 0);
      if (!given) return opaque(fieldsOf(label, objectOf([], call.range), sameKey, 0), call.range);
      const source = label === "HttpParams" ? paramsSource(given, call) : asObject(given);
      return opaque(fieldsOf(label, source, sameKey, 0), call.range);
    },
  };
}

/** The argument of `new HttpParams(…)`: `{fromObject}` or `{fromString}`. */
function paramsSource(given: Value, call: NativeCall): ObjectValue | UnknownValue {
  const source = layered([given], "fromObject", call.range) ?? layered([given], "fromString", call.range);
  return source ? queryOption(source, call.range, queryStyle) : objectOf([], call.range);
}

function fieldsOf(label: string, fields: ObjectValue | UnknownValue, sameKey: SameKey, steps: number): Native {
  const next = (call: NativeCall, change: (name: string, value: Value | undefined) => Fields["fields"]): Value => {
    const name = asText(argument(call, 0));
    const changed = name === undefined ? unknown(`a name in ${label}`, call.range) : change(name, argument(call, 1));
    return opaque(fieldsOf(label, changed, sameKey, steps + 1), call.range);
  };
  const without = (name: string): Fields["fields"] =>
    fields.kind === "unknown"
      ? fields
      : { ...fields, members: fields.members.filter(({ key }) => sameKey(key) !== sameKey(name)) };
  const one = (call: NativeCall, name: string, value: Value | undefined): ObjectValue =>
    objectOf(
      [
        {
          key: name,
          keyRange: call.arguments[0]?.range ?? call.range,
          value: value ?? unknown("no value", call.range),
          presence: "always",
        },
      ],
      call.range,
    );
  const members = {
    set: () =>
      callable(`${label}.set`, (call) =>
        next(call, (name, value) => overlay([fields, one(call, name, value)], call.range, sameKey)),
      ),
    append: () =>
      callable(`${label}.append`, (call) =>
        next(call, (name, value) => joinQueries([fields, one(call, name, value)], call.range)),
      ),
    delete: () =>
      callable(`${label}.delete`, (call) =>
        next(call, (name, value) => (value ? unknown(`a value in ${label}`, call.range) : without(name))),
      ),
    appendAll: () =>
      callable(`${label}.appendAll`, (call) => {
        const added = queryOption(argument(call, 0), call.range, queryStyle);
        return opaque(fieldsOf(label, joinQueries([fields, added], call.range), sameKey, steps + 1), call.range);
      }),
  };
  const native: Fields = {
    ...namespace(label, members),
    class: label,
    fields,
    chainLength: steps,
    join: (others) => {
      const all = [native, ...others].flatMap((each) =>
        "fields" in each && each.class === label ? [each as Fields] : [],
      );
      if (all.length <= others.length) return undefined;
      const range = fields.range;
      const either = asObject(
        oneOf(
          all.map((each) => each.fields),
          range,
        ),
      );
      return fieldsOf(label, either, sameKey, Math.max(...all.map((each) => each.chainLength ?? 0)) + 1);
    },
  };
  return native;
}

/** Converts header fields in any form to a plain object. */
function plain(value: Value | undefined): Value | undefined {
  if (!value) return undefined;
  const options = optionsOf(value).map((option) => {
    const native = nativeOf(option);
    return native && "fields" in native ? (native as Fields).fields : option;
  });
  return oneOf(options, value.range);
}

function httpClient(context: ClientContext): Native {
  const client: Native = {
    label: "HttpClient",
    class: "HttpClient",
    get(name, at) {
      if (!withBody.has(name) && !withoutBody.has(name) && name !== "request") return undefined;
      return opaque(
        callable(`HttpClient.${name}`, (call) => send(context, name, call)),
        at,
      );
    },
  };
  return client;
}

function send(context: ClientContext, name: string, call: NativeCall): Value {
  const at = call.range;
  const { method, url, options, body: given } = givenTo(name, call);
  const isEmpty = given?.kind === "null" || given?.kind === "undefined";
  const draft: Draft = {
    client: "HttpClient",
    method: method?.kind === "string" || method?.kind === "alternatives" ? method : unknown("method is not known", at),
    anchor: call.calleeRange,
    address: { url: url ?? unknown("no URL", at), join: "resolve", ownsRelative: true },
    query: queryOption(plain(layered([options], "params", at)), at, queryStyle),
    headers: layeredHeaders([plain(layered([options], "headers", at))], at),
    body: isEmpty ? undefined : jsonBody(given),
    defaults: { ...defaults, contentType: writesJson(given) },
  };
  const id = call.send(context.writesBodies("angular") && draft.body ? withHooks(draft, new Set(["body"]), at) : draft);
  return observed(answerOf(id, options, call), at);
}

/** The arguments of `get(url, options)`, `put(url, body, options)` and `request(method, url, options)`. */
function givenTo(
  name: string,
  call: NativeCall,
): Readonly<Record<"method" | "url" | "options" | "body", Value | undefined>> {
  const [first, second, third] = [argument(call, 0), argument(call, 1), argument(call, 2)];
  const bodyOf = (options: Value | undefined): Value | undefined => layered([options], "body", call.range);
  if (name === "request")
    return { method: first && upperCase(first), url: second, options: third, body: bodyOf(third) };
  const method = methodNamed(name, call.calleeRange);
  const options = withoutBody.has(name) ? second : third;
  return { method, url: first, options, body: withBody.has(name) ? second : bodyOf(options) };
}

/** @returns the value of the observable. The option `observe` selects the body or the whole response. */
function answerOf(id: number, options: Value | undefined, call: NativeCall): Value {
  const at = call.range;
  const type = layered([options], "responseType", at);
  const observe = layered([options], "observe", at);
  if (type && asText(type) !== "json") return unknown("an answer that is not JSON", at);
  const body = answer(id, "body", [], at);
  if (!observe || asText(observe) === "body") return body;
  return asText(observe) === "response"
    ? answerObject(
        { body, headers: opaque(answerHeaders(id), at), status: answer(id, "response", ["status"], at, "number") },
        at,
      )
    : unknown("events of a request", at);
}
