import type { Draft } from "../../drafts/draft";
import { dataMember } from "../../../response/answer";
import { opaque, type Native, type NativeCall, type TypeOrigin } from "../../../clients/native";
import type { Range } from "../../../text/range";
import type { ObjectValue, UnknownValue, Value } from "../../../value/value";
import { argument, jsonBody } from "../../drafts/body";
import { dataAnswer } from "../../drafts/natives";
import { asText } from "../../drafts/known";
import { asObject, getProperty, objectOf, unknown } from "../../drafts/objects";
import { layered, layeredHeaders, methodNamed } from "../../drafts/options";
import { queryOption } from "../../drafts/query-string";
import { fillTemplate, membersLeft } from "../../drafts/template";
import { stringOf, textPart } from "../../drafts/strings";
import type { Client, ClientContext } from "../client";
import { readServiceMethods, type ResourceClass, type ServiceMethod, type ServiceMethods } from "./googleapis-methods";

/** Methods whose HTTP method is fixed by the conventions of discovery documents. `update` is absent: it is PUT in some services and PATCH in others. */
const httpMethods: Readonly<Record<string, string>> = { get: "GET", list: "GET", patch: "PATCH", delete: "DELETE" };

/** Query parameters that all generated methods share. Without the service's description, other parameters may belong to the path. */
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

/** Google's generated clients. The URLs of their methods are read from the installed package. */
export const googleapis: Client = {
  name: "googleapis",
  modules: { googleapis: googleapisModule, "@googleapis/*": googleapisModule },
  types: [
    {
      names: ["*"],
      packages: ["googleapis", "@googleapis/*"],
      needsPackage: true,
      make: (context, name, from) =>
        (name.includes("$") && !name.startsWith("Resource$")) || otherTypes.test(name)
          ? undefined
          : serviceOfType(context, name, from),
    },
    { names: ["Resource$*"], make: (context, name) => serviceOf({ context, name }) },
  ],
};

/** The namespace of the type names the service and its version: `calendar_v3.Calendar`, `admin_directory_v1.Resource$Users`. */
function serviceOfType(context: ClientContext, name: string, { namespace = "", file }: TypeOrigin): Native {
  const [, api = "", version = ""] = /^([a-z0-9]+)_(\w+)$/iu.exec(namespace) ?? [];
  const isResource = name.startsWith("Resource$");
  const methods = api === "" ? undefined : methodsOf(context, api, version, file);
  return serviceOf({
    context,
    name: isResource ? name : apiOf(name),
    root: isResource ? methods?.classes.get(name) : methods?.root,
  });
}

/** Exports of the packages that are not services. Types of bodies and parameters (`Schema$Event`, `Params$Resource$…`) contain a `$`. */
const otherTypes =
  /^(?:Gaxios\w*|Google(?:Apis|Auth|Configurable)|\w*(?:Auth|Client|Options|Callback|Endpoint|Transporter|Parameters)|Common|Compute|JWT|AuthPlus)$/;

/** @returns the name of a service from that of its class: `Calendar` -> `calendar`. */
function apiOf(name: string): string {
  return name.slice(0, 1).toLowerCase() + name.slice(1);
}

interface Service {
  readonly context: ClientContext;
  readonly name: string;
  readonly options?: Value | undefined;
  /** The service's class as read from its package, if that is installed. */
  readonly root?: ResourceClass | undefined;
}

/** The module `googleapis` or `@googleapis/x`: `google.drive({version, auth})`, `drive({version, auth})`, `new drive_v3.Drive({auth})`. */
function googleapisModule(context: ClientContext): Native {
  const member = (name: string, at: Range): Value | undefined =>
    name === "auth" || name === "options" ? undefined : opaque(serviceFactory(context, name), at);
  const google: Native = { label: "google", get: member };
  return {
    label: "googleapis",
    get: (name, at) => (name === "google" || name === "default" ? opaque(google, at) : member(name, at)),
  };
}

