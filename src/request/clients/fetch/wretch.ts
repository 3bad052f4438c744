import { opaque, type Native, type NativeCall } from "../../../clients/native";
import type { Range } from "../../../text/range";
import type { ObjectValue, Value } from "../../../value/value";
import { argument, jsonBody, rawBody, stringifiedBody } from "../../drafts/body";
import type { Draft } from "../../drafts/draft";
import { getHeaderIn } from "../../derived/headers";
import { asText } from "../../drafts/known";
import { answer, callable } from "../../drafts/natives";
import { objectOf, overlay, unknown } from "../../drafts/objects";
import { headersOption, joinSpellings, layered, methodNamed, upperCase } from "../../drafts/options";
import { asAppended, joinQueries, queryOption, type QueryStyle } from "../../drafts/query-string";
import type { Body } from "../../request";
import { flatten, partsOf, slice, stringOf, textPart } from "../../drafts/strings";
import { nowhere, type Client } from "../client";
import { fetchDefaults, fetchResponse, jsonReader } from "./fetch";

/** wretch: an immutable chain over `fetch`. Each step returns another client, and a verb sends. */
export const wretch: Client = {
  name: "wretch",
  globals: { wretch: wretchModule },
  modules: { wretch: wretchModule, "wretch/all": wretchModule },
  types: [
    { names: ["Wretch"], make: () => chain({ ...nothing, url: unknown("URL set elsewhere", nowhere), unseen: true }) },
  ],
};

const queryStyle: QueryStyle = { dropped: [], empty: ["undefined"], arrays: "repeat" };
const withoutBody = new Set(["get", "delete", "head", "opts"]);
const withBody = new Set(["post", "put", "patch"]);

/** The settings made by the steps so far. */
interface State {
  readonly url: Value;
  readonly headers: readonly (Value | undefined)[];
  readonly queries: readonly Value[];
  /** Set if earlier queries, and that of the URL, may have been replaced. */
  readonly mayReplace?: true;
  readonly body?: Body | undefined;
  readonly resolvers: readonly Value[];
  /** Set if middlewares, deferred steps or other options may change the request. */
  readonly unseen: boolean;
}

const nothing: State = { url: stringOf([], nowhere), headers: [], queries: [], resolvers: [], unseen: false };

function wretchModule(): Native {
  const native: Native = {
    label: "wretch",
    get: (name, at) => (name === "default" || name === "wretch" ? opaque(native, at) : undefined),
    call: (call) => {
      const [url, options] = [argument(call, 0), argument(call, 1)];
      const state = { ...nothing, url: url ?? nothing.url };
      return opaque(chain(options ? withOptions(state, options, call.range) : state), call.range);
    },
  };
  return native;
}

function withOptions(state: State, options: Value, at: Range): State {
  const headers = layered([options], "headers", at);
  const body = rawBody(layered([options], "body", at));
  return { ...state, headers: [...state.headers, headers], ...(body && { body }) };
}

/** The change of each step. For any other step, the rest of the chain is unknown. */
const steps: Readonly<Record<string, (state: State, call: NativeCall) => State>> = {
  url: (state, call) => {
    const url = argument(call, 0) ?? nothing.url;
    const replace = argument(call, 1);
    if (!replace) return { ...state, url: appended(state.url, url, call.range) };
    return { ...state, url: replace.kind === "boolean" && replace.value ? url : unknown("URL", call.range) };
  },
  options: (state, call) => {
    const [options, replace] = [argument(call, 0), argument(call, 1)];
    const next = options ? withOptions(state, options, call.range) : state;
    return replace ? { ...next, unseen: true } : next;
  },
  headers: (state, call) => ({ ...state, headers: [...state.headers, argument(call, 0)] }),
  accept: (state, call) => withHeader(state, call, "Accept"),
  content: (state, call) => withHeader(state, call, "Content-Type"),
  auth: (state, call) => withHeader(state, call, "Authorization"),
  basicAuth: (state, call) => ({
    ...state,
    headers: [...state.headers, header("Authorization", basic(call.calleeRange), call.calleeRange)],
  }),
  query: (state, call) => {
    const query = argument(call, 0) ?? objectOf([], call.range);
    const isPlain = !argument(call, 1) && !argument(call, 2);
    return isPlain
      ? { ...state, queries: [...state.queries, query] }
      : { ...state, queries: [unknown("query", call.range)], mayReplace: true };
  },
  body: (state, call) => ({ ...state, body: rawBody(argument(call, 0)) }),
  json: (state, call) => ({ ...state, body: stringifiedBody(argument(call, 0)) }),
  formData: asForm,
  formUrl: asForm,
  middlewares: unseen,
  defer: unseen,
  signal: same,
  addon: same,
  catcher: same,
  catcherFallback: same,
  resolve: (state, call) => ({
    ...state,
    resolvers: [...(argument(call, 1) ? [] : state.resolvers), argument(call, 0) ?? unknown("no resolver", call.range)],
  }),
  errorType: same,
  polyfills: same,
  toFetch: same,
};

function same(state: State): State {
  return state;
}

function unseen(state: State): State {
  return { ...state, unseen: true };
}

function asForm(state: State, call: NativeCall): State {
  return { ...state, body: { value: argument(call, 0) ?? unknown("a form", call.range), encoding: "form" } };
}

function withHeader(state: State, call: NativeCall, name: string): State {
  const value = argument(call, 0) ?? unknown("no value", call.range);
  return { ...state, headers: [...state.headers, header(name, value, call.calleeRange)] };
}

