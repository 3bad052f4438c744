import { opaque, type Native, type NativeCall } from "../../../clients/native";
import type { Range } from "../../../text/range";
import type { StringPart, Value } from "../../../value/value";
import { argument, jsonBody } from "../../drafts/body";
import type { Draft } from "../../drafts/draft";
import { answer, answerHeaders, answerObject, callable, namespace } from "../../drafts/natives";
import { asObject, objectOf, unknown } from "../../drafts/objects";
import { headersOfLayers, layered, methodNamed, methodOrGet } from "../../drafts/options";
import { queryOption, type QueryStyle } from "../../drafts/query-string";
import { stringOf, textPart } from "../../drafts/strings";
import { fillTemplate, membersLeft } from "../../drafts/template";
import type { Client } from "../client";
import table from "./gapi-methods.json";

/**
 * Google's browser client: `gapi.client.drive.files.list(…)` and `gapi.client.request(…)`. It loads its methods from the service at run time. The table lists
 * those of some services; it is generated from Google's packages (`@googleapis/*`).
 */
export const gapi: Client = { name: "gapi", globals: { gapi: gapiGlobal } };

interface Service {
  readonly root: string;
  readonly methods: Readonly<Record<string, string>>;
}

const services: Readonly<Record<string, Service>> = table;
const queryStyle: QueryStyle = { dropped: ["undefined"], arrays: "repeat" };

function gapiGlobal(): Native {
  return namespace("gapi", {
    client: () => ({
      label: "gapi.client",
      get(name, at) {
        if (name === "request") return opaque(callable("gapi.client.request", sendAny), at);
        const service = Object.hasOwn(services, name) ? services[name] : undefined;
        return service && opaque(resourceOf(service, name, ""), at);
      },
    }),
  });
}

/** @param prefix the names of the enclosing resources, each followed by a dot. */
function resourceOf(service: Service, api: string, prefix: string): Native {
  const label = `gapi.client.${api}.${prefix}`;
  return {
    label,
    get(name, at) {
      const route = Object.hasOwn(service.methods, prefix + name) ? service.methods[prefix + name] : undefined;
      if (route !== undefined)
        return opaque(
          callable(label + name, (call) => sendMethod({ service, api, label: label + name, route }, call)),
          at,
        );
      const inner = `${prefix}${name}.`;
      const isResource = Object.keys(service.methods).some((each) => each.startsWith(inner));
      return isResource ? opaque(resourceOf(service, api, inner), at) : undefined;
    },
  };
}

interface Method {
  readonly service: Service;
  readonly api: string;
  readonly label: string;
  readonly route: string;
}

/** The first argument holds the parameters and, in `resource`, the body. A second argument is the body. */
function sendMethod({ service, api, label, route }: Method, call: NativeCall): Value {
  const at = call.range;
  const [verb = "GET", path = ""] = route.split(" ");
  const given = asObject(argument(call, 0) ?? objectOf([], at));
  const filled = fillTemplate(stringOf(templateOf(path, api, call), at), given, at);
  const left =
    given.kind === "object" ? membersLeft(given, (key) => filled.used.has(key) || key === "resource") : given;
  const { missing } = filled;
  return send(call, {
    client: label,
    method: methodNamed(verb, call.calleeRange),
    address: { url: filled.url, base: stringOf([textPart(service.root, at)], at), join: "append", ownsRelative: true },
    query: queryOption(left, at, queryStyle),
    headers: objectOf([], at),
    body: jsonBody(argument(call, 1) ?? layered([given], "resource", at)),
    ...(missing.length > 0 && { unfilled: missing }),
  });
}

/** @returns the path of a method. For Drive, the version is a hole unless this file names v3: v2 and v3 are both in use, and other code may load either. */
function templateOf(path: string, api: string, call: NativeCall): readonly StringPart[] {
  const at = call.range;
  if (api !== "drive" || /drive\/v3\b|["']drive["'],\s*["']v3["']/u.test(call.node.getSourceFile().text))
    return [textPart(path, at)];
  const version: StringPart = { kind: "hole", value: unknown("version of Drive", at) };
  return [textPart("/drive/", at), version, textPart(path.replace("/drive/v3", ""), at)];
}

/** `gapi.client.request({ path, method, params, headers, body })`. */
function sendAny(call: NativeCall): Value {
  const at = call.range;
  const options = argument(call, 0) ?? objectOf([], at);
  return send(call, {
    client: "gapi.client.request",
    method: methodOrGet([options], call),
    address: {
      url: layered([options], "path", at) ?? unknown("no path", at),
      base: stringOf([textPart("https://www.googleapis.com", at)], at),
      join: "append",
      ownsRelative: true,
    },
    query: queryOption(layered([options], "params", at) ?? objectOf([], at), at, queryStyle),
    headers: headersOfLayers([options], at, { dropped: ["undefined"], deletes: [] }),
    body: jsonBody(layered([options], "body", at)),
  });
}

type Own = Pick<Draft, "client" | "method" | "address" | "query" | "headers" | "body" | "unfilled">;

function send(call: NativeCall, own: Own): Value {
  const { range, node } = call;
  const id = call.send({
    ...own,
    serves: { name: "Google", selects: true },
    anchor: call.calleeRange,
    defaults: { contentType: true, acceptEncoding: "gzip", userAgent: "unknown", unseenHeaders: true },
    token: unknown("token of gapi", range),
    typed: { node, property: "result" },
    answer: { ways: [["result"]] },
  } satisfies Draft);
  return answerOf(id, range);
}

function answerOf(id: number, at: Range): Value {
  const headers = opaque(answerHeaders(id), at);
  return answerObject({ result: answer(id, "body", [], at), headers }, at);
}
