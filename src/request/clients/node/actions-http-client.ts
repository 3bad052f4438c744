import { nativeOf, opaque, type Native, type NativeCall } from "../../../clients/native";
import type { Range } from "../../../text/range";
import type { ObjectValue, Value } from "../../../value/value";
import { argument, rawBody } from "../../drafts/body";
import { asText } from "../../drafts/known";
import { answer, answerHeaders, answerObject, callable, namespace } from "../../drafts/natives";
import { objectOf, unknown } from "../../drafts/objects";
import { layered, layeredHeaders, methodNamed, upperCase } from "../../drafts/options";
import type { Body } from "../../request";
import { partsOf, stringOf, textPart } from "../../drafts/strings";
import type { Client } from "../client";

/** The HTTP client of the Actions toolkit: full URLs, a function for each HTTP method, and handlers that set credentials. */
export const actionsHttpClient: Client = {
  name: "actions-http-client",
  modules: {
    "@actions/http-client": () => namespace("@actions/http-client", { HttpClient: clientClass }),
    "@actions/http-client/lib/auth": authModule,
    "@actions/http-client/auth": authModule,
  },
  types: [
    {
      names: ["HttpClient"],
      packages: ["@actions/http-client"],
      needsPackage: true,
      make: () => clientOf({ headers: undefined, authorization: "unknown", userAgent: "unknown" }),
    },
  ],
};

interface Instance {
  readonly headers: Value | undefined;
  /** The Authorization field set by a handler; `unknown` if a handler may set one. */
  readonly authorization: Value | "unknown" | undefined;
  readonly userAgent: string | undefined;
}

/** A handler that sets the Authorization field on every request. */
interface Handler extends Native {
  readonly authorization: Value;
}

function authModule(): Native {
  const handler = (label: string, write: (call: NativeCall) => Value) => (): Native => ({
    label,
    class: label,
    construct(call) {
      const created: Handler = { label, authorization: write(call) };
      return opaque(created, call.range);
    },
  });
  const basic = (call: NativeCall): Value =>
    credentials("Basic ", unknown("user name and password", call.range), call.range);
  return namespace("@actions/http-client/auth", {
    BearerCredentialHandler: handler("BearerCredentialHandler", (call) =>
      credentials("Bearer ", argument(call, 0) ?? unknown("no token", call.range), call.range),
    ),
    BasicCredentialHandler: handler("BasicCredentialHandler", basic),
    PersonalAccessTokenCredentialHandler: handler("PersonalAccessTokenCredentialHandler", basic),
  });
}

function credentials(scheme: string, value: Value, at: Range): Value {
  return stringOf([textPart(scheme, at), ...partsOf(value)], at);
}

function clientClass(): Native {
  return {
    label: "HttpClient",
    class: "HttpClient",
    construct(call) {
      const agent = argument(call, 0);
      const instance: Instance = {
        headers: layered([argument(call, 2)], "headers", call.range),
        authorization: authorizationOf(argument(call, 1)),
        userAgent: agent && agent.kind !== "undefined" ? (asText(agent) ?? "unknown") : "unknown",
      };
      return opaque(clientOf(instance), call.range);
    },
  };
}

function authorizationOf(handlers: Value | undefined): Instance["authorization"] {
  if (!handlers || handlers.kind === "undefined") return undefined;
  if (handlers.kind !== "array" || handlers.open) return "unknown";
  const [only, ...others] = handlers.elements;
  if (!only) return undefined;
  const native = nativeOf(only.value);
  return native && "authorization" in native && others.length === 0 && only.presence === "always"
    ? (native as Handler).authorization
    : "unknown";
}

/** By function name: the HTTP method, whether it sends a body, and whether it uses JSON. */
const functions: Readonly<Record<string, { readonly method: string; readonly sends: boolean; readonly json?: true }>> =
  {
    options: { method: "OPTIONS", sends: false },
    get: { method: "GET", sends: false },
    del: { method: "DELETE", sends: false },
    head: { method: "HEAD", sends: false },
    post: { method: "POST", sends: true },
    put: { method: "PUT", sends: true },
    patch: { method: "PATCH", sends: true },
    getJson: { method: "GET", sends: false, json: true },
    postJson: { method: "POST", sends: true, json: true },
    putJson: { method: "PUT", sends: true, json: true },
    patchJson: { method: "PATCH", sends: true, json: true },
  };

function clientOf(instance: Instance): Native {
  return {
    label: "HttpClient",
    class: "HttpClient",
    get(name, at) {
      if (name === "request")
        return opaque(
          callable("HttpClient.request", (call) => {
            const method = argument(call, 0) ?? unknown("no method", call.range);
            return send(instance, call, { method: upperCase(method), from: 1, sends: true, json: false });
          }),
          at,
        );
      const known = Object.hasOwn(functions, name) ? functions[name] : undefined;
      if (!known) return undefined;
      return opaque(
        callable(`HttpClient.${name}`, (call) => {
          const method = methodNamed(known.method, call.calleeRange);
          return send(instance, call, { method, from: 0, sends: known.sends, json: known.json === true });
        }),
        at,
      );
    },
  };
}

interface Asked {
  readonly method: Value;
  /** The argument index of the URL. */
  readonly from: number;
  readonly sends: boolean;
  readonly json: boolean;
}

function send(instance: Instance, call: NativeCall, { method, from, sends, json }: Asked): Value {
  const at = call.range;
  const data = sends ? argument(call, from + 1) : undefined;
  const own = argument(call, sends ? from + 2 : from + 1);
  const body: Body | undefined = json && data ? { value: data, encoding: "json" } : rawBody(data);
  const id = call.send({
    client: "HttpClient",
    method,
    anchor: call.calleeRange,
    address: { url: argument(call, from) ?? unknown("no URL", at), join: "resolve", ownsRelative: false },
    query: objectOf([], at),
    headers: headersOf(instance, own, at),
    body,
    defaults: {
      contentType: json && sends,
      acceptEncoding: undefined,
      userAgent: instance.userAgent,
      unseenHeaders: instance.authorization === "unknown",
    },
    answer: { ways: json ? [["result"]] : [] },
  });
  const status = answer(id, "response", ["status"], at, "number");
  if (!json) return answerObject({ message: unknown("a message", at) }, at);
  return answerObject(
    { result: answer(id, "body", [], at), statusCode: status, headers: opaque(answerHeaders(id), at) },
    at,
  );
}

function headersOf({ headers, authorization }: Instance, own: Value | undefined, at: Range): ObjectValue {
  const given = layeredHeaders([headers, own], at, { dropped: [], deletes: [] });
  if (!authorization || authorization === "unknown") return given;
  const { range } = authorization;
  return layeredHeaders(
    [given, objectOf([{ key: "Authorization", keyRange: range, value: authorization, presence: "always" }], range)],
    at,
  );
}
