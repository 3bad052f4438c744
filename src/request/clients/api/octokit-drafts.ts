import type TS from "typescript";
import type { Draft } from "../../drafting/draft";
import { withHooks } from "../../drafting/hooks/hooks";
import type { Learned } from "../../../evaluator/models/learned";
import { type NativeCall } from "../../../evaluator/models/native";
import type { Range } from "../../../text/range";
import type { ObjectValue, UnknownValue, Value } from "../../../value/value";
import { jsonBody } from "../../drafting/body";
import { asText } from "../../drafting/known";
import { asObject, getProperty, objectOf, unknown } from "../../drafting/objects";
import { headersOfLayers, layered, upperCase } from "../../drafting/options";
import { queryOption } from "../../drafting/query-string";
import type { Body } from "../../request";
import { flatten, slice, stringOf, textPart } from "../../drafting/strings";
import { fillTemplate, membersLeft } from "../../drafting/template";
import type { Changes } from "./octokit-hooks";

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

export function draftOf(
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
  // `GET {+url}`: a URL that is given as a whole is sent without the base.
  const isWhole = filled.url.kind === "string" && filled.url.parts[0]?.kind === "hole";
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
    address: { url: filled.url, ...(!isWhole && { base }), join: "append", ownsRelative: true },
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
export function splitRoute(route: Value, at: Range): { method: Value; url: Value } {
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

/** @returns a route as code would write it. */
export function literalRoute(route: string, at: Range): Value {
  return stringOf([textPart(route, at)], at);
}
