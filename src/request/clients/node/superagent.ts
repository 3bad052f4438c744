import type TS from "typescript";
import { Learned } from "../../../clients/learned";
import { type Native, type NativeCall, nativeOf, opaque, stringifiedValue } from "../../../clients/native";
import { argument } from "../../drafts/body";
import { RequestBuilder } from "../../drafts/builder";
import type { Client } from "../client";
import { draftOf, typeOf, unfinished } from "./superagent-request";
import { asText } from "../../drafts/known";
import { answer, answerHeaders, answerObject, callable } from "../../drafts/natives";
import { unknown } from "../../drafts/objects";
import { methodNamed, upperCase } from "../../drafts/options";
import { partsOf, stringOf, textPart } from "../../drafts/strings";
import type { Range } from "../../../text/range";
import type { Value } from "../../../value/value";

const methods = new Set(["get", "post", "put", "patch", "head", "delete", "del", "options"]);

/** superagent: a chain that is sent when it is awaited. */
export const superagent: Client = {
  name: "superagent",
  globals: { superagent: ({ ts }) => superagentModule(ts) },
  modules: { superagent: ({ ts }) => superagentModule(ts) },
};

/** The module `superagent`: `superagent.patch(url).set(...).query(...).send(...)`. `await`, `then` and `end` send it. */
export function superagentModule(ts: typeof TS): Native {
  const start = (call: NativeCall, method: Value, url: Value | undefined, data?: Value): Value => {
    if (!url) return unknown("no URL", call.range);
    const builder = new RequestBuilder(ts, call);
    const request = chain(builder, method, url);
    const isCallback = data?.kind === "opaque" && !stringifiedValue(data);
    if (data && !isCallback) {
      if (/^(?:GET|HEAD)$/.test(asText(method) ?? "")) builder.addQuery(call, data);
      else builder.addBody(call, data);
    }
    const callback = isCallback ? data : argument(call, 2);
    if (callback?.kind === "opaque") callEnd(request, call, callback);
    return opaque(request, call.range);
  };
  const native: Native = {
    label: "superagent",
    call: (call) => {
      const [first, second] = [argument(call, 0), argument(call, 1)];
      return second && second.kind !== "opaque"
        ? start(call, first ? upperCase(first) : methodNamed("GET", call.calleeRange), second)
        : start(call, methodNamed("GET", call.calleeRange), first);
    },
    get(name, at) {
      if (methods.has(name))
        return opaque(
          callable(`superagent.${name}`, (call) =>
            start(
              call,
              methodNamed(name === "del" ? "delete" : name, call.calleeRange),
              argument(call, 0),
              argument(call, 1),
            ),
          ),
          at,
        );
      if (name === "default") return opaque(native, at);
      if (name === "agent")
        return opaque(
          callable("superagent.agent", (call) => opaque(agent(ts), call.range)),
          at,
        );
      return undefined;
    },
  };
  return native;
}

/** A callback as the last argument of the initial call sends the request immediately. */
function callEnd(request: Native, call: NativeCall, callback: Value): void {
  nativeOf(request.get?.("end", call.range))?.call?.({ ...call, arguments: [callback] });
}

/** An agent keeps cookies and defaults for all of its requests. */
function agent(ts: typeof TS): Native {
  const defaults = new Learned<readonly ((builder: RequestBuilder, state: ChainState) => void)[]>([]);
  const start = (name: string, at: Range): Native =>
    callable(`superagent.${name}`, (call) => {
      const builder = new RequestBuilder(ts, call);
      const state: ChainState = {};
      for (const apply of defaults.value) apply(builder, state);
      builder.unseen = true;
      const method = methodNamed(name === "del" ? "delete" : name, call.calleeRange);
      return opaque(chain(builder, method, argument(call, 0) ?? unknown("no URL", at), state), call.range);
    });
  const setting = (name: string): Native =>
    callable(`agent.${name}`, (call) => {
      const apply = Object.hasOwn(settings, name) ? settings[name] : undefined;
      if (apply)
        defaults.value = [
          ...defaults.value,
          (builder, state) => {
            apply(builder, call, state);
          },
        ];
      return opaque(native, call.range);
    });
  const native: Native = {
    label: "superagent.agent",
    get: (name, at) => opaque(methods.has(name) ? start(name, at) : setting(name), at),
  };
  return native;
}

interface ChainState {
  /** Where user name and password are passed. */
  basic?: Range;
}

/** Steps that change the request. */
const settings: Readonly<Record<string, (builder: RequestBuilder, call: NativeCall, state: ChainState) => void>> = {
  set: (builder, call) => {
    builder.setHeaders(call, argument(call, 0), argument(call, 1));
  },
  unset: (builder, call) => {
    builder.removeHeader(call, argument(call, 0));
  },
  query: (builder, call) => {
    builder.addQuery(call, argument(call, 0) ?? unknown("no query", call.range));
  },
  type: (builder, call) => {
    builder.setHeaders(call, named("Content-Type", call.calleeRange), typeOf(argument(call, 0)));
  },
  accept: (builder, call) => {
    builder.setHeaders(call, named("Accept", call.calleeRange), typeOf(argument(call, 0)));
  },
  auth: authorise,
  // A plugin can change the whole request.
  use: (builder) => {
    builder.unseen = true;
    builder.writesBody = true;
  },
  serialize: (builder) => {
    builder.writesBody = true;
  },
};

