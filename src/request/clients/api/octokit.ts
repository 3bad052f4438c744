import type TS from "typescript";
import { nativeOf, opaque, type Native, type NativeCall } from "../../../clients/native";
import type { Range } from "../../../text/range";
import type { Value } from "../../../value/value";
import { argument } from "../../drafts/body";
import { asText } from "../../drafts/known";
import { answerObject, callable, namespace, readMember, type Members } from "../../drafts/natives";
import { sourceOf } from "../../drafts/hooks/hooks";
import { getProperty, objectOf, unknown } from "../../drafts/objects";
import { layered } from "../../drafts/options";
import { flatten, slice, stringOf, textPart } from "../../drafts/strings";
import { nowhere, type Client, type ClientContext } from "../client";
import { unchanged } from "./octokit-hooks";
import { namesMethod, octokitNative, paginate, requestNative, scopeOf } from "./octokit-requests";
import { baseOfRun, type Octokit } from "./octokit-drafts";
import { graphql } from "./octokit-graphql";

/** GitHub's clients: all packages of octokit, the clients of Probot and the Actions toolkit, and variables with their conventional names. */
export const octokit: Client = {
  name: "octokit",
  modules: {
    octokit: octokitPackage,
    "@octokit/rest": octokitPackage,
    "@octokit/core": octokitPackage,
    "@octokit/app": octokitPackage,
    "@octokit/action": ({ ts }) => {
      const create = (): Native => octokitClass(ts, { layers: [baseOfRun(nowhere)], plugins: [] });
      return namespace("@octokit/action", { Octokit: create, default: create });
    },
    "@octokit/request": () => namespace("@octokit/request", { request: () => requestNative(withoutOptions()) }),
    "@octokit/graphql": () => namespace("@octokit/graphql", { graphql: () => graphql(withoutOptions()) }),
    "@octokit/auth-app": () => authPackage("createAppAuth"),
    "@octokit/auth-token": () => authPackage("createTokenAuth"),
    "@octokit/auth-oauth-app": () => authPackage("createOAuthAppAuth"),
    "@octokit/auth-oauth-user": () => authPackage("createOAuthUserAuth"),
    "@actions/github": () => {
      const members: Members = { getOctokit, context: actionContext };
      return namespace("@actions/github", { ...members, default: () => namespace("github", members) });
    },
  },
  types: [
    {
      names: ["Octokit", "ProbotOctokit", "InstanceType<typeof GitHub>"],
      make: (_, name) => octokitFrom(name, nowhere),
    },
    { names: ["App"], packages: ["octokit", "@octokit/app"], make: appNative },
  ],
  names: {
    // The provider of an unknown class with this name may have set defaults and plugins.
    Octokit: (expression, { ts }) =>
      /(?:^|\.)Octokit$/.test(expression) ? octokitClass(ts, { layers: [], plugins: [], isOthers: true }) : undefined,
    octokit(expression) {
      if (/(?:^|\.)context\.octokit$/.test(expression)) return octokitFrom("context.octokit", nowhere);
      // The name is used for nothing else. Options and hooks of this client are unknown.
      return /(?:^|\.)octokit$/.test(expression) ? octokitFrom(expression, nowhere) : undefined;
    },
    github: octokitMethod,
    paginate: paginateOfAny,
  },
};

function withoutOptions(): Octokit {
  return { layers: [], learned: unchanged(false) };
}

function octokitPackage({ ts }: ClientContext): Native {
  const made = (): Native => octokitClass(ts);
  return namespace("octokit", { Octokit: made, App: appClass, default: made });
}

function authPackage(name: string): Native {
  return namespace(name, { [name]: () => authStrategy(name) });
}

/** `paginate` of any receiver, if its argument can only be meant for octokit. */
function paginateOfAny(expression: string): Native | undefined {
  if (!expression.endsWith(".paginate")) return undefined;
  const known = paginate(octokitClientOf(expression));
  return callable("octokit.paginate", (call) => {
    const first = argument(call, 0);
    const route = nativeOf(first) ?? first?.origin?.trail.map(octokitMethod).find(Boolean);
    if (first && route && "route" in route)
      return known.call?.({ ...call, arguments: [opaque(route, first.range), ...call.arguments.slice(1)] }) ?? first;
    return (isMeant(first) ? known.call?.(call) : undefined) ?? unknown("what `paginate` gives", call.range);
  });
}

