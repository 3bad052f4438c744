import type { Draft } from "../../drafts/draft";
import { dataMember } from "../../../response/answer";
import { opaque, type Native, type NativeCall } from "../../../clients/native";
import type { Range } from "../../../text/range";
import type { Value } from "../../../value/value";
import { argument, jsonBody, rawBody, writesJson } from "../../drafts/body";
import { withHooks } from "../../drafts/hooks/hooks";
import { callable, dataAnswer, fileMentions, namespace } from "../../drafts/natives";
import { getProperty, unknown } from "../../drafts/objects";
import { anchorOf, headersOfLayers, joiningStyle, layered, methodOrGet, upperCase } from "../../drafts/options";
import { layeredQuery, type LayerStyle } from "../../drafts/query-layers";
import type { ClientDefaults } from "../../request";
import { nowhere, type Client } from "../client";

const defaults: ClientDefaults = {
  contentType: true,
  acceptEncoding: "gzip, deflate, br",
  userAgent: "node-fetch",
  unseenHeaders: false,
};
const queryStyle: LayerStyle = { replacing: true, keeping: true, dropped: ["undefined"], arrays: "comma" };

/** gaxios, and the clients of google-auth-library, which set their own credentials. */
export const gaxios: Client = {
  name: "gaxios",
  modules: { gaxios: gaxiosModule, "google-auth-library": authModule },
  types: [
    { names: ["Gaxios"], make: (_, name) => authorisingClient(name, nowhere) },
    {
      names: [
        "OAuth2Client",
        "JWT",
        "GoogleAuth",
        "AuthClient",
        "BaseExternalAccountClient",
        "Compute",
        "UserRefreshClient",
      ],
      packages: ["google-*"],
      make: (_, name) => authorisingClient(name, nowhere),
    },
  ],
};

/** Classes exported by google-auth-library. Their instances set their own credentials. */
const authClasses = [
  "GoogleAuth",
  "OAuth2Client",
  "JWT",
  "Compute",
  "UserRefreshClient",
  "IdTokenClient",
  "Impersonated",
];

function authModule(): Native {
  return namespace(
    "google-auth-library",
    Object.fromEntries(
      authClasses.map((name) => [
        name,
        (): Native => ({
          label: name,
          class: name,
          construct: (call) => opaque(authorisingClient(name, call.range), call.range),
        }),
      ]),
    ),
  );
}

/** The module `gaxios`: `request(options)` and the class `Gaxios`. */
export function gaxiosModule(): Native {
  return namespace("gaxios", {
    request: () => requester([], undefined),
    Gaxios: () => ({
      label: "Gaxios",
      class: "Gaxios",
      construct: (call) => {
        const options = argument(call, 0);
        return opaque(
          namespace("gaxios", { request: () => requester(options ? [options] : [], undefined) }),
          call.range,
        );
      },
    }),
    instance: () => namespace("gaxios", { request: () => requester([], undefined) }),
  });
}

/** A client that sets its own credentials: `OAuth2Client`, `JWT`, … of google-auth-library. */
export function authorisingClient(label: string, at: Range): Native {
  return namespace(label, {
    request: () => requester([], unknown(`token of ${label}`, at, { origin: { trail: [label] } })),
    // `GoogleAuth` selects a client from its environment.
    getClient: () => callable(`${label}.getClient`, (call) => opaque(authorisingClient(label, at), call.range)),
  });
}

function requester(layers: readonly Value[], token: Value | undefined): Native {
  return callable("gaxios.request", (call) => send(layers, token, call));
}

function send(instance: readonly Value[], token: Value | undefined, call: NativeCall): Value {
  const at = call.range;
  const own = argument(call, 0);
  const layers = [...instance, own];
  const method = methodOrGet(layers, call);
  const base = layered(layers, "baseURL", at) ?? layered(layers, "baseUrl", at);
  const data = layered(layers, "data", at);
  const draft: Draft = {
    client: "gaxios",
    method: upperCase(method),
    anchor: anchorOf(method, call.calleeRange, at),
    address: {
      url: layered([own], "url", at) ?? unknown("no URL", at),
      ...(base && { base }),
      join: "resolve",
      ownsRelative: true,
    },
    query: layers.every((layer) => getProperty(layer, "paramsSerializer").presence === "never")
      ? layeredQuery(
          layers.map((layer) => layered([layer], "params", at)),
          at,
          queryStyle,
        )
      : unknown("`paramsSerializer` writes the query", at),
    headers: headersOfLayers(layers, at, joiningStyle),
    body: data ? jsonBody(data) : rawBody(layered(layers, "body", at)),
    defaults: {
      ...defaults,
      contentType: writesJson(data),
      unseenHeaders: token !== undefined || layers.some((layer) => getProperty(layer, "adapter").presence !== "never"),
    },
    ...(token && { token }),
    typed: { node: call.node, property: "data" },
    answer: dataMember,
  };
  const id = call.send(isHooked(layers, call) ? withHooks(draft, new Set(["body", "headers"]), at) : draft);
  return dataAnswer(id, at);
}

/** Whether interceptors or a custom adapter may change the request. */
function isHooked(layers: readonly (Value | undefined)[], call: NativeCall): boolean {
  return (
    fileMentions(call, /\.\s*interceptors\s*[?!]?\.\s*request\b/) ||
    layers.some((layer) => layered([layer], "adapter", call.range)?.kind === "opaque")
  );
}
