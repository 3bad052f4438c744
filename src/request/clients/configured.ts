import { unseenBase } from "../drafts/draft";
import type { CallDefinition } from "../../contract/configuration/configuration";
import { type Native, type NativeCall, stringifiedValue } from "../../clients/native";
import type { Value } from "../../value/value";
import { argument, rawBody, stringifiedBody } from "../drafts/body";
import { optionsOf } from "../drafts/known";
import { answer, callable } from "../drafts/natives";
import { unknown } from "../drafts/objects";
import { headersOption, layered, methodNamed, upperCase } from "../drafts/options";
import { queryOption } from "../drafts/query-string";
import type { Body } from "../request";

/** @returns a look-up of configured clients by the called expression. `stackClient.fetchJSON` also matches `this.client.stackClient.fetchJSON`. */
export function configuredClients(definitions: readonly CallDefinition[]): (expression: string) => Native | undefined {
  const byCall = new Map(definitions.map((definition) => [definition.call, definition]));
  return (expression) => {
    const definition =
      byCall.size === 0
        ? undefined
        : endsOf(expression)
            .map((end) => byCall.get(end))
            .find(Boolean);
    return definition && configuredClient(definition);
  };
}

/**
 * @returns the suffixes of a dotted name to look up. Many objects may have a member of a single-name definition, so a single name matches only alone or on
 * `this`.
 */
function endsOf(expression: string): readonly string[] {
  const own = expression.replace(/^this\./, "");
  const parts = own.split(".");
  return [expression, own, ...parts.slice(1, -1).map((_, index) => parts.slice(index + 1).join("."))];
}

/** A wrapper that the configuration describes: which argument, or member of an argument, is which part of the request. */
function configuredClient(definition: CallDefinition): Native {
  return callable(definition.call, (call) => {
    const at = call.range;
    const method = methodOf(definition.method, call);
    const headers = locate(definition.headers, call);
    const id = call.send({
      client: definition.call,
      method: upperCase(method),
      anchor: call.calleeRange,
      address: {
        url: locate(definition.path, call) ?? unknown("no path", at),
        base: unseenBase(at),
        join: "append",
        ownsRelative: true,
      },
      query: queryOption(locate(definition.query, call), at, { dropped: ["undefined"], arrays: "unknown" }),
      headers: headersOption(headers, at),
      body: bodyOf(locate(definition.body, call)),
      defaults: { contentType: true, acceptEncoding: "unknown", userAgent: "unknown", unseenHeaders: true },
    });
    return answer(id, "response", ["result"], at);
  });
}

/** `place` is a method name, or the position of an argument. */
function methodOf(place: CallDefinition["method"], call: NativeCall): Value {
  if (place === undefined) return unknown("method is not configured", call.calleeRange);
  if (typeof place === "string" && !/^\d/.test(place)) return methodNamed(place, call.calleeRange);
  const given = locate(place, call);
  if (given) return given;
  // An options object that omits its method means GET, as in `fetch`. An omitted argument may mean anything.
  return typeof place === "string" && place.includes(".")
    ? methodNamed("GET", call.range)
    : unknown("no method", call.range);
}

/** The wrapper serializes the body as JSON unless the caller has done so. */
function bodyOf(value: Value | undefined): Body | undefined {
  const isWritten = value !== undefined && optionsOf(value).every((each) => stringifiedValue(each) !== undefined);
  return isWritten ? rawBody(value) : stringifiedBody(value);
}

/** Follows `2.headers`: the index of an argument, then member names. */
function locate(place: string | number | undefined, call: NativeCall): Value | undefined {
  if (place === undefined) return undefined;
  const [index, ...path] = String(place).split(".");
  let value = argument(call, Number(index));
  for (const key of path) value = layered([value], key, call.range);
  return value?.kind === "undefined" ? undefined : value;
}
