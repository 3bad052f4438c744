import { draftOf, literalRoute, splitRoute, withDefaults, type Octokit } from "./octokit-drafts";
import { graphql } from "./octokit-graphql";
import type { Draft } from "../../drafts/draft";
import { asText, optionsOf } from "../../drafts/known";
import { dataMember } from "../../../response/answer";
import { nativeOf, opaque, type Native, type NativeCall } from "../../../clients/native";
import type { Range } from "../../../text/range";
import type { ObjectValue, StringValue, UnknownValue, Value } from "../../../value/value";
import type { Body } from "../../request";
import { argument } from "../../drafts/body";
import { answerObject, callable, dataAnswer } from "../../drafts/natives";
import { asObject, objectOf, overlay, unknown } from "../../drafts/objects";
import { layered } from "../../drafts/options";
import { flatten, partsOf, stringOf, textPart } from "../../drafts/strings";
import { hooks } from "./octokit-hooks";
import routes from "./octokit-routes.json";

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
        case "auth":
          return opaque(authOf(), at);
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

/** `octokit.auth({ type })` returns a token of that type. */
function authOf(): Native {
  return callable("octokit.auth", (call) => {
    const type = asText(layered([argument(call, 0)], "type", call.range));
    const trail = [type === undefined ? "octokit.auth()" : `auth({type: "${type}"})`];
    return answerObject(
      { token: unknown("token of octokit", call.range, { is: "string", origin: { trail } }) },
      call.range,
    );
  });
}

/** @returns the methods of one scope of the table: `octokit.rest.issues`. */
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

/** A method of the table. Its argument holds the parameters that fill the route. */
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
    ...callable(
      label,
      (call) =>
        respond(call, draftOf(client, call, { label, route: literal(call), parameters: argument(call, 0), whole })),
      {
        endpoint: () => endpointNative(client, (call) => [literal(call), argument(call, 0)]),
      },
    ),
    route,
  };
  return opaque(native, at);
}

/** `octokit.request(route, parameters)`, `octokit.request({method, url, …})` and `.defaults(…)`. */
export function requestNative(client: Octokit): Native {
  return callable(
    "octokit.request",
    (call) => {
      const first = argument(call, 0);
      if (first?.kind !== "object")
        return respond(
          call,
          draftOf(client, call, { label: "octokit.request", route: first, parameters: argument(call, 1) }),
        );
      return respond(call, draftOf(client, call, { label: "octokit.request", parameters: first }));
    },
    {
      endpoint: () => endpointNative(client, routeAndParameters),
      defaults: () =>
        callable("request.defaults", (call) => opaque(requestNative(withDefaults(client, call)), call.range)),
    },
  );
}

type RouteAndParameters = readonly [route: Value | undefined, parameters: Value | undefined];

function routeAndParameters(call: NativeCall): RouteAndParameters {
  const first = argument(call, 0);
  return first?.kind === "object" ? [undefined, first] : [first, argument(call, 1)];
}

/** `endpoint(…)` returns the request without sending it. `endpoint.merge(…)` returns options for `request` and `paginate`. */
function endpointNative(client: Octokit, read: (call: NativeCall) => RouteAndParameters): Native {
  return callable(
    "octokit.endpoint",
    (call) => {
      const [route, parameters] = read(call);
      return wouldSend(draftOf(client, call, { label: "octokit.endpoint", route, parameters }), call.range);
    },
    {
      defaults: () =>
        callable("octokit.endpoint.defaults", (call) =>
          opaque(endpointNative(withDefaults(client, call), read), call.range),
        ),
      merge: () =>
        callable("octokit.endpoint.merge", (call) => {
          const [route, parameters] = read(call);
          const { method, url } = route ? splitRoute(route, call.range) : {};
          const own = asObject(parameters ?? objectOf([], call.range));
          const named = answerObject({ ...(method && { method }), ...(url && { url }) }, call.range);
          // Literal `method` and `url` parameters override the route. Unknown parameters are assumed not to contain them.
          const written = own.kind === "object" && own.members.some(({ key }) => key === "method" || key === "url");
          const layers = [{ ...named, open: false }, own];
          return overlay(written ? layers : layers.reverse(), call.range, (key) => key);
        }),
    },
  );
}

/** @returns the result of `endpoint`: the request, including the client's own header fields. */
function wouldSend({ method, address, headers, query, body }: Draft, at: Range): Value {
  const base = address.base ? partsOf(address.base) : [];
  const url = stringOf([...base, ...partsOf(address.url)], at);
  const isWhole = query.kind === "object" && query.members.length === 0 && !query.open;
  const sent = {
    method,
    url: isWhole ? url : stringOf([...partsOf(url), { kind: "hole", value: unknown("the query", at) }], at),
    headers: overlay([ownFields(body, at), headers], at, (key) => key.toLowerCase()),
    ...(body && { body: body.value }),
    // All parameters are in the path.
    ...(!body && isEmptyText(method) && { body: stringOf([], at) }),
  };
  return { ...answerObject(sent, at), open: body === undefined && asText(method) === undefined };
}

/** Whether the method sends an empty text if it has no body. */
function isEmptyText(method: Value): boolean {
  return ["PATCH", "PUT"].includes(asText(method) ?? "");
}

function ownFields(body: Body | undefined, at: Range): ObjectValue {
  const agent = { "user-agent": unknown("octokit and its version", at, { is: "string" }) };
  const type = body && { "content-type": stringOf([textPart("application/json; charset=utf-8", at)], at) };
  return {
    ...answerObject({ accept: unknown("media types", at, { is: "string" }), ...agent, ...type }, at),
    open: false,
  };
}

/** Whether a route names its HTTP method: `PATCH /x/{y}`. */
export function namesMethod(route: StringValue): boolean {
  return /^(?:GET|HEAD|POST|PUT|PATCH|DELETE) +\//.test(flatten(route.parts));
}

/** `octokit.paginate(route, parameters)` and `.iterator(…)`. Only the first page's request is described. */
export function paginate(client: Octokit): Native {
  const send = (call: NativeCall): void => {
    const first = argument(call, 0);
    // If the client is one of several, all alternatives must be the same method.
    const [route, ...others] = first ? optionsOf(first).map(nativeOf) : [];
    const isRoute = route !== undefined && "route" in route && others.every((each) => each?.label === route.label);
    const text = isRoute ? (route as RouteNative).route : undefined;
    if (text !== undefined)
      call.send(
        draftOf(client, call, {
          label: `octokit.paginate(${route?.label ?? ""})`,
          route: literalRoute(text, first?.range ?? call.range),
          parameters: argument(call, 1),
        }),
      );
    else if (first?.kind === "object")
      call.send(draftOf(client, call, { label: "octokit.paginate", parameters: first }));
    else if (first)
      call.send(draftOf(client, call, { label: "octokit.paginate", route: first, parameters: argument(call, 1) }));
  };
  const gives = (call: NativeCall, what: string, is?: UnknownValue["is"]): Value => {
    send(call);
    return unknown(what, call.range, is ? { is } : {});
  };
  return callable("octokit.paginate", (call) => gives(call, "items of all pages", "array"), {
    iterator: () => callable("octokit.paginate.iterator", (call) => gives(call, "pages")),
  });
}

function respond(call: NativeCall, draft: Draft): Value {
  draft.answer = dataMember;
  const id = call.send(draft);
  const at = call.range;
  return dataAnswer(id, at);
}