/** Whether an argument can only be meant for octokit: a route with an HTTP method, or options as returned by `endpoint.merge(…)`. */
function isMeant(first: Value | undefined): boolean {
  if (first?.kind === "string") return namesMethod(first);
  const method = getProperty(first, "method").value;
  const url = getProperty(first, "url").value;
  return (
    method?.kind === "string" &&
    url?.kind === "string" &&
    namesMethod(stringOf([...method.parts, textPart(" ", nowhere), ...url.parts], nowhere))
  );
}

/** @returns a client of which only the name is known. */
function octokitClientOf(expression: string): Octokit {
  const owner = expression.slice(0, expression.lastIndexOf("."));
  return {
    layers: [],
    token: unknown(`token of ${owner}`, nowhere, { origin: { trail: [owner] } }),
    learned: unchanged(true),
  };
}

/** Options and plugins that a class got from `Octokit.defaults` and `Octokit.plugin`. */
interface ClassSettings {
  readonly layers: readonly Value[];
  readonly plugins: readonly Value[];
  /** Other code may have added more. */
  readonly isOthers?: true;
}

/** The class `Octokit` of any package, with `defaults` and `plugin`. */
export function octokitClass(ts?: typeof TS, given: ClassSettings = { layers: [], plugins: [] }): Native {
  const { layers, plugins } = given;
  const members: Members = {
    defaults: () =>
      callable("Octokit.defaults", (call) =>
        opaque(octokitClass(ts, { ...given, layers: [...layers, ...call.arguments] }), call.range),
      ),
    plugin: () =>
      callable("Octokit.plugin", (call) => {
        // The plugin may use the client of any instance, so its requests are found with unknown options.
        const any = octokitNative({
          layers: [...layers, unknown("options of a client", call.range)],
          learned: unchanged(true),
          ts,
        });
        withPlugins(any, call.arguments, undefined, call);
        return opaque(octokitClass(ts, { ...given, plugins: [...plugins, ...call.arguments] }), call.range);
      }),
  };
  return {
    label: "Octokit",
    class: "Octokit",
    get: (name, at) => readMember(members, name, at),
    construct(call) {
      const own = [...layers, ...call.arguments];
      const unseen = given.isOthers ?? plugins.some((each) => !ts || sourceOf(ts, each) === undefined);
      const client = { layers: own, ...tokenOf(own, call.range), learned: unchanged(unseen), ts };
      return opaque(withPlugins(octokitNative(client), plugins, argument(call, 0), call), call.range);
    },
  };
}

/** Runs the plugins for a new client. They set hooks, and the members that they return are added to the client. */
function withPlugins(native: Native, plugins: readonly Value[], given: Value | undefined, call: NativeCall): Native {
  const options = given ?? objectOf([], call.range);
  const added = plugins.map((each) => call.changing(each, [opaque(native, call.range), options]).result);
  return {
    ...native,
    get(name, at) {
      const own = added.map((each) => getProperty(each, name).value).findLast((each) => each !== undefined);
      return own ?? native.get?.(name, at);
    },
  };
}

function tokenOf(layers: readonly Value[], at: Range): { token?: Value } {
  const auth = layered(layers, "auth", at);
  const strategy = layered(layers, "authStrategy", at);
  if (!strategy) return auth ? { token: stripScheme(auth) } : {};
  const name = strategy.kind === "opaque" ? strategy.label : "authStrategy";
  const installation = installationOf(auth);
  return { token: unknown(`token of ${name}`, strategy.range, { origin: { trail: [`${name}(${installation})`] } }) };
}

/** A client of an application without an installation can only use the application's own token. */
function installationOf(auth: Value | undefined): "{installationId}" | "{appId}" | "" {
  const { presence } = getProperty(auth, "installationId");
  if (presence === "always") return "{installationId}";
  return auth?.kind === "object" && !auth.open && presence === "never" ? "{appId}" : "";
}

/** Removes the scheme of `token x` and `bearer x`. */
function stripScheme(auth: Value): Value {
  if (auth.kind !== "string") return auth;
  const scheme = /^(?:token|bearer) +/i.exec(flatten(auth.parts));
  return scheme ? stringOf(slice(auth.parts, scheme[0].length), auth.range) : auth;
}