/** `calendar` is a function that returns the service; `calendar_v3` is a namespace that contains its class. */
function serviceFactory(context: ClientContext, name: string): Native {
  const [, api = name, version] = /^(\w+?)_(v\w+)$/.exec(name) ?? [];
  return {
    label: `google.${name}`,
    call(call) {
      const given = argument(call, 0);
      const options = given?.kind === "string" ? undefined : given;
      const stated = asText(given) ?? asText(layered([options], "version", call.range));
      const root = stated === undefined ? undefined : rootOf(context, api, stated, call);
      return opaque(serviceOf({ context, name: api, options, root }), call.range);
    },
    get: (inner, at) =>
      version === undefined || inner.includes("$")
        ? undefined
        : opaque(
            {
              label: inner,
              class: inner,
              construct: (call) =>
                opaque(
                  serviceOf({
                    context,
                    name: api,
                    options: argument(call, 0),
                    root: rootOf(context, api, version, call),
                  }),
                  call.range,
                ),
            },
            at,
          ),
  };
}

/** Looks for the service in its own package, then in `googleapis`. */
function rootOf(context: ClientContext, api: string, version: string, call: NativeCall): ResourceClass | undefined {
  return methodsOf(context, api, version, call.node.getSourceFile().fileName)?.root;
}

function methodsOf(context: ClientContext, api: string, version: string, from: string): ServiceMethods | undefined {
  if (!/^\w+$/.test(`${api}${version.replaceAll(".", "")}`)) return undefined;
  const source =
    context.packageText(from, `@googleapis/${api}/build/${version}.js`) ??
    context.packageText(from, `googleapis/build/src/apis/${api}/${version}.js`);
  return source === undefined ? undefined : methodsIn(context, source);
}

const read = new WeakMap<ClientContext, Map<string, ServiceMethods | undefined>>();

function methodsIn(context: ClientContext, source: string): ServiceMethods | undefined {
  const known = read.get(context) ?? new Map<string, ServiceMethods | undefined>();
  read.set(context, known);
  if (!known.has(source)) known.set(source, readServiceMethods(source));
  return known.get(source);
}

/** The client of a service, or one of its resources, whose options were set elsewhere or whose package may be missing. */
function serviceOf(service: Service): Native {
  const { name, root } = service;
  if (root) return knownResource(service, root, name);
  return {
    label: name,
    get: (resource, at) => opaque(resourceOf(service, `${name}.${resource}`, resource), at),
  };
}

function knownResource(service: Service, resource: ResourceClass, label: string): Native {
  return {
    label,
    get(name, at) {
      const inner = resource.resources.get(name);
      if (inner) return opaque(knownResource(service, inner, `${label}.${name}`), at);
      const method = resource.methods.get(name);
      return (
        method &&
        opaque({ label: `${label}.${name}`, call: (call) => send(service, `${label}.${name}`, name, call, method) }, at)
      );
    },
  };
}

/** `drive.files`. A member of it may be a method or another resource: `drive.files.update`, `projects.locations.list`. */
function resourceOf(service: Service, label: string, name: string): Native {
  return {
    label,
    get: (inner, at) => (inner === "context" ? undefined : opaque(resourceOf(service, `${label}.${inner}`, inner), at)),
    call: (call) =>
      isMethodName.test(name) ? send(service, label, name, call) : unknown(`what \`${label}\` gives`, call.range),
  };
}

/** Excludes common methods of values, for services without an installed package: `event.summary.toLowerCase()` is not a request. */
const isMethodName =
  /^(?!to[A-Z]|valueOf$|hasOwnProperty$|then$|catch$|finally$|map$|filter$|forEach$|includes$|split$|trim$|replace$|slice$|match$)[a-z]\w*$/;

