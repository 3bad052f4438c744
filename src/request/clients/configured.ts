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

/**
 * The clients that the configuration describes, by the expression that is called: `stackClient.fetchJSON` stands for `this.client.stackClient.fetchJSON` too.
 */
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

/** A single name may be a member of many objects, so it counts only by itself or on `this`. */
function endsOf(expression: string): readonly string[] {
  const own = expression.replace(/^this\./, "");
  const parts = own.split(".");
  return [expression, own, ...parts.slice(1, -1).map((_, index) => parts.slice(index + 1).join("."))];
}

/** A wrapper that the configuration describes: the part of the request that each argument, or member of one, is. */
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

/** A method's name, or its position among the arguments. */
function methodOf(place: CallDefinition["method"], call: NativeCall): Value {
  if (place === undefined) return unknown("method is not configured", call.calleeRange);
  if (typeof place === "string" && !/^\d/.test(place)) return methodNamed(place, call.calleeRange);
  const given = locate(place, call);
  if (given) return given;
  // Among options, as those of `fetch`, a method that is left out means GET; an argument that is left out may mean anything.
  return typeof place === "string" && place.includes(".")
    ? methodNamed("GET", call.range)
    : unknown("no method", call.range);
}

/** The body, which the wrapper writes as JSON, unless its caller has done so. */
function bodyOf(value: Value | undefined): Body | undefined {
  const isWritten = value !== undefined && optionsOf(value).every((each) => stringifiedValue(each) !== undefined);
  return isWritten ? rawBody(value) : stringifiedBody(value);
}

/** Follows `2.headers`: an argument's index, then names of members. */
function locate(place: string | number | undefined, call: NativeCall): Value | undefined {
  if (place === undefined) return undefined;
  const [index, ...path] = String(place).split(".");
  let value = argument(call, Number(index));
  for (const key of path) value = layered([value], key, call.range);
  return value?.kind === "undefined" ? undefined : value;
}
