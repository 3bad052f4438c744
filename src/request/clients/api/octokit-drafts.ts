import routes from "./octokit-without-body.json";
import type TS from "typescript";
import type { Draft } from "../../drafts/draft";
import { withHooks } from "../../drafts/hooks/hooks";
import { changedByFetch } from "../../drafts/hooks/own-fetch";
import type { Part } from "../../drafts/hooks/parts";
import type { Learned } from "../../../clients/learned";
import { type NativeCall } from "../../../clients/native";
import type { Range } from "../../../text/range";
import type { Member, ObjectValue, StringValue, UnknownValue, Value } from "../../../value/value";
import { jsonBody } from "../../drafts/body";
import { asText, optionsOf } from "../../drafts/known";
import { answerObject } from "../../drafts/natives";
import { asObject, getProperty, objectOf, oneOf, overlay, unknown } from "../../drafts/objects";
import { headersOfLayers, layered, upperCase } from "../../drafts/options";
import { queryOption } from "../../drafts/query-string";
import type { Body } from "../../request";
import { flatten, slice, stringOf, textPart } from "../../drafts/strings";
import { fillTemplate, membersLeft } from "../../drafts/template";
import type { Changes } from "./octokit-hooks";

/** A GitHub API client: its options and token, and the changes that other code makes to its requests. */
export interface Octokit {
  /** Options of `defaults` and of the constructor; later layers override earlier ones. */
  readonly layers: readonly Value[];
  /** The layers that come from `request.defaults`. */
  readonly parameters?: readonly Value[];
  readonly token?: Value;
  /** Needed to inspect the source of hooks. If absent, hooks may change any part. */
  readonly ts?: typeof TS | undefined;
  readonly learned: Learned<Changes>;
}

const ownOptions = new Set(["method", "baseUrl", "url", "headers", "request", "mediaType"]);
const documentedBase = "https://api.github.com";

/** @returns the default base of the clients for Actions (actions/toolkit, packages/github/src/internal/utils.ts; octokit/action.js, pull request 162). */
export function baseOfRun(at: Range): Value {
  const name = "process.env.GITHUB_API_URL";
  const setting = unknown(`\`${name}\``, at, { is: "string", origin: { trail: [name] } });
  return closed({ baseUrl: oneOf([setting, stringOf([textPart(documentedBase, at)], at)], at) }, at);
}

/** @returns the client that `request.defaults(…)`, `endpoint.defaults(…)` or `graphql.defaults(…)` creates. */
export function withDefaults(client: Octokit, { arguments: given }: NativeCall): Octokit {
  return { ...client, layers: [...client.layers, ...given], parameters: [...(client.parameters ?? []), ...given] };
}

/** What a call requests: a route, parameters, or both. */
export interface Asked {
  /** The client's name for the call, for messages. */
  readonly label: string;
  readonly route?: Value | undefined;
  readonly parameters?: Value | undefined;
  /** The parameter that is sent as the whole body, if not `data`. */
  readonly whole?: string | undefined;
}

