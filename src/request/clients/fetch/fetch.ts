import { nativeOf, opaque, type Native, type NativeCall } from "../../../clients/native";
import type { Range } from "../../../text/range";
import type { Value } from "../../../value/value";
import { argument, rawBody } from "../../drafts/body";
import type { Draft } from "../../drafts/draft";
import { jsonMethod } from "../../../response/answer";
import { withHooks } from "../../drafts/hooks/hooks";
import { allParts } from "../../drafts/hooks/parts";
import { answer, answerHeaders, callable, fileMentions, type Members, readMember } from "../../drafts/natives";
import { asObject, objectOf, unknown } from "../../drafts/objects";
import { anchorOf, headersOption, joinSpellings, layered, methodOrGet } from "../../drafts/options";
import type { ClientDefaults } from "../../request";
import type { Client, ClientContext } from "../client";
import { routeEvent } from "./sveltekit";

/** Header fields that Node's `fetch` adds. */
export const fetchDefaults: ClientDefaults = {
  contentType: false,
  acceptEncoding: "gzip, deflate",
  userAgent: "node",
  unseenHeaders: false,
};

const nodeFetchDefaults: ClientDefaults = { ...fetchDefaults, acceptEncoding: "unknown", userAgent: "node-fetch" };

/** These packages use node-fetch in Node and the platform's `fetch` in browsers. */
const polyfillDefaults: ClientDefaults = { ...fetchDefaults, acceptEncoding: "unknown", userAgent: "unknown" };

/** A `fetch` passed in as an argument may add header fields before it calls the platform's. */
const handedInDefaults: ClientDefaults = { ...polyfillDefaults, unseenHeaders: true };

/** `fetch` and `Request` of the platform, and packages that implement them. */
export const fetchClient: Client = {
  name: "fetch",
  globals: { fetch: (context) => fetchNative(context), Request: () => requestClass },
  modules: {
    "node-fetch": () => fetchPackage(nodeFetchDefaults),
    "cross-fetch": () => fetchPackage(polyfillDefaults),
    "cross-fetch/polyfill": () => fetchPackage(polyfillDefaults),
    "isomorphic-fetch": () => fetchPackage(polyfillDefaults),
    "isomorphic-unfetch": () => fetchPackage(polyfillDefaults),
    unfetch: () => fetchPackage(polyfillDefaults),
    "whatwg-fetch": () => fetchPackage(fetchDefaults),
  },
  types: [
    {
      names: ["typeof fetch"],
      make: (context) => ({
        ...fetchNative(context, handedInDefaults),
        mayBe: (other) => other.label === "fetch" && other.construct === undefined,
      }),
    },
    { names: ["replaced fetch"], make: () => replacedFetch },
  ],
  handed: (ts, node) => routeEvent(ts, node, () => fetchNative()),
};

function fetchPackage(own: ClientDefaults): Native {
  const native = fetchNative(undefined, own);
  const members: Members = { default: () => native, fetch: () => native, Request: () => requestClass };
  return { ...native, get: (name, at) => readMember(members, name, at) };
}

/**
 * `fetch` of the platform, or of a compatible module: node-fetch, cross-fetch, undici.
 *
 * @param context given if requests go through undici's dispatcher, which any file of the program may replace.
 */
export function fetchNative(context?: ClientContext, defaults = fetchDefaults): Native {
  return callable("fetch", (call) => {
    const own = fetchDraft("fetch", call, defaults);
    const draft =
      isIntercepted(call) || context?.writesBodies("undici") ? withHooks(own, new Set(allParts), call.range) : own;
    return opaque(fetchResponse(call.send(draft)), call.range);
  });
}

