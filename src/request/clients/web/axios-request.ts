import type TS from "typescript";
import type { ClientContext } from "../client";
import type { DefaultHeaders } from "./axios-defaults";
import { headersOf, sentWith } from "./axios-headers";
import { queryOf } from "./axios-query";
import type { Learned } from "../../../clients/learned";
import { type NativeCall, stringifiedValue } from "../../../clients/native";
import { jsonBody, stringifiedBody, writesJson } from "../../drafts/body";
import { type Draft, unseenBase } from "../../drafts/draft";
import { getHeaderIn } from "../../derived/headers";
import { isFunction, sourceOf, withHooks } from "../../drafts/hooks/hooks";
import { asText, optionsOf } from "../../drafts/known";
import { fileMentions } from "../../drafts/natives";
import { asObject, getProperty, oneOf, unknown } from "../../drafts/objects";
import {
  anchorOf,
  layered,
  methodNamed,
  methodOr,
  lowerCase,
  upperCase,
  withCredentialsOf,
} from "../../drafts/options";
import type { Body } from "../../request";
import { allParts, type Part } from "../../drafts/hooks/parts";
import { type Hook, runHooks } from "../../drafts/hooks/run-hooks";
import type { Range } from "../../../text/range";
import { hasJsonMembers, type ObjectValue, type UnknownValue, type Value } from "../../../value/value";

/** Turns options and defaults into the request that axios sends. */

/** Options that axios sets by itself, and passes to interceptors. Their values are not looked at. */
const ownOptions = [
  ...["adapter", "env", "maxBodyLength", "maxContentLength", "timeout", "transformResponse"],
  ...["transitional", "validateStatus", "withXSRFToken", "xsrfCookieName", "xsrfHeaderName", "headers"],
];

/** An instance: its own options, and whether code may change them out of sight. */
export interface Instance {
  readonly context: ClientContext;
  readonly layers: readonly Value[];
  /** `axios` itself, which the whole program shares. */
  readonly shared: boolean;
  readonly baseUnseen: boolean;
  /** Parameters may be set for all requests. */
  readonly queryUnseen: boolean;
  /** A class of the program has a method in the place of the one that sends. */
  readonly isReplaced: boolean;
  /** A framework makes it once for the whole program. */
  readonly isOfProgram: boolean;
  /** The file that makes it, if another one may set hooks of it. */
  readonly made?: TS.SourceFile;
  /** Header fields that interceptors may write which are set on it, or on what may be it, in the file that makes it and in those that import that. */
  readonly fieldsWritten: ReadonlySet<string>;
  /** No other code than one assignment changes defaults. */
  readonly isSetOnce: boolean;
  /** What code has changed of it so far. */
  readonly learned: Learned<Changes>;
}

/** What code changes of an instance. */
export interface Changes {
  /** Unknown code may have created the instance, or set its options or interceptors. */
  readonly unseen: boolean;
  /** The default headers that are assigned later. */
  readonly defaultHeaders: DefaultHeaders;
  /** What is assigned to the base later. */
  readonly bases: readonly Value[];
  /** The interceptors that are seen. */
  readonly hooks: readonly Hook[];
  /** An interceptor may replace the response. */
  readonly unwraps: boolean;
}

/** What a call gives, by its position. */
export interface Given {
  readonly url: Value | undefined;
  readonly config: Value | undefined;
  readonly data?: Value | undefined;
  /** The method by the name of the call, `postForm` too; absent where options give it. */
  readonly verb?: string;
}

/** What a call and its layers of options say, before hooks change it. */
interface Own {
  readonly method: Value;
  readonly url: Value | undefined;
  readonly baseURL: Value | undefined;
  readonly data: Value | undefined;
}

type Layers = readonly (Value | undefined)[];

