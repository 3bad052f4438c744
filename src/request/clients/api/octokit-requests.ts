import type TS from "typescript";
import type { Draft } from "../../drafting/draft";
import { withHooks } from "../../drafting/hooks/hooks";
import { dataMember } from "../../../response/answer";
import type { Learned } from "../../../evaluator/models/learned";
import { nativeOf, opaque, type Native, type NativeCall } from "../../../evaluator/models/native";
import type { Range } from "../../../text/range";
import type { ObjectValue, StringValue, UnknownValue, Value } from "../../../value/value";
import { argument, jsonBody } from "../../drafting/body";
import { asText } from "../../drafting/known";
import { answerObject, callable, dataAnswer } from "../../drafting/natives";
import { asObject, getProperty, objectOf, overlay, unknown } from "../../drafting/objects";
import { headersOfLayers, layered, upperCase } from "../../drafting/options";
import { queryOption } from "../../drafting/query-string";
import type { Body } from "../../request";
import { flatten, partsOf, slice, stringOf, textPart } from "../../drafting/strings";
import { fillTemplate, membersLeft } from "../../drafting/template";
import { type Changes, hooks } from "./octokit-hooks";
import routes from "./octokit-routes.json";

/** A client of GitHub's API: its options, and whether requests may change out of sight. */
export interface Octokit {
  /** Options of `defaults` and of the constructor, in order. */
  readonly layers: readonly Value[];
  readonly token?: Value;
  /** To look at the source of hooks; without it they may change anything. */
  readonly ts?: typeof TS | undefined;
  readonly learned: Learned<Changes>;
}

const ownOptions = new Set(["method", "baseUrl", "url", "headers", "request", "mediaType"]);
const documentedBase = "https://api.github.com";

/** A client of GitHub's API: `octokit.request`, `octokit.rest.x.y`, `octokit.x.y`, `octokit.paginate`. */
export function octokitNative(client: Octokit): Native {
  return {
    label: "octokit",
    class: "Octokit",
    get(name, at) {
      switch (name) {
        case "request":
          return opaque(requestNative(client), at);
        case "rest":
          return opaque(
            { label: "octokit.rest", get: (scope, place) => scopeOf(client, scope, "octokit.rest", place) },
            at,
          );
        case "paginate":
          return opaque(paginate(client), at);
        case "graphql":
          return opaque(graphql(client), at);
        case "hook":
          client.learned.value = { ...client.learned.value, unseen: true };
          return opaque(hooks(client), at);
        default:
          return scopeOf(client, name, "octokit", at);
      }
    },
  };
}

/** The methods of one scope of the table: `octokit.rest.issues`. */
export function scopeOf(client: Octokit, scope: string, label: string, at: Range): Value | undefined {
  const methods = Object.hasOwn(routes, scope)
    ? (routes as unknown as Record<string, Record<string, string | [string, string]>>)[scope]
    : undefined;
  if (!methods) return undefined;
  return opaque(
    {
      label: `${label}.${scope}`,
      get: (name, place) =>
        Object.hasOwn(methods, name) ? routeOf(client, `${label}.${scope}.${name}`, methods[name], place) : undefined,
    },
    at,
  );
}

/** A method of the table: the parameters of its one argument fill the route. */
interface RouteNative extends Native {
  readonly route: string;
}

function routeOf(
  client: Octokit,
  label: string,
  entry: string | [string, string] | undefined,
  at: Range,
): Value | undefined {
  if (entry === undefined) return undefined;
  const [route, whole] = typeof entry === "string" ? [entry, undefined] : entry;
  const literal = (call: NativeCall): Value => literalRoute(route, call.calleeRange);
  const native: RouteNative = {
    ...callable(label, (call) => respond(call, draftOf(client, call, label, literal(call), argument(call, 0), whole)), {
      endpoint: () => endpointNative(client, (call) => [literal(call), argument(call, 0)]),
    }),
    route,
  };
  return opaque(native, at);
}

function literalRoute(route: string, at: Range): Value {
  return stringOf([textPart(route, at)], at);
}