/** Whether the file mentions a dispatcher and composes interceptors. Node's `fetch` sends through undici's dispatcher. */
function isIntercepted(call: NativeCall): boolean {
  return fileMentions(call, /Dispatcher\b/i) && fileMentions(call, /\.\s*compose\s*\(/);
}

/** A function with which the program replaces `fetch`. It may send anything. */
const replacedFetch: Native = callable("fetch", (call) => {
  const nothing = unknown("what a function that replaces `fetch` sends", call.range);
  const draft: Draft = {
    client: "fetch",
    method: nothing,
    anchor: call.calleeRange,
    address: { url: nothing, join: "resolve", ownsRelative: false },
    query: nothing,
    headers: nothing,
    body: rawBody(nothing),
    answer: jsonMethod,
    defaults: handedInDefaults,
  };
  return opaque(fetchResponse(call.send(draft)), call.range);
});

/** The class `Request`. Its URL and options are sent when it is passed to `fetch`. */
export const requestClass: Native = {
  label: "Request",
  class: "Request",
  construct: (call) => opaque(new PreparedRequest(argument(call, 0), argument(call, 1), call.range), call.range),
};

class PreparedRequest implements Native {
  readonly label = "Request";
  readonly class = "Request";
  /** Set when the headers were read as an object, through which code may have changed them. */
  changed = false;

  constructor(
    readonly input: Value | undefined,
    readonly init: Value | undefined,
    readonly range: Range,
  ) {}

  get(name: string, at: Range): Value | undefined {
    if (name === "headers") this.changed = true;
    return name === "url"
      ? this.input
      : name === "clone"
        ? opaque(
            callable("clone", () => opaque(this, at)),
            at,
          )
        : undefined;
  }
}

/** @returns the URL, the layers of options (those of a prepared request first), and whether unseen code may have changed the request. */
export function unfold(
  input: Value | undefined,
  init: Value | undefined,
  at: Range,
): { url: Value; layers: Value[]; changed: boolean } {
  const prepared = nativeOf(input);
  const layers = init ? [init] : [];
  if (input?.kind === "alternatives" && input.options.some((each) => nativeOf(each) instanceof PreparedRequest)) {
    const either = unknown("a URL, or one of several requests", at);
    return { url: either, layers: [either, ...layers], changed: true };
  }
  if (input && isCalledRequest(input)) {
    const request = unknown("a request that is not known", at);
    return { url: request, layers: [request, ...layers], changed: true };
  }
  if (!(prepared instanceof PreparedRequest)) return { url: input ?? unknown("no URL", at), layers, changed: false };
  const inner = unfold(prepared.input, prepared.init, at);
  const own = prepared.changed ? withChangedHeaders(inner.layers, at) : inner.layers;
  return { url: inner.url, layers: [...own, ...layers], changed: inner.changed || prepared.changed };
}

/** Whether the name of an unknown value says that it is a `Request`, which has its own method, and not a URL. */
function isCalledRequest({ kind, origin }: Value): boolean {
  const names = kind === "unknown" ? (origin?.trail ?? []) : [];
  return names.some((name) => /(?:^|\.)(?:req|\w*[rR]equest)$|\.clone\(\)$/u.test(name));
}

/** Replaces the header fields of a `Request` by unknown ones, because code may have changed them in place. */
function withChangedHeaders(layers: readonly Value[], at: Range): Value[] {
  const others = layers.map((layer): Value => {
    const options = asObject(layer);
    if (options.kind === "unknown") return options;
    return { ...options, members: options.members.filter(({ key }) => key !== "headers") };
  });
  const value = unknown("headers changed in place", at);
  return [...others, objectOf([{ key: "headers", keyRange: at, value, presence: "always" }], at)];
}

export function fetchDraft(label: string, call: NativeCall, defaults: ClientDefaults): Draft {
  const { url, layers, changed } = unfold(argument(call, 0), argument(call, 1), call.range);
  const method = methodOrGet(layers, call);
  return {
    client: label,
    method: standardMethod(method),
    anchor: anchorOf(method, call.calleeRange, call.range),
    address: { url, join: "resolve", ownsRelative: false },
    query: objectOf([], call.range),
    headers: joinSpellings(headersOption(layered(layers, "headers", call.range), call.range)),
    body: rawBody(layered(layers, "body", call.range)),
    answer: jsonMethod,
    defaults: changed ? { ...defaults, unseenHeaders: true } : defaults,
  };
}

/** @returns a method as browsers send it. Only these methods are normalized to upper case; `patch` is sent as written. */
export function standardMethod(value: Value): Value {
  if (value.kind === "alternatives") return { ...value, options: value.options.map(standardMethod) };
  if (value.kind !== "string") return value;
  const parts = value.parts.map((part) =>
    part.kind === "text" && /^(?:delete|get|head|options|post|put)$/i.test(part.text)
      ? { ...part, text: part.text.toUpperCase() }
      : part,
  );
  return { ...value, parts: value.parts.length === 1 ? parts : value.parts };
}

/** A `Response` of the fetch standard. */
export function fetchResponse(request: number): Native {
  const response: Native = {
    label: "response",
    class: "Response",
    get(name, at) {
      switch (name) {
        case "json":
          return opaque(jsonReader(request), at);
        case "text":
          return opaque(
            callable("text", (call) => answer(request, "response", ["text"], call.range, "string")),
            at,
          );
        case "headers":
          return opaque(answerHeaders(request), at);
        case "clone":
          return opaque(
            callable("clone", (call) => opaque(response, call.range)),
            at,
          );
        default:
          return answer(request, "response", [name], at);
      }
    },
  };
  return response;
}

/** A function that returns the parsed JSON body of the answer. */
export function jsonReader(request: number): Native {
  return callable("json", (call) => answer(request, "body", [], call.range));
}