/** @returns a client whose token is known by its origin: `context.octokit`, `app.getInstallationOctokit()`. */
export function octokitFrom(trail: string, at: Range, ...names: readonly string[]): Native {
  return octokitNative({
    layers: [],
    token: unknown(`token of ${trail}`, at, { origin: { trail: [trail, ...names] } }),
    learned: unchanged(true),
  });
}

/**
 * A method of a client named `github`, a name from older applications. Settings and modules have this name too. So only calls of a method of the table count
 * (`context.github.repos.update`), and calls of `request` with a route that names its HTTP method.
 */
export function octokitMethod(expression: string): Native | undefined {
  const [, owner = "", scope, method] = /^((?:.*\.)?github)\.(?:(?:rest\.)?(\w+)\.)?(\w+)$/.exec(expression) ?? [];
  if (method === undefined) return undefined;
  const client: Octokit = {
    layers: [],
    token: unknown(`token of ${owner}`, nowhere, { origin: { trail: [owner] } }),
    learned: unchanged(true),
  };
  if (scope !== undefined)
    return nativeOf(nativeOf(scopeOf(client, scope, "octokit", nowhere))?.get?.(method, nowhere));
  if (method !== "request") return undefined;
  const request = requestNative(client);
  return callable(
    "octokit.request",
    (call) =>
      (isMeant(argument(call, 0)) ? request.call?.(call) : undefined) ??
      unknown("what `github.request` gives", call.range),
    { endpoint: () => nativeOf(request.get?.("endpoint", nowhere)) ?? request },
  );
}

/** The class `App`, which returns clients of its installations. */
export function appClass(): Native {
  return { label: "App", class: "App", construct: (call) => opaque(appNative(), call.range) };
}

function appNative(): Native {
  const octokitOf = (name: string) => (): Native =>
    callable(name, (call) => opaque(octokitFrom(`app.${name}()`, call.range), call.range));
  return namespace("app", {
    getInstallationOctokit: octokitOf("getInstallationOctokit"),
    octokit: () => octokitFrom("new App().octokit", { start: 0, end: 0 }, "app.octokit"),
  });
}

/** `getOctokit(token, options, ...plugins)` of the Actions toolkit. */
export function getOctokit(): Native {
  return callable("getOctokit", (call) => {
    const token = argument(call, 0);
    const plugins = call.arguments.slice(2);
    const learned = unchanged(plugins.length > 0);
    const layers = [baseOfRun(call.range), ...call.arguments.slice(1, 2)];
    const native = octokitNative({ layers, ...(token && { token }), learned });
    return opaque(withPlugins(native, plugins, call.arguments[1], call), call.range);
  });
}

/** `context` of the Actions toolkit. `context.repo` and `context.issue` contain only path parameters. */
function actionContext(): Native {
  const part = (owner: string, name: string, at: Range, is: "string" | "number"): Value =>
    unknown(`\`${name}\` of the run`, at, { is, origin: { trail: [`${owner}.${name}`] } });
  const repository = (owner: string, at: Range): Record<string, Value> => ({
    owner: part(owner, "owner", at, "string"),
    repo: part(owner, "repo", at, "string"),
  });
  const whole = (members: Record<string, Value>, at: Range): Value => ({ ...answerObject(members, at), open: false });
  return {
    label: "context",
    get(name, at) {
      const owner = `context.${name}`;
      if (name === "repo") return whole(repository(owner, at), at);
      if (name !== "issue") return undefined;
      return whole({ ...repository(owner, at), number: part(owner, "number", at, "number") }, at);
    },
  };
}

/** An authentication strategy, which returns tokens. */
export function authStrategy(name: string): Native {
  return callable(name, (call) => {
    const installation = getProperty(argument(call, 0), "installationId").presence === "always";
    return opaque(
      callable(`auth of ${name}`, (authCall) => {
        const type = asText(layered([argument(authCall, 0)], "type", authCall.range));
        const kind = type ?? (installation ? "installation" : undefined);
        const trail = kind ? [`auth({type: "${kind}"})`] : [`${name}()`];
        const token = unknown(`token of ${name}`, authCall.range, { is: "string", origin: { trail } });
        return answerObject({ token }, authCall.range);
      }),
      call.range,
    );
  });
}