/** `octokit.request(route, parameters)`, `octokit.request({method, url, …})` and `.defaults(…)`. */
export function requestNative(client: Octokit): Native {
  return callable(
    "octokit.request",
    (call) => {
      const first = argument(call, 0);
      if (first?.kind !== "object")
        return respond(call, draftOf(client, call, "octokit.request", first, argument(call, 1)));
      return respond(call, draftOf(client, call, "octokit.request", undefined, first));
    },
    {
      endpoint: () => endpointNative(client, routeAndParameters),
      defaults: () =>
        callable("request.defaults", (call) =>
          opaque(requestNative({ ...client, layers: [...client.layers, ...call.arguments] }), call.range),
        ),
    },
  );
}

type RouteAndParameters = readonly [route: Value | undefined, parameters: Value | undefined];

function routeAndParameters(call: NativeCall): RouteAndParameters {
  const first = argument(call, 0);
  return first?.kind === "object" ? [undefined, first] : [first, argument(call, 1)];
}

/** `endpoint(…)` gives what would be sent; `endpoint.merge(…)` gives options for `request` and `paginate`. */
function endpointNative(client: Octokit, read: (call: NativeCall) => RouteAndParameters): Native {
  return callable(
    "octokit.endpoint",
    (call) => {
      const [route, parameters] = read(call);
      const { method, address, headers, body } = draftOf(client, call, "octokit.endpoint", route, parameters);
      const base = address.base ? partsOf(address.base) : [];
      const url = stringOf([...base, ...partsOf(address.url)], call.range);
      const written = body ? { body: body.value } : {};
      return { ...answerObject({ method, url, headers, ...written }, call.range), open: body === undefined };
    },
    {
      merge: () =>
        callable("octokit.endpoint.merge", (call) => {
          const [route, parameters] = read(call);
          const { method, url } = route ? splitRoute(route, call.range) : {};
          const own = asObject(parameters ?? objectOf([], call.range));
          const named = answerObject({ ...(method && { method }), ...(url && { url }) }, call.range);
          // Parameters that are not known hardly ever hold another route; those that are written do.
          const written = own.kind === "object" && own.members.some(({ key }) => key === "method" || key === "url");
          const layers = [{ ...named, open: false }, own];
          return overlay(written ? layers : layers.reverse(), call.range, (key) => key);
        }),
    },
  );
}

/** Whether a route names its HTTP method: `PATCH /x/{y}`. */
export function namesMethod(route: StringValue): boolean {
  return /^(?:GET|HEAD|POST|PUT|PATCH|DELETE) +\//.test(flatten(route.parts));
}

/** `octokit.paginate(route, parameters)` and `.iterator(…)`: the first page's request. */
export function paginate(client: Octokit): Native {
  const send = (call: NativeCall): void => {
    const first = argument(call, 0);
    const route = nativeOf(first);
    const text = route && "route" in route ? (route as RouteNative).route : undefined;
    if (text !== undefined)
      call.send(
        draftOf(
          client,
          call,
          `octokit.paginate(${route?.label ?? ""})`,
          literalRoute(text, first?.range ?? call.range),
          argument(call, 1),
        ),
      );
    else if (first?.kind === "object") call.send(draftOf(client, call, "octokit.paginate", undefined, first));
    else if (first) call.send(draftOf(client, call, "octokit.paginate", first, argument(call, 1)));
  };
  const gives = (call: NativeCall, what: string, is?: UnknownValue["is"]): Value => {
    send(call);
    return unknown(what, call.range, is ? { is } : {});
  };
  return callable("octokit.paginate", (call) => gives(call, "items of all pages", "array"), {
    iterator: () => callable("octokit.paginate.iterator", (call) => gives(call, "pages")),
  });
}

/** GraphQL: the query is sent as a body, and the request does not show what it asks for. */
function graphql(client: Octokit): Native {
  const send = (call: NativeCall): Value => {
    const route = literalRoute("POST /graphql", call.calleeRange);
    const body: Body = { value: unknown("a query", call.range, { is: "object" }), encoding: "json" };
    call.send({ ...draftOf(client, call, "octokit.graphql", route, undefined), body });
    return unknown("answer of a query", call.range);
  };
  return callable("octokit.graphql", send, { paginate: () => callable("octokit.graphql.paginate", send) });
}