function send(service: Service, label: string, name: string, call: NativeCall, known?: ServiceMethod): Value {
  const at = call.range;
  const { options } = service;
  const parameters = asObject(argument(call, 0) ?? objectOf([], at));
  const given = argument(call, 1);
  const callOptions = given?.kind === "opaque" ? undefined : given;
  const media = known?.uploads !== false && getProperty(parameters, "media").presence !== "never";
  const body = jsonBody(layered([parameters], "requestBody", at) ?? layered([parameters], "resource", at));
  const draft: Draft = {
    client: label,
    generated: true,
    serves: { name: "Google", selects: true },
    method: methodOf(label, name, call, known),
    anchor: call.calleeRange,
    ...addressOf(service, callOptions, parameters, call, media ? undefined : known),
    query: known ? knownQuery(parameters, known, media, at) : queryOf(parameters, at),
    overUrl: "replaces",
    headers: layeredHeaders(
      [layered([options], "headers", at), layered([callOptions], "headers", at), layered([parameters], "headers", at)],
      at,
    ),
    body: media ? { value: unknown("an upload", at), encoding: "unknown" } : body,
    defaults: {
      contentType: true,
      acceptEncoding: "gzip",
      userAgent: "unknown",
      unseenHeaders: true,
    },
    token:
      layered([options, parameters], "auth", at) ??
      unknown("token of the client", at, { origin: { trail: [service.name] } }),
    typed: { node: call.node, property: "data" },
    answer: dataMember,
  };
  const id = call.send(draft);
  return dataAnswer(id, at);
}

function methodOf(label: string, name: string, call: NativeCall, known: ServiceMethod | undefined): Value {
  const verb = known?.method ?? (Object.hasOwn(httpMethods, name) ? httpMethods[name] : undefined);
  return verb === undefined
    ? unknown(`HTTP method of \`${label}\` is in the service's description`, call.calleeRange)
    : methodNamed(verb, call.calleeRange);
}

/** `rootUrl` in a call's options is put before the path. In the service's options, it replaces the host only. */
function addressOf(
  { name, options }: Service,
  callOptions: Value | undefined,
  parameters: ObjectValue | UnknownValue,
  call: NativeCall,
  known: ServiceMethod | undefined,
): Pick<Draft, "address" | "unfilled"> {
  const at = call.range;
  const literal = (text: string): Value => stringOf([textPart(text, call.calleeRange)], call.calleeRange);
  const own = layered([options], "rootUrl", at);
  const first = layered([callOptions], "rootUrl", at) ?? literal(known?.rootUrl ?? `https://${name}.googleapis.com/`);
  const filled = known && fillTemplate(literal(known.path), parameters, at);
  const url = filled?.url ?? unknown("path is in the service's description", call.calleeRange);
  const base = own ?? first;
  // The service's options may contain parameters for all requests.
  const missing = getProperty(options, "params").presence === "never" ? (filled?.missing ?? []) : [];
  return {
    address: { url, base, join: own ? "resolve" : "append", ownsRelative: true },
    ...(missing.length > 0 && { unfilled: missing }),
  };
}

/** The query: all parameters except path parameters and the client's own. */
function knownQuery(
  parameters: ObjectValue | UnknownValue,
  { pathParameters }: ServiceMethod,
  media: boolean,
  at: Range,
): ObjectValue | UnknownValue {
  if (parameters.kind === "unknown") return parameters;
  const members = parameters.members.filter(({ key }) => !pathParameters.has(key) && !clientParameters.has(key));
  const query = queryOption({ ...parameters, members }, at, {
    dropped: ["undefined"],
    empty: ["null"],
    arrays: "repeat",
  });
  return media && query.kind === "object" ? { ...query, open: true } : query;
}

const clientParameters = new Set(["requestBody", "resource", "media", "auth", "headers"]);

/** The query if the method is unknown: only parameters that never belong to the path. The rest leave it open. */
function queryOf(parameters: ObjectValue | UnknownValue, at: Range): ObjectValue | UnknownValue {
  if (parameters.kind === "unknown") return parameters;
  const others = membersLeft(parameters, (key) => queryParameters.has(key) || clientParameters.has(key));
  const own = queryOption(
    { ...parameters, members: parameters.members.filter((member) => queryParameters.has(member.key)) },
    at,
    { dropped: ["undefined"], arrays: "repeat" },
  );
  return own.kind === "object" && others.members.length > 0 ? { ...own, open: true } : own;
}