function header(key: string, value: Value, keyRange: Range): Value {
  return objectOf([{ key, keyRange, value, presence: "always" }], keyRange);
}

function basic(at: Range): Value {
  return stringOf([textPart("Basic ", at), { kind: "hole", value: unknown("user name and password", at) }], at);
}

/** wretch appends a URL to the previous path, before the query. */
function appended(base: Value, url: Value, at: Range): Value {
  const before = partsOf(base);
  const query = flatten(before).indexOf("?");
  if (query < 0) return stringOf([...before, ...partsOf(url)], at);
  return stringOf([...slice(before, 0, query), ...partsOf(url), ...slice(before, query)], at);
}

function chain(state: State, made = 0): Native {
  return {
    label: "wretch",
    chainLength: made,
    get(name, at) {
      if (withBody.has(name) || withoutBody.has(name) || name === "fetch")
        return opaque(
          callable(`wretch.${name}`, (call) => send(state, name, call)),
          at,
        );
      const step = Object.hasOwn(steps, name) ? steps[name] : undefined;
      if (!step) return undefined;
      return opaque(
        callable(`wretch.${name}`, (call) => opaque(chain(step(state, call), made + 1), call.range)),
        at,
      );
    },
  };
}

function send(state: State, verb: string, call: NativeCall): Value {
  const at = call.range;
  const draft = draftOf(state, verb, call);
  const answered = opaque(answerChain(call.send(draft)), at);
  return state.resolvers.reduce<Value>((value, resolver) => call.invoke(resolver, [value]), answered);
}

function draftOf(state: State, verb: string, call: NativeCall): Draft {
  const at = call.range;
  const { method, url, body: given } = givenTo(verb, call);
  const headers = headersOf(state, at);
  const body = given && given.kind !== "null" && given.kind !== "undefined" ? bodyOf(given, headers) : state.body;
  const draft: Draft = {
    client: "wretch",
    method: upperCase(method),
    anchor: call.calleeRange,
    address: { url: url ? appended(state.url, url, at) : state.url, join: "resolve", ownsRelative: false },
    query: joinQueries(
      state.queries.map((query) => queryOption(asAppended(query), at, queryStyle)),
      at,
    ),
    ...(state.mayReplace && { overUrl: "may replace" }),
    headers,
    body,
    defaults: { ...fetchDefaults, contentType: body?.encoding === "json", unseenHeaders: state.unseen },
    ...(state.resolvers.length === 0 && { answer: { ways: [["json()"]] } }),
  };
  return state.unseen ? behindMiddlewares(draft, at) : draft;
}

/** The arguments of `get(url)`, `put(body, url)` and `fetch(method, url, body)`. */
function givenTo(verb: string, call: NativeCall): { method: Value; url: Value | undefined; body: Value | undefined } {
  if (verb === "fetch") {
    const method = argument(call, 0) ?? methodNamed("GET", call.calleeRange);
    return { method, url: argument(call, 1), body: argument(call, 2) };
  }
  const method = methodNamed(verb === "opts" ? "options" : verb, call.calleeRange);
  return withBody.has(verb)
    ? { method, url: argument(call, 1), body: argument(call, 0) }
    : { method, url: argument(call, 0), body: undefined };
}

function behindMiddlewares(draft: Draft, at: Range): Draft {
  const changed = (reason: string): Value => unknown(`a middleware may change the ${reason}`, at);
  return {
    ...draft,
    method: changed("method"),
    address: { ...draft.address, url: changed("URL") },
    body: draft.body && { value: changed("body"), encoding: "unknown" },
  };
}

/** Names that differ only in case are separate keys until `fetch` joins their values. */
function headersOf(state: State, at: Range): ObjectValue {
  const layers = state.headers.map((layer) => headersOption(layer, at));
  return joinSpellings(overlay(layers, at, (key) => key));
}

/** Objects are serialized as JSON unless the content type is another. */
function bodyOf(given: Value, headers: ObjectValue): Body | undefined {
  const type = getHeaderIn(headers, "Content-Type");
  const text = asText(type.value);
  const isJson = type.presence === "absent" || (text !== undefined && /^application\/.*json/.test(text));
  const body = jsonBody(given);
  return isJson || !body ? body : { ...body, encoding: body.encoding === "json" ? "unknown" : body.encoding };
}

const catchers = /^(?:error|badRequest|unauthorized|forbidden|notFound|timeout|internalError|fetchError)$/;

/** The result of a verb. Error handlers return the same object; a final `json()`, `text()` or `res()` reads the answer. */
function answerChain(id: number): Native {
  const response = fetchResponse(id);
  const read = (make: (call: NativeCall) => Value): Native =>
    callable("wretch's answer", (call) => {
      const value = make(call);
      const callback = argument(call, 0);
      return callback ? call.invoke(callback, [value]) : value;
    });
  const readers: Readonly<Record<string, () => Native>> = {
    json: () => read((call) => jsonReader(id).call?.(call) ?? unknown("answer", call.range)),
    text: () => read((call) => answer(id, "response", ["text"], call.range, "string")),
    res: () => read((call) => opaque(response, call.range)),
  };
  const native: Native = {
    label: "wretch's answer",
    get(name, at) {
      const reader = Object.hasOwn(readers, name) ? readers[name] : undefined;
      if (reader) return opaque(reader(), at);
      return catchers.test(name)
        ? opaque(
            callable(name, (call) => opaque(native, call.range)),
            at,
          )
        : undefined;
    },
  };
  return native;
}
