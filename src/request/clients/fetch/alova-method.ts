import type TS from "typescript";
import { isPromiseMethod } from "../../../syntax/built-ins";
import { opaque, type Native, type NativeCall } from "../../../clients/native";
import type { Range } from "../../../text/range";
import type { Member, ObjectValue, UnknownValue, Value } from "../../../value/value";
import { jsonBody } from "../../drafts/body";
import type { Draft } from "../../drafts/draft";
import { changedBy, withHooks } from "../../drafts/hooks/hooks";
import { changedByFetch } from "../../drafts/hooks/own-fetch";
import { allParts, anyHeader, hookStyle, type Part } from "../../drafts/hooks/parts";
import { asText, optionsOf } from "../../drafts/known";
import { callable } from "../../drafts/natives";
import { objectOf, oneOf, undefinedAt, unknown } from "../../drafts/objects";
import { anchorOf, type HeaderStyle, layered, layeredHeaders, removedFields, withoutField } from "../../drafts/options";
import { parseQuery } from "../../drafts/parse-query";
import { asAppended, joinQueries, queryOption, type QueryStyle } from "../../drafts/query-string";
import { flatten, partsOf, textPart } from "../../drafts/strings";
import type { Body } from "../../request";
import { fetchDefaults, fetchResponse } from "./fetch";

/** The options of `createAlova`. */
export interface Instance {
  readonly ts: typeof TS;
  readonly base?: Value;
  /** `unseen`: other code creates the instance. `unknown`: the adapter may change every part. */
  readonly adapter: "fetch" | "unseen" | "unknown";
  readonly customFetch?: Value;
  readonly beforeRequest?: Value | undefined;
  readonly responded?: Value | undefined;
}

/** The parts of a request that are not in its configuration. */
interface Own {
  readonly method: Value;
  readonly url: Value | undefined;
  readonly data: Value | undefined;
}

/** Hooks get the `Method`. Its members `type` and `config` do not occur in other clients' options. */
const otherMembers: readonly Part[] = ["method", "query", "body", "headers", anyHeader];
const requestHook = hookStyle({
  others: otherMembers,
  own: [
    ["type", "text", otherMembers],
    ["config", ["headers", "params"], otherMembers],
  ],
});
const queryStyle: QueryStyle = { dropped: ["undefined"], arrays: "comma" };
const headerStyle: HeaderStyle = { dropped: ["undefined", "null"], deletes: [], joins: true };
/** Members of a `Method` through which code cannot change the request. */
const harmless = new Set(["abort", "fromCache", "key", "meta", "onDownload", "onUpload", "promise", "setName"]);
const readable = new Set([...harmless, "baseURL", "type", "url"]);

/** A request that is sent each time it is awaited or sent by `send` or a hook. */
export class Method implements Native {
  readonly label = "alova's Method";
  readonly class = "Method";
  /** Set when code may have changed parts in place. */
  private changed = false;

  constructor(
    private readonly instance: Instance,
    private readonly made: NativeCall,
    private readonly own: Own,
    private readonly config: Value | undefined,
  ) {}

  get(name: string, at: Range): Value | undefined {
    if (name === "send")
      return opaque(
        callable("send", (call) => this.send(call, true)),
        at,
      );
    if (!readable.has(name) && !isPromiseMethod(name)) this.changed = true;
    return undefined;
  }

  set(name: string): void {
    if (!harmless.has(name)) this.changed = true;
  }

  await(call: NativeCall): Value {
    // If a variable is awaited, `call` is the call of the surrounding function, and not the one that created the request.
    return this.send(call, call.node === this.made.node);
  }

  /**
   * Sends the request.
   *
   * @param givesAnswer whether the call, awaited, evaluates to the result of this function.
   * @returns the answer as transformed by `responded` and `transform`.
   */
  send(call: NativeCall, givesAnswer: boolean): Value {
    const draft = this.draft(call);
    const id = call.send(draft);
    const { responded } = this.instance;
    const response = this.instance.adapter === "fetch" ? opaque(fetchResponse(id), call.range) : undefined;
    const given = response ?? unknown("what an adapter gives", call.range);
    const succeeded = responded?.kind === "object" ? layered([responded], "onSuccess", call.range) : responded;
    const read = handledBy(call, succeeded, given);
    const result = handledBy(call, layered([this.config], "transform", call.range), read);
    const origin = result.kind === "unknown" ? result.origin?.response : undefined;
    if (origin?.request === id && origin.part === "body" && origin.path.length === 0) {
      if (givesAnswer) draft.answer = { ways: [[]] };
      draft.typed = { node: this.made.node };
    }
    return result;
  }