/** @returns the request that a call sends. */
export function draftOf(instance: Instance, call: NativeCall, given: Given): Draft {
  const at = call.range;
  const layers = [...instance.layers, instance.learned.value.defaultHeaders.options(at), given.config];
  const own = ownOf(instance, layers, call, given);
  const changed = changedByHooks(instance, layers, own, call);
  const method = changed.get("method") ?? own.method;
  const data = changed.get("data") ?? own.data;
  const base = changed.get("baseURL") ?? own.baseURL;
  const sentTo = changed.get("url") ?? own.url ?? unknown("no URL", at);
  const { fields, added } = headersOf(layers, asText(method), at);
  const headers = withCredentialsOf(fields, sentTo);
  const draft: Draft = {
    client: "axios",
    method: upperCase(method),
    anchor: anchorOf(method, call.calleeRange, at),
    address: {
      url: mayStandBehindBase(layers, call, sentTo) ? unknown("a URL that is put behind the base", at) : sentTo,
      ...(base && { base }),
      join: "append",
      ownsRelative: true,
    },
    query: queryBehind(changed, at) ?? queryOf(instance, layers, call),
    headers: sentWith(headers, data, given.data !== undefined),
    ...hookedFlag(instance, call),
    body: withHooked(bodyOf(data, headers, given.verb?.endsWith("Form") ?? false), changed.has("data")),
    defaults: {
      ...added,
      contentType: writesJson(data) && added.contentType,
      unseenHeaders: mayAddHeaders(instance, call),
      ...(instance.shared && { shared: true }),
    },
  };
  const transformed = changed.has("transformRequest") || mayTransform(instance, layers, call);
  const parts: readonly Part[] = [
    ...rewritten(instance, call, draft),
    ...headerParts(instance, call),
    ...(transformed ? (["body", "headers"] as const) : []),
  ];
  return withHooks(draft, new Set(parts), at);
}

function ownOf(instance: Instance, layers: Layers, call: NativeCall, { url, config, data, verb }: Given): Own {
  const at = call.range;
  const named = verb?.replace("Form", "");
  return {
    method: named
      ? methodNamed(named, call.calleeRange)
      : methodOr(layered(layers, "method", at), methodNamed("GET", call.calleeRange)),
    url: url ?? layered([config], "url", at),
    baseURL: baseOf(instance, layers, at),
    data: withBody.has(verb ?? "") ? data : layered(layers, "data", at),
  };
}

function changedByHooks(instance: Instance, layers: Layers, own: Own, call: NativeCall): ReadonlyMap<string, Value> {
  const at = call.range;
  return runHooks(
    instance.learned.value.hooks,
    {
      // Hooks get it in small letters.
      method: ["method", lowerCase(own.method)],
      url: ["url", own.url],
      baseURL: ["url", own.baseURL],
      params: ["query", layered(layers, "params", at)],
      data: ["body", own.data],
      paramsSerializer: ["query", layered(layers, "paramsSerializer", at)],
      transformRequest: ["body", unknown("option `transformRequest`", at)],
    },
    layers.flatMap((layer) => (layer ? [asObject(layer)] : [])),
    ownOptions,
    call,
  );
}

/** @returns an unknown query, if hooks change it. */
function queryBehind(changed: ReadonlyMap<string, Value>, at: Range): UnknownValue | undefined {
  const isChanged = changed.has("params") || changed.has("paramsSerializer");
  return isChanged ? unknown("a hook may change the query", at) : undefined;
}

/** Whether interceptors of the program get the options of a request. */
function hookedFlag(instance: Instance, call: NativeCall): Pick<Draft, "hooked"> {
  const isHooked = instance.learned.value.hooks.length > 0 || fileMentions(call, /\binterceptors\b/);
  return isHooked ? { hooked: true } : {};
}

/** The header fields that interceptors write which are set on the instance; on the shared one, those of the file of the call. */
function fieldsWrittenFor(instance: Instance, call: NativeCall): ReadonlySet<string> | "any" {
  return instance.shared ? instance.context.interceptorFields(call.node.getSourceFile()) : instance.fieldsWritten;
}

function mayAddHeaders(instance: Instance, call: NativeCall): boolean {
  if (instance.learned.value.unseen) return true;
  return (
    instance.shared && (fieldsWrittenFor(instance, call) === "any" || fileMentions(call, /\baxios\s*\.\s*defaults\b/))
  );
}

/** The header fields that hooks write. */
function headerParts(instance: Instance, call: NativeCall): readonly Part[] {
  const seen = instance.learned.value.hooks.flatMap(({ parts }) =>
    [...parts].filter((part) => part.startsWith("headers")),
  );
  const written = fieldsWrittenFor(instance, call);
  return written === "any" ? seen : [...seen, ...[...written].map((name): Part => `headers:${name}`)];
}