/** @param calls the calls of the chain so far. */
function chain(
  builder: RequestBuilder,
  method: Value,
  url: Value,
  state: ChainState = {},
  calls: readonly NativeCall[] = [],
): Native {
  let sentAlone: number | undefined;
  const send = (call: NativeCall): Value => {
    const seen = builder.seenBy(calls);
    const own = draftOf(seen, method, url, call, state.basic);
    const draft = call.isHandedBack ? unfinished(own, call.range) : own;
    const sent = (seen === builder ? builder.sent : sentAlone) ?? call.send(draft);
    if (seen === builder) builder.sent = sent;
    else sentAlone = sent;
    draft.typed = { node: call.node, property: "body" };
    return response(sent, call.range);
  };
  const step =
    (apply: (call: NativeCall) => void): (() => Native) =>
    () =>
      callable("superagent's request", (call) => {
        apply(call);
        return opaque(chain(builder, method, url, state, [...calls, call]), call.range);
      });
  const steps: Readonly<Record<string, () => Native>> = {
    send: step((call) => {
      const body = argument(call, 0);
      if (!body || body.kind === "undefined") builder.removeBody(call);
      else builder.addBody(call, body);
    }),
    attach: step((call) => {
      builder.addBody(call, unknown("a form", call.range));
    }),
    field: step((call) => {
      builder.addBody(call, unknown("a form", call.range));
    }),
    end: () =>
      callable("end", (call) => {
        const answered = send(call);
        const callback = argument(call, 0);
        if (callback) call.invoke(callback, [{ kind: "null", range: call.range }, answered]);
        return opaque(native, call.range);
      }),
  };
  const native: Native = {
    label: "superagent's request",
    get(name, at) {
      if (Object.hasOwn(steps, name)) return opaque((steps[name] ?? step(() => undefined))(), at);
      if (notSteps.has(name)) return undefined;
      const apply = Object.hasOwn(settings, name) ? settings[name] : undefined;
      return opaque(
        step((call) => {
          if (apply) apply(builder, call, state);
          // `use` and methods added by plugins may change anything.
          else if (!harmless.has(name)) builder.unseen = true;
        })(),
        at,
      );
    },
    await: send,
    begun: (node) => chain(builder.seenBy(calls).begun(node), method, url, { ...state }),
  };
  return native;
}

/** Members of a request that are not steps of the chain. */
const notSteps = new Set([
  ...["then", "catch", "finally", "constructor", "toString", "valueOf", "toJSON", "toObject"],
  ...[
    "abort",
    "pipe",
    "write",
    "request",
    "method",
    "url",
    "header",
    "headers",
    "qs",
    "req",
    "res",
    "response",
    "cookies",
  ],
]);

const harmless = new Set([
  ...["sortQuery", "http2", "agent", "lookup", "connect", "trustLocalhost", "pfx"],
  "timeout",
  "retry",
  "redirects",
  "ok",
  "on",
  "once",
  "responseType",
  "parse",
  "buffer",
  "withCredentials",
  "disableTLSCerts",
  "ca",
  "key",
  "cert",
  "maxResponseSize",
]);

function authorise(builder: RequestBuilder, call: NativeCall, state: ChainState): void {
  const last = call.arguments.at(-1);
  const options = call.arguments.length > 2 || last?.kind === "object" ? last : undefined;
  const type =
    options?.kind === "object" ? asText(options.members.find((member) => member.key === "type")?.value) : undefined;
  const [first] = call.arguments;
  if (type === "bearer" && first)
    builder.setHeaders(
      call,
      named("Authorization", call.calleeRange),
      stringOf([textPart("Bearer ", first.range), ...partsOf(first)], first.range),
    );
  else if (options) builder.unseen = true;
  else state.basic = call.calleeRange;
}

function named(name: string, at: Range): Value {
  return stringOf([textPart(name, at)], at);
}

function response(id: number, at: Range): Value {
  const headers = opaque(answerHeaders(id), at);
  const get = opaque(
    callable("get", (call) => {
      const name = asText(argument(call, 0));
      return name === undefined
        ? unknown("header of an answer", call.range)
        : answer(id, "headers", [name.toLowerCase()], call.range);
    }),
    at,
  );
  const text = answer(id, "response", ["text"], at, "string");
  return answerObject(
    {
      body: answer(id, "body", [], at),
      headers,
      header: headers,
      get,
      text,
      status: answer(id, "response", ["status"], at, "number"),
    },
    at,
  );
}