  private draft(call: NativeCall): Draft {
    const { adapter, base, customFetch } = this.instance;
    const { method, url, data } = this.own;
    const isHere = this.made.node.getSourceFile() === call.node.getSourceFile();
    const { range: at, calleeRange } = isHere ? this.made : call;
    const headers = headersOf(layered([this.config], "headers", at), at);
    const params = layered([this.config], "params", at);
    const body = bodyOf(data, adapter);
    const draft: Draft = {
      client: "alova",
      method,
      range: at,
      made: [this.made.node],
      anchor: anchorOf(method, calleeRange, at),
      address: {
        url: url && !(params && mayEndEarly(url)) ? url : unknown("a URL that ends before its query", at),
        ...(base && { base }),
        join: "append",
        alone: "scheme",
        ownsRelative: base !== undefined,
      },
      query: params && url && mayEndEarly(url) ? unknown("a query behind a fragment", at) : queryOf(params, at),
      headers: withoutIgnored(headers, at),
      body,
      defaults: {
        ...fetchDefaults,
        contentType: withoutField([headers], "content-type", "application/json", isIgnored) !== undefined,
        removed: removedFields([headers], isIgnored),
        unseenHeaders: adapter !== "fetch" || customFetch !== undefined,
      },
    };
    return withHooks(draft, this.changedParts(), at);
  }

  private changedParts(): ReadonlySet<Part> {
    const { ts, adapter, customFetch, beforeRequest } = this.instance;
    if (this.changed || adapter === "unknown") return new Set(allParts);
    return new Set([
      ...changedBy(ts, beforeRequest, requestHook),
      ...changedByFetch(ts, customFetch ? [customFetch] : []),
    ]);
  }
}

/** @returns the result of a handler in the options, called with the answer. */
function handledBy(call: NativeCall, handler: Value | undefined, given: Value): Value {
  if (!handler) return given;
  if (handler.kind !== "opaque") return unknown("what a function makes of an answer", call.range);
  return call.invoke(handler, [given, unknown("what alova hands to a function", call.range)]);
}

/** alova serializes everything but texts, forms and bytes as JSON. */
function bodyOf(data: Value | undefined, adapter: Instance["adapter"]): Body | undefined {
  const body = jsonBody(data, "json");
  const isSure = adapter === "fetch" && body?.encoding !== "raw";
  return body && !isSure ? { ...body, encoding: "unknown" } : body;
}

/** Whether the adapter omits a header field with this value. */
function isIgnored(value: Value): boolean {
  if (value.kind === "boolean") return !value.value;
  return value.kind === "undefined" || value.kind === "null" || asText(value) === "";
}

/** alova spreads the header fields, so only members of a plain object are sent. */
function headersOf(given: Value | undefined, at: Range): ObjectValue | UnknownValue {
  if (!given) return objectOf([], at);
  return given.kind === "object" && given.class === undefined ? given : unknown("header fields", given.range);
}

function withoutIgnored(headers: ObjectValue | UnknownValue, at: Range): ObjectValue | UnknownValue {
  if (headers.kind === "unknown") return headers;
  const members = headers.members.map((member): Member => {
    const { key, value } = member;
    const ignored = optionsOf(value).filter(isIgnored);
    if (ignored.length === 0) return member;
    if (ignored.length === optionsOf(value).length) return { ...member, value: undefinedAt(value.range) };
    // If the type is omitted, `fetch` sends that of the body.
    if (key.toLowerCase() === "content-type") return { ...member, value: unknown("a type or none", value.range) };
    const sent = optionsOf(value).filter((option) => !isIgnored(option));
    return { ...member, value: oneOf([...sent, undefinedAt(value.range)], value.range) };
  });
  return layeredHeaders([{ ...headers, members }], at, headerStyle);
}

/** @returns the query as it arrives. alova appends it to the URL without percent-encoding, so special characters in it take effect. */
function queryOf(params: Value | undefined, at: Range): ObjectValue | UnknownValue {
  if (!params) return objectOf([], at);
  if (optionsOf(params).some(endsQuery)) return unknown("a query that ends early", at);
  const written = queryOption(asAppended(params), at, queryStyle);
  if (params.kind !== "object" || written.kind === "unknown") return written;
  const joined = joinQueries(
    written.members.map((member) => parameter(member, at)),
    at,
  );
  return { ...joined, open: joined.open || written.open };
}

/** Whether a parameter contains `#`, which ends the query. */
function endsQuery(params: Value): boolean {
  const texts =
    params.kind === "object" ? params.members.flatMap(({ key, value }) => [key, ...textsOf(value)]) : textsOf(params);
  return texts.some((text) => text.includes("#"));
}

/** Whether a query appended to the URL may change. A fragment absorbs it, and trailing white space becomes part of it. */
function mayEndEarly(url: Value): boolean {
  return textsOf(url).some((text) => /#|\s$/.test(text));
}

/** @returns the texts that a value, or an element of it, may be. */
function textsOf(value: Value): readonly string[] {
  return optionsOf(value).flatMap((option) => {
    if (option.kind === "array") return option.elements.flatMap((element) => textsOf(element.value));
    return option.kind === "string" ? [flatten(option.parts)] : [];
  });
}

/** @returns the parameters that the server sees for a member: `a: "1&b=2"` is two. */
function parameter(member: Member, at: Range): ObjectValue {
  const isPlain = ![member.key, ...textsOf(member.value)].some((text) => /[&+%]/.test(text));
  if (isPlain) return objectOf([member], at);
  const [only, ...others] = optionsOf(member.value);
  if (!only || others.length > 0)
    return objectOf([{ ...member, value: unknown("written into the URL as it is", at), presence: "maybe" }], at, true);
  const parsed = parseQuery([textPart(member.key, member.keyRange), textPart("=", at), ...partsOf(only)], at);
  return { ...parsed, members: parsed.members.map((each) => ({ ...each, presence: member.presence })) };
}
