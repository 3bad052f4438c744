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

/** Converts options and defaults to the request that axios sends. */

/** Options that axios sets itself and passes to interceptors. Their values do not matter. */
const ownOptions = [
  ...["adapter", "env", "maxBodyLength", "maxContentLength", "timeout", "transformResponse"],
  ...["transitional", "validateStatus", "withXSRFToken", "xsrfCookieName", "xsrfHeaderName", "headers"],
];

/** An instance: its options, and who else may change them. */
export interface Instance {
  readonly context: ClientContext;
  readonly layers: readonly Value[];
  /** Whether it is `axios` itself, which the whole program shares. */
  readonly shared: boolean;
  readonly baseUnseen: boolean;
  /** Whether unseen code may set parameters for all requests. */
  readonly queryUnseen: boolean;
  /** Whether a subclass in the program overrides the method that sends. */
  readonly isReplaced: boolean;
  /** Whether a framework creates the only instance for the program. */
  readonly isOfProgram: boolean;
  /** The file that creates it; absent if no other file can set hooks on it. */
  readonly made?: TS.SourceFile;
  /**
   * Header fields that interceptors may write. Covers the interceptors set on this instance, or on a value that may be it, in the creating file and its
   * importers.
   */
  readonly fieldsWritten: ReadonlySet<string>;
  /** Whether a single assignment is the only code that changes its defaults. */
  readonly isSetOnce: boolean;
  /** Changes found so far. */
  readonly learned: Learned<Changes>;
}

/** Changes that code makes to an instance. */
export interface Changes {
  /** Whether unknown code may have created the instance, or set its options or interceptors. */
  readonly unseen: boolean;
  /** Default headers assigned after creation. */
  readonly defaultHeaders: DefaultHeaders;
  /** Bases assigned after creation. */
  readonly bases: readonly Value[];
  /** Request interceptors whose code is known. */
  readonly hooks: readonly Hook[];
  /** Whether an interceptor may replace the response. */
  readonly unwraps: boolean;
}

/** The arguments of a call. */
export interface Given {
  readonly url: Value | undefined;
  readonly config: Value | undefined;
  readonly data?: Value | undefined;
  /** The method in the name of the call, such as `postForm`; absent if the options set it. */
  readonly verb?: string;
}

/** The request before hooks change it. */
interface Own {
  readonly method: Value;
  readonly url: Value | undefined;
  readonly baseURL: Value | undefined;
  readonly data: Value | undefined;
}

type Layers = readonly (Value | undefined)[];

/** @returns the draft of the request that a call sends. */
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
      // axios passes the method to hooks in lower case.
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

/** @returns an unknown query if hooks change it, else `undefined`. */
function queryBehind(changed: ReadonlyMap<string, Value>, at: Range): UnknownValue | undefined {
  const isChanged = changed.has("params") || changed.has("paramsSerializer");
  return isChanged ? unknown("a hook may change the query", at) : undefined;
}

/** Marks requests whose options interceptors of the program may get. */
function hookedFlag(instance: Instance, call: NativeCall): Pick<Draft, "hooked"> {
  const isHooked = instance.learned.value.hooks.length > 0 || fileMentions(call, /\binterceptors\b/);
  return isHooked ? { hooked: true } : {};
}

/** @returns the header fields that interceptors may write: those set on the instance, or for the shared instance those of the calling file. */
function fieldsWrittenFor(instance: Instance, call: NativeCall): ReadonlySet<string> | "any" {
  return instance.shared ? instance.context.interceptorFields(call.node.getSourceFile()) : instance.fieldsWritten;
}

function mayAddHeaders(instance: Instance, call: NativeCall): boolean {
  if (instance.learned.value.unseen) return true;
  return (
    instance.shared && (fieldsWrittenFor(instance, call) === "any" || fileMentions(call, /\baxios\s*\.\s*defaults\b/))
  );
}

/** @returns the header fields that hooks may write. */
function headerParts(instance: Instance, call: NativeCall): readonly Part[] {
  const seen = instance.learned.value.hooks.flatMap(({ parts }) =>
    [...parts].filter((part) => part.startsWith("headers")),
  );
  const written = fieldsWrittenFor(instance, call);
  return written === "any" ? seen : [...seen, ...[...written].map((name): Part => `headers:${name}`)];
}

/** Whether an adapter or `transformRequest` may rewrite the body and add header fields. */
function mayTransform({ context }: Instance, layers: Layers, call: NativeCall): boolean {
  return (
    layers.some((layer) => isFunction(context.ts, layered([layer], "adapter", call.range))) ||
    fileMentions(call, /\.\s*transformRequest\b/) ||
    // Unknown options are assumed not to transform bodies.
    layers.some((layer) => !["never", "unknown"].includes(getProperty(layer, "transformRequest").presence))
  );
}

/** @returns the parts that other files, or an override of the sending method, may write. */
function rewritten(instance: Instance, call: NativeCall, { body }: Draft): readonly Part[] {
  const { context, isOfProgram, shared, made } = instance;
  if (instance.isReplaced || fileMentions(call, /\bAxios\s*\.\s*prototype\b/)) return allParts;
  if (!body || !(shared || made || isOfProgram)) return [];
  // Changes made by evaluated hooks are already part of the request.
  const run = instance.learned.value.hooks.map((hook) => sourceOf(context.ts, hook.run));
  const known = new Set(run.filter((each) => each !== undefined));
  const isWritten =
    ((shared || made) && context.writesBodies("axios", made, known)) || (isOfProgram && context.writesBodies("nuxt"));
  return isWritten ? ["body"] : [];
}

function baseOf(instance: Instance, layers: Layers, at: Range): Value | undefined {
  const { bases } = instance.learned.value;
  const own = layered(layers.slice(-1), "baseURL", at);
  // A single assignment to the base is assumed to apply to all requests, whenever it runs.
  if (bases.length > 1) return own ?? oneOf([...bases, unknown("base set at another time", at)], at);
  if (bases.length > 0) return own ?? bases[0];
  return instance.baseUnseen && !instance.shared ? unseenBase(at) : layered(layers, "baseURL", at);
}

/** Whether an absolute URL may be appended to the base, as `allowAbsoluteUrls: false` demands. */
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
  // Unknown header fields are assumed not to change the type of an object.
  if (type.presence === "unknown" && body.encoding === "json") return body;
  // Under an unknown type, a text may be sent as it is or as JSON.
  if (text === undefined) return { ...body, encoding: "unknown" };
  if (/^(?:multipart\/form-data|application\/x-www-form-urlencoded)/i.test(text)) return { ...body, encoding: "form" };
  return body;
}

function withHooked(body: Body | undefined, hooked: boolean): Body | undefined {
  return body && hooked ? { ...body, hooked } : body;
}

/** Under the JSON type, axios serializes everything. It sends a text that is JSON as it is, and quotes any other text. */
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