/** @returns the draft of the request that a call sends. */
export function draftOf(client: Octokit, call: NativeCall, { label, route, parameters, whole }: Asked): Draft {
  const at = call.range;
  const layers = [...client.layers, parameters];
  const asked = withOwnDefaults(client, parameters, at);
  const { method, url } = routeOf(route, route ? parameters : asked, at);
  const given = asObject(asked ?? objectOf([], at));
  const filled = fillTemplate(url ?? unknown("no route", at), given, at, { colon: true, trimmed: true });
  const left =
    given.kind === "unknown" || filled.url.kind === "unknown"
      ? unknown("parameters that the URL may take", given.range)
      : membersLeft(given, (key) => ownOptions.has(key) || filled.used.has(key));
  const verb = asText(method)?.toUpperCase();
  const inQuery = verb === "GET" || verb === "HEAD";
  const body = verb === undefined || inQuery ? undefined : bodyOf(left, whole, at);
  const fetches = layers.map((layer) => layered([layered([layer], "request", at)], "fetch", at));
  const { unseen } = client.learned.value;
  const draft: Draft = {
    client: label,
    serves: { name: "GitHub", mapped: true },
    ...bodilessBy(method, url),
    method: method ? upperCase(method) : unknown("no method", at),
    anchor: isWritten(method, route) ? method.range : call.calleeRange,
    address: addressOf(filled.url, [...client.layers, ...tellingOf([parameters], "baseUrl")], at),
    query: verb === undefined ? unknown("method is not known", at) : inQuery ? inQueryOf(left, at) : objectOf([], at),
    headers: headersOf(client, parameters, at),
    body,
    defaults: {
      contentType: body !== undefined,
      acceptEncoding: "gzip, deflate",
      userAgent: userAgentOf(client.layers, at),
      unseenHeaders: [unseen, ...fetches].some(Boolean),
    },
    ...(client.token && { token: client.token }),
    ...unfilledBy(filled.missing, client),
    typed: { node: call.node, property: "data" },
  };
  return withHooks(draft, hookedParts(client, fetches), at);
}

/** Adds the parameters of `request.defaults(…)`, which are sent with each request. */
function withOwnDefaults(
  { parameters: defaults = [] }: Octokit,
  parameters: Value | undefined,
  at: Range,
): Value | undefined {
  if (defaults.length === 0) return parameters;
  return overlay([...defaults, parameters ?? objectOf([], at)].map(asObject), at, (key) => key);
}

/** @returns the header fields. `timeZone` is the only constructor option that is sent as one. */
function headersOf(
  { layers, parameters: defaults = [] }: Octokit,
  parameters: Value | undefined,
  at: Range,
): ObjectValue {
  const telling = tellingOf(layers, "timeZone");
  const zone = layered(telling, "timeZone", at);
  const isSure = telling.some((layer) => getProperty(layer, "timeZone").presence === "always");
  const first = zone && answerObject({ headers: closed({ "Time-Zone": zone }, at, isSure ? "always" : "maybe") }, at);
  return headersOfLayers([first, ...defaults, parameters], at, { dropped: ["undefined"], deletes: [] });
}

/** @returns the layers whose `key` is known. Options that are spread or returned by functions are assumed not to set keys that no code is seen to write. */
function tellingOf(layers: readonly (Value | undefined)[], key: string): readonly (Value | undefined)[] {
  return layers.filter((layer) => getProperty(layer, key).presence !== "unknown");
}

function closed(
  members: Readonly<Record<string, Value>>,
  at: Range,
  presence: Member["presence"] = "always",
): ObjectValue {
  const object = answerObject(members, at);
  return { ...object, members: object.members.map((each) => ({ ...each, presence })), open: false };
}

type Route = Readonly<Record<"method" | "url", Value | undefined>>;

/** @returns method and URL. Parameters named `method` or `url` override the route. Parameters from functions are assumed not to contain them. */
function routeOf(route: Value | undefined, parameters: Value | undefined, at: Range): Route {
  if (!route) return { method: layered([parameters], "method", at), url: layered([parameters], "url", at) };
  const known = splitRoute(route, at);
  const either = (name: keyof Route): Value | undefined => {
    const { presence, value: instead } = getProperty(parameters, name);
    const before = known[name];
    if (!instead) return before;
    return presence === "always" ? instead : oneOf([...optionsOf(before), ...optionsOf(instead)], at);
  };
  return { method: either("method"), url: either("url") };
}

/** Reports missing path parameters unless `request.defaults(…)` may supply them. Options of the constructor never do. */
function unfilledBy(missing: readonly string[], { layers, parameters = [] }: Octokit): Pick<Draft, "unfilled"> {
  const mayGive = (layer: Value, name: string): boolean => {
    const { presence } = getProperty(layer, name);
    return presence !== "never" && (presence !== "unknown" || parameters.includes(layer));
  };
  const unfilled = missing.filter((name) => !layers.some((layer) => mayGive(layer, name)));
  return unfilled.length > 0 ? { unfilled } : {};
}

