import type TS from "typescript";
import { opaque, type Native, type NativeCall } from "../../../clients/native";
import type { Range } from "../../../text/range";
import type { Value } from "../../../value/value";
import { argument, jsonBody } from "../../drafts/body";
import { RequestBuilder } from "../../drafts/builder";
import { answer, callable, namespace } from "../../drafts/natives";
import { objectOf, unknown } from "../../drafts/objects";
import { layered, methodNamed } from "../../drafts/options";
import { joinQueries, queryOption } from "../../drafts/query-string";
import { maybeQuery } from "../../drafts/query-layers";
import { partsOf, stringOf, textPart } from "../../drafts/strings";
import { nowhere, type Client } from "../client";

/** Microsoft's Graph client: `client.api(path).header(…).query(…).patch(body)`. Each step changes the chain in place. */
export const microsoftGraph: Client = {
  name: "microsoft-graph",
  modules: { "@microsoft/microsoft-graph-client": graphModule },
  types: [
    {
      names: ["Client"],
      packages: ["@microsoft/microsoft-graph-client"],
      needsPackage: true,
      make: ({ ts }) => client(ts, unknown("options set elsewhere", nowhere)),
    },
  ],
};

const root = "https://graph.microsoft.com/";
const verbs: Readonly<Record<string, string>> = {
  get: "GET",
  post: "POST",
  create: "POST",
  put: "PUT",
  patch: "PATCH",
  update: "PATCH",
  delete: "DELETE",
  del: "DELETE",
};
/** Steps that add one query parameter. */
const parameters: Readonly<Record<string, string>> = {
  select: "$select",
  expand: "$expand",
  orderby: "$orderby",
  filter: "$filter",
  search: "$search",
  top: "$top",
  skip: "$skip",
  skipToken: "$skipToken",
  count: "$count",
};
/** Steps that do not change the request. */
const silent = new Set(["responseType", "options", "option", "middlewareOptions"]);

function graphModule({ ts }: { readonly ts: typeof TS }): Native {
  const make = (label: string): Native =>
    callable(label, (call) => opaque(client(ts, argument(call, 0) ?? objectOf([], call.range)), call.range));
  return namespace("@microsoft/microsoft-graph-client", {
    Client: () =>
      namespace("Client", {
        init: () => make("Client.init"),
        initWithMiddleware: () => make("Client.initWithMiddleware"),
      }),
  });
}

function client(ts: typeof TS, options: Value): Native {
  return namespace("Microsoft Graph", {
    api: () =>
      callable("client.api", (call) => {
        const path = argument(call, 0) ?? unknown("no path", call.range);
        const builder = new RequestBuilder(ts, call);
        return opaque(chain({ builder, path, options, version: undefined }), call.range);
      }),
  });
}

interface State {
  readonly builder: RequestBuilder;
  readonly path: Value;
  /** Options passed to the client's constructor. */
  readonly options: Value;
  version: Value | undefined;
}

function chain(state: State): Native {
  const { builder } = state;
  const step = (name: string, change: (call: NativeCall) => void): Native =>
    callable(`client.api.${name}`, (call) => {
      change(call);
      return opaque(native, call.range);
    });
  const steps: Readonly<Record<string, (call: NativeCall) => void>> = {
    header: (call) => {
      builder.setHeaders(call, argument(call, 0), argument(call, 1));
    },
    headers: (call) => {
      builder.setHeaders(call, argument(call, 0) ?? unknown("header fields", call.range), undefined);
    },
    query: (call) => {
      builder.addQuery(call, argument(call, 0) ?? unknown("a query", call.range));
    },
    version: (call) => {
      state.version = builder.isSure(call) ? argument(call, 0) : unknown("one of several versions", call.range);
    },
  };
  const native: Native = {
    label: "client.api()",
    get(name, at) {
      const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
      if (verb !== undefined)
        return opaque(
          callable(`client.api.${name}`, (call) => send(state, verb, call)),
          at,
        );
      const change = Object.hasOwn(steps, name) ? steps[name] : undefined;
      if (change) return opaque(step(name, change), at);
      const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
      if (parameter !== undefined)
        return opaque(
          step(name, (call) => {
            builder.addQuery(call, parameterOf(parameter, call));
          }),
          at,
        );
      return silent.has(name)
        ? opaque(
            step(name, () => undefined),
            at,
          )
        : undefined;
    },
  };
  return native;
}

function parameterOf(key: string, call: NativeCall): Value {
  const value = argument(call, 0) ?? unknown("a parameter", call.range);
  return objectOf([{ key, keyRange: call.calleeRange, value, presence: "always" }], call.range);
}

function send({ builder, path, options, version }: State, verb: string, call: NativeCall): Value {
  const at = call.range;
  const body = verb === "GET" || verb === "DELETE" ? undefined : jsonBody(argument(call, 0));
  const queries = builder.queries.map(({ value, sure }) => {
    const query = queryOption(value, at, { dropped: [], arrays: "comma" });
    return sure ? query : maybeQuery(query);
  });
  const id = call.send({
    client: "client.api",
    serves: { name: "Microsoft Graph" },
    method: methodNamed(verb, call.calleeRange),
    anchor: call.calleeRange,
    address: { url: path, base: baseOf(options, version, at), join: "append", ownsRelative: true },
    query: joinQueries(queries, at),
    headers: builder.headers(at),
    body,
    defaults: {
      contentType: body?.encoding === "json",
      acceptEncoding: undefined,
      userAgent: "unknown",
      unseenHeaders: builder.unseen,
    },
    token: unknown("token of the client", at),
    range: at,
    typed: { node: call.node },
    answer: { ways: [[]] },
  });
  return answer(id, "body", [], at);
}

/** @returns the host and version, which the client prepends to paths. */
function baseOf(options: Value, version: Value | undefined, at: Range): Value {
  const host = layered([options], "baseUrl", at);
  const named = version ?? layered([options], "defaultVersion", at) ?? stringOf([textPart("v1.0", at)], at);
  if (host?.kind === "unknown") return unknown("base set elsewhere", at);
  return stringOf([...(host ? partsOf(host) : [textPart(root, at)]), ...partsOf(named)], at);
}
