import { nativeOf, opaque, type Native, type NativeCall } from "../../../clients/native";
import type { Range } from "../../../text/range";
import type { Value } from "../../../value/value";
import type { Draft } from "../../drafts/draft";
import { callable, namespace } from "../../drafts/natives";
import { unknown } from "../../drafts/objects";
import type { Client, ClientContext } from "../client";
import { axiosOfType } from "./axios";
import { observed } from "./observable";

/** Nest's `HttpService`: an axios instance whose methods return observables. The module's registration sets base and headers. */
export const nest: Client = {
  name: "nest",
  modules: { "@nestjs/axios": nestModule },
  types: [{ names: ["HttpService"], packages: ["@nestjs/axios"], needsPackage: true, make: httpService }],
};

const methods = new Set([
  ...["request", "get", "delete", "head", "post", "put", "patch"],
  ...["postForm", "putForm", "patchForm"],
]);

function nestModule(context: ClientContext): Native {
  return namespace("@nestjs/axios", {
    HttpService: () => ({
      label: "HttpService",
      class: "HttpService",
      construct: (call) => opaque(httpService(context), call.range),
    }),
  });
}

function httpService(context: ClientContext): Native {
  const axios = axiosOfType(context);
  return {
    label: "HttpService",
    class: "HttpService",
    get(name, at) {
      if (name === "axiosRef") return opaque(axios, at);
      return methods.has(name) ? observing(axios, name, at) : undefined;
    },
  };
}

/** @returns a method that sends as axios's method does, but returns an observable. */
function observing(axios: Native, name: string, at: Range): Value | undefined {
  const method = nativeOf(axios.get?.(name, at));
  if (!method?.call) return undefined;
  const run = (call: NativeCall): Value => {
    const sendLater: NativeCall["sendLater"] = (make) => call.sendLater(() => ofService(make() as Draft));
    return observed(method.call?.({ ...call, sendLater }) ?? unknown("an answer", call.range), call.range);
  };
  return opaque(callable(`HttpService.${name}`, run), at);
}

/** Removes the answer: the call itself returns an observable, so nothing is read from its result. */
function ofService(draft: Draft): Draft {
  const own: Draft = { ...draft, client: "HttpService" };
  delete own.answer;
  delete own.typed;
  return own;
}