function hookedParts({ ts, learned }: Octokit, fetches: readonly (Value | undefined)[]): ReadonlySet<Part> {
  const own = ts ? changedByFetch(ts, fetches) : [];
  return new Set([...learned.value.hooked, ...own]);
}

/** Whether the method is written in the route at the call itself. */
function isWritten(method: Value | undefined, route: Value | undefined): method is StringValue {
  if (method?.kind !== "string" || method.elsewhere || route?.kind !== "string") return false;
  const [first] = route.parts;
  return first?.kind === "text" && !first.elsewhere;
}

/**
 * @returns the address. A URL that is a parameter as a whole (`GET {+url}`) is sent without the base.
 *
 * @param layers options; unknown ones may set any base.
 */
function addressOf(url: Value, layers: readonly (Value | undefined)[], at: Range): Draft["address"] {
  const isWhole = url.kind === "string" && url.parts[0]?.kind === "hole";
  const usual = stringOf([textPart(documentedBase, at)], at);
  const base = layered([closed({ baseUrl: usual }, at), ...layers], "baseUrl", at) ?? usual;
  if (!isWhole && isPlain(base) && isPlain(url) && base.kind === "string" && url.kind === "string") {
    const [before, after] = [flatten(base.parts), flatten(url.parts)];
    // octokit concatenates base and URL and does not normalize slashes.
    if (before.endsWith("/") === after.startsWith("/") && !/^https?:/.test(after))
      return { url: { ...url, parts: [...base.parts, ...url.parts] }, join: "append", ownsRelative: true };
  }
  return { url, ...(!isWhole && { base }), join: "append", ownsRelative: true };
}

function isPlain(value: Value): boolean {
  return value.kind === "string" && value.parts.at(0)?.kind === "text" && value.parts.at(-1)?.kind === "text";
}

function inQueryOf(left: ObjectValue | UnknownValue, at: Range): Draft["query"] {
  return queryOption(left, at, { dropped: ["undefined"], arrays: "comma" });
}

/** @returns the User-Agent. The option `userAgent` precedes the client's own. */
function userAgentOf(layers: readonly Value[], at: Range): string {
  const own = layered(layers, "userAgent", at);
  return own ? (asText(own) ?? "unknown") : "octokit";
}

/** Splits `PATCH /x/{y}` into method and URL. A route without a method is a GET. */
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

/** @returns the body: `data` if given, otherwise all parameters that the template has not used. */
function bodyOf(left: ObjectValue | UnknownValue, whole: string | undefined, at: Range): Body | undefined {
  if (left.kind === "unknown") return { value: unknown("parameters are not known", left.range), encoding: "unknown" };
  const data = getProperty(left, whole ?? "data");
  if (data.presence === "always") return jsonBody(data.value);
  if (data.presence !== "never") return { value: unknown("parameters are not known", at), encoding: "unknown" };
  return left.members.length === 0 && !left.open ? undefined : { value: left, encoding: "json" };
}

/** @returns the value of a route, as if the code contained it as a literal. */
export function literalRoute(route: string, at: Range): Value {
  return stringOf([textPart(route, at)], at);
}

const withoutBody = new Set(routes);

/** Marks routes that change something and whose documentation names no body: `PATCH /notifications/threads/{thread_id}`. */
function bodilessBy(method: Value | undefined, url: Value | undefined): Pick<Draft, "takesNoBody"> {
  const path = asText(url);
  const isBodiless = path !== undefined && withoutBody.has(`${asText(method)?.toUpperCase() ?? ""} ${path}`);
  return isBodiless ? { takesNoBody: true } : {};
}