function draftOf(
  client: Octokit,
  call: NativeCall,
  label: string,
  route: Value | undefined,
  parameters: Value | undefined,
  whole?: string,
): Draft {
  const at = call.range;
  const layers = [...client.layers, parameters];
  const { method, url } = route
    ? splitRoute(route, at)
    : { method: layered([parameters], "method", at), url: layered([parameters], "url", at) };
  const given = asObject(parameters ?? objectOf([], at));
  const filled = fillTemplate(url ?? unknown("no route", at), given, at, { colon: true, trimmed: true });
  const left =
    given.kind === "unknown" || filled.url.kind === "unknown"
      ? unknown("parameters that the URL may take", given.range)
      : membersLeft(given, (key) => ownOptions.has(key) || filled.used.has(key));
  const verb = asText(method)?.toUpperCase();
  const inQuery = verb === "GET" || verb === "HEAD";
  const base = layered(layers, "baseUrl", at) ?? stringOf([textPart(documentedBase, at)], at);
  const headers = headersOfLayers(layers, at, { dropped: ["undefined"], deletes: [] });
  const body = verb === undefined ? undefined : inQuery ? undefined : bodyOf(left, whole, at);
  const draft: Draft = {
    client: label,
    method: method ? upperCase(method) : unknown("no method", at),
    anchor:
      method?.kind === "string" &&
      !method.elsewhere &&
      route?.kind === "string" &&
      route.parts[0]?.kind === "text" &&
      !route.parts[0].elsewhere
        ? method.range
        : call.calleeRange,
    address: { url: filled.url, base, join: "append", ownsRelative: true },
    query: inQuery
      ? queryOption(left, at, { dropped: ["undefined"], arrays: "comma" })
      : verb === undefined
        ? unknown("method is not known", at)
        : objectOf([], at),
    headers,
    body,
    defaults: {
      contentType: body !== undefined,
      acceptEncoding: "gzip, deflate",
      userAgent: userAgentOf(client.layers, at),
      unseenHeaders: client.learned.value.unseen,
    },
    ...(client.token && { token: client.token }),
    typed: { node: call.node, property: "data" },
  };
  return withHooks(draft, client.learned.value.hooked, at);
}

/** The option `userAgent` is put before the client's own User-Agent. */
function userAgentOf(layers: readonly Value[], at: Range): string {
  const own = layered(layers, "userAgent", at);
  return own ? (asText(own) ?? "unknown") : "octokit";
}

/** `PATCH /x/{y}`; a route without a method is a GET. */
function splitRoute(route: Value, at: Range): { method: Value; url: Value } {
  if (route.kind !== "string")
    return { method: unknown("route is not known", route.range), url: unknown("route is not known", route.range) };
  const text = flatten(route.parts);
  const space = text.indexOf(" ");
  if (space < 0) return { method: stringOf([textPart("GET", at)], at), url: route };
  const rest = space + 1 + (/^ */.exec(text.slice(space + 1))?.[0].length ?? 0);
  return {
    method: stringOf(slice(route.parts, 0, space), route.range),
    url: stringOf(slice(route.parts, rest), route.range),
  };
}

/** The parameters that the template has not taken: `data` alone, if given, or all of them. */
function bodyOf(left: ObjectValue | UnknownValue, whole: string | undefined, at: Range): Body | undefined {
  if (left.kind === "unknown") return { value: unknown("parameters are not known", left.range), encoding: "unknown" };
  const data = getProperty(left, whole ?? "data");
  if (data.presence === "always") return jsonBody(data.value, false);
  if (data.presence !== "never") return { value: unknown("parameters are not known", at), encoding: "unknown" };
  return left.members.length === 0 && !left.open ? undefined : { value: left, encoding: "json" };
}

function respond(call: NativeCall, draft: Draft): Value {
  draft.answer = dataMember;
  const id = call.send(draft);
  const at = call.range;
  return dataAnswer(id, at);
}
