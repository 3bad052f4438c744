import { opaque, type Native, type NativeCall } from "../../../clients/native";
import type { Value } from "../../../value/value";
import { argument, jsonBody } from "../../drafts/body";
import type { Draft } from "../../drafts/draft";
import { jsonMethod } from "../../../response/answer";
import { answer, callable, type Members, namespace } from "../../drafts/natives";
import { unknown } from "../../drafts/objects";
import { anchorOf, layered, layeredHeaders, methodNamed, methodOrGet, upperCase } from "../../drafts/options";
import { queryOption, type QueryStyle } from "../../drafts/query-string";
import type { Body, ClientDefaults } from "../../request";
import { nowhere, type Client } from "../client";
import { jsonReader } from "../fetch/fetch";

/** Playwright's requests outside of the browser: the fixture `request`, `page.request`, `request.newContext()`. */
export const playwright: Client = {
  name: "playwright",
  modules: { "@playwright/test": testModule, playwright: playwrightModule },
  types: [
    { names: ["APIRequestContext"], packages: ["@playwright/test", "playwright*"], make: () => context(undefined) },
    {
      names: ["Page", "BrowserContext"],
      packages: ["@playwright/test", "playwright*"],
      needsPackage: true,
      make: () => page(),
    },
  ],
};

/** Cookies and the project's settings may add header fields. */
const defaults: ClientDefaults = {
  contentType: true,
  acceptEncoding: "unknown",
  userAgent: "unknown",
  unseenHeaders: true,
};
const queryStyle: QueryStyle = { dropped: ["undefined"], arrays: "unknown" };
const verbs = new Set(["get", "post", "put", "patch", "delete", "head"]);
const base = unknown("base of the project's settings", nowhere);

function page(): Native {
  return namespace("page", { request: () => context(undefined) });
}

function playwrightModule(): Native {
  return namespace("playwright", { request: requestFactory });
}

function requestFactory(): Native {
  return namespace("request", {
    newContext: () => callable("request.newContext", (call) => opaque(context(argument(call, 0)), call.range)),
  });
}

const hooks = ["beforeEach", "beforeAll", "afterEach", "afterAll", "only", "skip", "fixme", "fail", "slow"];

function testModule(): Native {
  return namespace("@playwright/test", {
    request: requestFactory,
    test: () => testFunction(),
    default: () => testFunction(),
  });
}

/** `test(title, ({ request, page }) => …)`: the function gets the fixtures. */
function testFunction(): Native {
  const run = (call: NativeCall): Value => {
    const last = call.arguments.at(-1);
    if (last?.kind === "opaque")
      call.invoke(last, [opaque(fixtures(), call.range), unknown("information on the test", call.range)]);
    return unknown("a test", call.range);
  };
  const plain = (call: NativeCall): Value => {
    const last = call.arguments.at(-1);
    if (last?.kind === "opaque") call.invoke(last, []);
    return unknown("a group of tests", call.range);
  };
  const members: Members = {
    ...Object.fromEntries(hooks.map((name) => [name, () => callable(`test.${name}`, run)])),
    describe: () =>
      callable("test.describe", plain, {
        only: () => callable("test.describe.only", plain),
        skip: () => callable("test.describe.skip", plain),
        serial: () => callable("test.describe.serial", plain),
        parallel: () => callable("test.describe.parallel", plain),
      }),
    step: () =>
      callable("test.step", (call) => {
        const body = argument(call, 1);
        return body?.kind === "opaque"
          ? call.invoke(body, [unknown("a step", call.range)])
          : unknown("a step", call.range);
      }),
    extend: () => callable("test.extend", (call) => opaque(testFunction(), call.range)),
  };
  return callable("test", run, members);
}

function fixtures(): Native {
  return namespace("fixtures", { request: () => context(undefined), page, context: page });
}

function context(options: Value | undefined): Native {
  return {
    label: "APIRequestContext",
    class: "APIRequestContext",
    get(name, at) {
      if (!verbs.has(name) && name !== "fetch") return undefined;
      return opaque(
        callable(`request.${name}`, (call) => send(name, options, call)),
        at,
      );
    },
  };
}

function send(name: string, instance: Value | undefined, call: NativeCall): Value {
  const at = call.range;
  const options = argument(call, 1);
  const method = name === "fetch" ? methodOrGet([options], call) : methodNamed(name, call.calleeRange);
  const body = bodyOf(options, at);
  const draft: Draft = {
    client: "playwright",
    method: upperCase(method),
    anchor: anchorOf(method, call.calleeRange, at),
    address: {
      url: argument(call, 0) ?? unknown("no URL", at),
      base: layered([instance], "baseURL", at) ?? base,
      join: "resolve",
      ownsRelative: true,
    },
    query: queryOption(layered([options], "params", at), at, queryStyle),
    headers: layeredHeaders([layered([instance], "extraHTTPHeaders", at), layered([options], "headers", at)], at),
    body,
    defaults: { ...defaults, contentType: body?.encoding === "json" },
    answer: jsonMethod,
  };
  return opaque(response(call.send(draft)), at);
}

function bodyOf(options: Value | undefined, at: NativeCall["range"]): Body | undefined {
  const form = layered([options], "form", at) ?? layered([options], "multipart", at);
  return form ? { value: form, encoding: "form" } : jsonBody(layered([options], "data", at));
}

function response(id: number): Native {
  const headers = (call: NativeCall): Value => unknown("headers of an answer", call.range);
  return namespace("APIResponse", {
    json: () => jsonReader(id),
    text: () => callable("text", (call) => answer(id, "response", ["text"], call.range, "string")),
    status: () => callable("status", (call) => answer(id, "response", ["status"], call.range, "number")),
    ok: () => callable("ok", (call) => answer(id, "response", ["ok"], call.range, "boolean")),
    headers: () => callable("headers", headers),
  });
}