/** Whether something writes the body at the end, and may add header fields. */
function mayTransform({ context }: Instance, layers: Layers, call: NativeCall): boolean {
  return (
    layers.some((layer) => isFunction(context.ts, layered([layer], "adapter", call.range))) ||
    fileMentions(call, /\.\s*transformRequest\b/) ||
    // Options that are not known hardly ever write bodies in a way of their own.
    layers.some((layer) => !["never", "unknown"].includes(getProperty(layer, "transformRequest").presence))
  );
}

/** The parts of a request that code of other files, or another method in the place of axios' own, may write. */
function rewritten(instance: Instance, call: NativeCall, { body }: Draft): readonly Part[] {
  const { context, isOfProgram, shared, made } = instance;
  if (instance.isReplaced || fileMentions(call, /\bAxios\s*\.\s*prototype\b/)) return allParts;
  if (!body || !(shared || made || isOfProgram)) return [];
  // What a hook writes that has been run is in the request.
  const run = instance.learned.value.hooks.map((hook) => sourceOf(context.ts, hook.run));
  const known = new Set(run.filter((each) => each !== undefined));
  const isWritten =
    ((shared || made) && context.writesBodies("axios", made, known)) || (isOfProgram && context.writesBodies("nuxt"));
  return isWritten ? ["body"] : [];
}

function baseOf(instance: Instance, layers: Layers, at: Range): Value | undefined {
  const { bases } = instance.learned.value;
  const own = layered(layers.slice(-1), "baseURL", at);
  // Of one that is set once, requests are meant to have it whenever that happens.
  if (bases.length > 1) return own ?? oneOf([...bases, unknown("base set at another time", at)], at);
  if (bases.length > 0) return own ?? bases[0];
  return instance.baseUnseen && !instance.shared ? unseenBase(at) : layered(layers, "baseURL", at);
}

/** `allowAbsoluteUrls: false`: a whole URL, too, is written behind the base. */
function mayStandBehindBase(layers: readonly (Value | undefined)[], call: NativeCall, url: Value): boolean {
  const option = layered(layers, "allowAbsoluteUrls", call.range);
  const isGiven =
    option?.kind === "unknown" ? false : option !== undefined && !(option.kind === "boolean" && option.value);
  if (!isGiven && !fileMentions(call, /\.\s*allowAbsoluteUrls\b/)) return false;
  return !optionsOf(url).every((each) => {
    const [first] = each.kind === "string" ? each.parts : [];
    return first?.kind === "text" && /^\/?(?:[\w{-]|$)/.test(first.text) && !/^[a-z][a-z\d+.-]*:/i.test(first.text);
  });
}

function bodyOf(data: Value | undefined, headers: ObjectValue, form: boolean): Body | undefined {
  const type = getHeaderIn(headers, "Content-Type");
  const text = type.presence === "present" ? asText(type.value) : undefined;
  if (!form && text?.includes("application/json") === true) return bodyUnderJson(data);
  const given =
    data && optionsOf(data).every((option) => option.kind === "null" || option.kind === "undefined") ? undefined : data;
  const body = jsonBody(given, "json");
  if (!body) return undefined;
  if (form) return { ...body, encoding: "form" };
  if (type.presence === "absent") return body;
  // Header fields that are not known hardly ever give an object another type than the client does.
  if (type.presence === "unknown" && body.encoding === "json") return body;
  // Under a type that is not known, a text may be sent as it is or as JSON.
  if (text === undefined) return { ...body, encoding: "unknown" };
  if (/^(?:multipart\/form-data|application\/x-www-form-urlencoded)/i.test(text)) return { ...body, encoding: "form" };
  return body;
}

function withHooked(body: Body | undefined, hooked: boolean): Body | undefined {
  return body && hooked ? { ...body, hooked } : body;
}

/** Under the type of JSON, everything is written as JSON: a text that is JSON already as it is, any other one in quotes. */
function bodyUnderJson(data: Value | undefined): Body | undefined {
  if (!data || data.kind === "undefined") return undefined;
  const options = optionsOf(data).map((option): Value => {
    if (option.kind !== "string") return option;
    const text = asText(option);
    return text === undefined || isJson(text) ? unknown("a text that may be JSON", option.range) : option;
  });
  const written = options.map((option) => stringifiedValue(option) ?? option);
  const body = stringifiedBody(oneOf(written, data.range));
  const hasBytes = options.some((option) => option.kind === "object" && !hasJsonMembers(option));
  return body && hasBytes ? { ...body, encoding: "unknown" } : body;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export const withBody = new Set(["post", "put", "patch", "postForm", "putForm", "patchForm"]);
