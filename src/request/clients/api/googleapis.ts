import type { Draft } from "../../draft";
import { dataMember } from "../../../response/answer";
import { opaque, type Native, type NativeCall } from "../../../evaluator/models/native";
import type { Range } from "../../../text/range";
import type { ObjectValue, UnknownValue, Value } from "../../../value/value";
import { argument, jsonBody } from "../../body";
import { answer, answerHeaders, answerObject } from "../../natives";
import { asObject, objectOf, unknown } from "../../objects";
import { layered, layeredHeaders, methodNamed } from "../../options";
import { queryOption } from "../../query-string";
import { membersLeft } from "../../template";
import { stringOf, textPart } from "../../strings";
import type { Client } from "../client";

/** Methods whose HTTP method the conventions of discovery documents fix; `update` is PUT in one service and PATCH in another. */
const httpMethods: Readonly<Record<string, string>> = { get: "GET", list: "GET", patch: "PATCH", delete: "DELETE" };

/** Parameters that every generated method has; the path's are not told apart from the query's without the service's description. */
const queryParameters = new Set([
  "fields",
  "pageToken",
  "pageSize",
  "maxResults",
  "alt",
  "key",
  "prettyPrint",
  "quotaUser",
  "q",
  "orderBy",
]);

/** Google's generated clients. */
export const googleapis: Client = {
  name: "googleapis",
  modules: { googleapis: googleapisModule, "@googleapis/*": googleapisModule },
  types: [
    {
      names: ["*"],
      packages: ["googleapis", "@googleapis/*"],
      needsPackage: true,
      make: (_, name) => service(name, undefined),
    },
    { names: ["Resource$*"], make: (_, name) => service(name, undefined) },
  ],
};

/** The module `googleapis` or `@googleapis/x`: `google.drive({version, auth})`, `drive({version, auth})`. */
export function googleapisModule(): Native {
  const google: Native = {
    label: "google",
    get: (name, at) => (name === "auth" ? undefined : opaque(serviceFactory(name), at)),
  };
  return {
    label: "googleapis",
    get: (name, at) =>
      name === "google" || name === "default"
        ? opaque(google, at)
        : name === "auth"
          ? undefined
          : opaque(serviceFactory(name), at),
  };
}

function serviceFactory(name: string): Native {
  return { label: `google.${name}`, call: (call) => opaque(service(name, argument(call, 0)), call.range) };
}

/** A service's client, or a resource of it of which only the type is known. */
export function service(name: string, options: Value | undefined): Native {
  return { label: name, get: (resource, at) => opaque(resourceOf(`${name}.${resource}`, name, resource, options), at) };
}

/** `drive.files`, and what may be a method of it as well as a resource inside: `drive.files.update`, `projects.locations.list`. */
function resourceOf(label: string, api: string, name: string, options: Value | undefined): Native {
  return {
    label,
    get: (inner, at) =>
      inner === "context" ? undefined : opaque(resourceOf(`${label}.${inner}`, api, inner, options), at),
    call: (call) => send(label, api, name, options, call),
  };
}

function send(label: string, api: string, name: string, options: Value | undefined, call: NativeCall): Value {
  const at = call.range;
  const parameters = asObject(argument(call, 0) ?? objectOf([], at));
  const callOptions = argument(call, 1);
  const auth = layered([options], "auth", at);
  const verb = Object.hasOwn(httpMethods, name) ? httpMethods[name] : undefined;
  const root = layered([options], "rootUrl", at) ?? stringOf([textPart(`https://${api}.googleapis.com/`, at)], at);
  const body = jsonBody(layered([parameters], "requestBody", at) ?? layered([parameters], "resource", at), false);
  const draft: Draft = {
    client: label,
    method: verb
      ? methodNamed(verb, call.calleeRange)
      : unknown(`HTTP method of \`${label}\` is in the service's description`, call.calleeRange),
    anchor: call.calleeRange,
    address: {
      url: unknown("path is in the service's description", call.calleeRange),
      base: root,
      join: "append",
      ownsRelative: true,
    },
    query: queryOf(parameters, at),
    replacesQuery: "always",
    headers: layeredHeaders([layered([callOptions], "headers", at)], at),
    body,
    defaults: {
      contentType: true,
      acceptEncoding: "gzip",
      userAgent: "google-api-nodejs-client (gzip)",
      unseenHeaders: true,
    },
    token: auth ?? unknown("token of the client", at, { origin: { trail: [api] } }),
    typed: { node: call.node, property: "data" },
    answer: dataMember,
  };
  const id = call.send(draft);
  return answerObject(
    {
      data: answer(id, "body", [], at),
      headers: opaque(answerHeaders(id), at),
      status: answer(id, "response", ["status"], at, "number"),
    },
    at,
  );
}

/** What surely goes into the query; a parameter of another name may belong to the path. */
function queryOf(parameters: ObjectValue | UnknownValue, at: Range): ObjectValue | UnknownValue {
  if (parameters.kind === "unknown") return parameters;
  const others = membersLeft(
    parameters,
    (key) => queryParameters.has(key) || ["requestBody", "resource", "media", "auth"].includes(key),
  );
  const own = queryOption(
    { ...parameters, members: parameters.members.filter((member) => queryParameters.has(member.key)) },
    at,
    { dropped: ["undefined"], arrays: "repeat" },
  );
  return own.kind === "object" && others.members.length > 0 ? { ...own, open: true } : own;
}
