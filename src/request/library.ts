import type TS from "typescript";
import type { Facts } from "../contract/configuration";
import type { Library, Native } from "../evaluator/models/native";
import type { Range } from "../text/range";
import { axiosModule, axiosOfType } from "./clients/axios";
import { configuredClient } from "./clients/configured";
import { fetchNative, requestClass } from "./clients/fetch";
import { authorisingClient, gaxiosModule } from "./clients/gaxios";
import { googleapisModule, service } from "./clients/googleapis";
import { gotModule, gotOfType } from "./clients/got";
import { httpModule } from "./clients/http";
import { kyModule, kyOfType } from "./clients/ky";
import {
  appClass,
  authStrategy,
  getOctokit,
  octokitClass,
  octokitFrom,
  octokitMethod,
  requestNative,
} from "./clients/octokit";
import { openapiFetchModule, openapiFetchOfType } from "./clients/openapi-fetch";
import { superagentModule } from "./clients/superagent";
import { undiciModule } from "./clients/undici";
import { namespace, readMember, type Members } from "./natives";
import { unknown } from "./objects";

const nowhere: Range = { start: 0, end: 0 };

/**
 * All clients that are understood, for one analysis: natives keep what they learn of an instance, so a library is not shared between files.
 */
export function createLibrary(ts: typeof TS, facts: Facts): Library {
  const modules = lazy(modulesOf(ts));
  const globals = lazy({
    fetch: () => fetchNative(),
    Request: () => requestClass,
    axios: axiosModule,
    ky: kyModule,
    superagent: () => superagentModule(ts),
  });
  const configured = new Map(facts.clients.map((definition) => [definition.call, definition]));
  return {
    global: (name) => globals(name),
    module(specifier) {
      const name = specifier.replace(/^node:/, "");
      if (name === "googleapis" || name.startsWith("@googleapis/")) return googleapisModule();
      return modules(name);
    },
    type: typeNative,
    named(expression) {
      const definition = configured.get(expression) ?? configured.get(expression.replace(/^this\./, ""));
      if (definition) return configuredClient(definition);
      if (/(?:^|\.)context\.octokit$/.test(expression)) return octokitFrom("context.octokit", nowhere);
      // Nobody gives this name to anything else; where the client was made does not show.
      return /(?:^|\.)octokit$/.test(expression) ? octokitFrom(expression, nowhere) : octokitMethod(expression);
    },
  };
}

function lazy(makers: Members): (name: string) => Native | undefined {
  const made = new Map<string, Native>();
  return (name) => {
    const known = made.get(name);
    if (known) return known;
    const native = Object.hasOwn(makers, name) ? makers[name]?.() : undefined;
    if (native) made.set(name, native);
    return native;
  };
}

function modulesOf(ts: typeof TS): Members {
  const octokitPackage = (): Native =>
    namespace("octokit", { Octokit: () => octokitClass(), App: appClass, default: () => octokitClass() });
  const authPackage = (name: string) => (): Native => namespace(name, { [name]: () => authStrategy(name) });
  const fetchPackage = (): Native => {
    const members: Members = { default: () => fetchNative(), fetch: () => fetchNative(), Request: () => requestClass };
    return {
      label: "fetch",
      get: (name, at) => readMember(members, name, at),
      call: (call) => fetchNative().call?.(call) ?? unknown("fetch", call.range),
    };
  };
  return {
    axios: axiosModule,
    got: gotModule,
    ky: kyModule,
    "ky-universal": kyModule,
    undici: undiciModule,
    superagent: () => superagentModule(ts),
    http: () => httpModule(ts, "http"),
    https: () => httpModule(ts, "https"),
    "node-fetch": fetchPackage,
    "cross-fetch": fetchPackage,
    "isomorphic-fetch": fetchPackage,
    "openapi-fetch": openapiFetchModule,
    gaxios: gaxiosModule,
    octokit: octokitPackage,
    "@octokit/rest": octokitPackage,
    "@octokit/core": octokitPackage,
    "@octokit/app": octokitPackage,
    "@octokit/action": octokitPackage,
    "@octokit/request": () =>
      namespace("@octokit/request", { request: () => requestNative({ layers: [], unseen: false }) }),
    "@octokit/auth-app": authPackage("createAppAuth"),
    "@octokit/auth-token": authPackage("createTokenAuth"),
    "@octokit/auth-oauth-app": authPackage("createOAuthAppAuth"),
    "@octokit/auth-oauth-user": authPackage("createOAuthUserAuth"),
    "@actions/github": () =>
      namespace("@actions/github", { getOctokit, default: () => namespace("github", { getOctokit }) }),
  };
}

const gaxiosTypes = new Set([
  "OAuth2Client",
  "JWT",
  "GoogleAuth",
  "AuthClient",
  "BaseExternalAccountClient",
  "Compute",
  "UserRefreshClient",
]);

/** A parameter or field of which only the declared type is known. */
function typeNative(name: string, module: string | undefined): Native | undefined {
  switch (name) {
    case "AxiosInstance":
    case "AxiosStatic":
    case "Axios":
      return module === undefined || module === "axios" ? axiosOfType() : undefined;
    case "Got":
    case "ExtendOptions":
      return module === undefined || module === "got" ? gotOfType(nowhere) : undefined;
    case "KyInstance":
      return module === undefined || module === "ky" ? kyOfType(nowhere) : undefined;
    case "Octokit":
    case "InstanceType<typeof GitHub>":
    case "ProbotOctokit":
      return octokitFrom(name, nowhere);
    case "Gaxios":
      return authorisingClient("Gaxios", nowhere);
    case "Client":
      return module === "openapi-fetch" ? openapiFetchOfType(nowhere) : undefined;
    default:
      if (gaxiosTypes.has(name) && (module === undefined || module.startsWith("google-")))
        return authorisingClient(name, nowhere);
      if (module === "googleapis" || module?.startsWith("@googleapis/") || name.startsWith("Resource$"))
        return service(name, undefined);
      return undefined;
  }
}
