import { nativeOf, opaque, type Native, type NativeCall } from "../../../clients/native";
import type { Range } from "../../../text/range";
import type { Value } from "../../../value/value";
import type { Draft } from "../../drafts/draft";
import { callable } from "../../drafts/natives";
import { getProperty, unknown } from "../../drafts/objects";
import type { Client, ClientContext } from "../client";
import { axiosOfProgram } from "./axios";

/** The axios instance that Nuxt's module adds to components, stores and plugins: `this.$axios`, `app.$axios`. */
export const nuxtAxios: Client = {
  name: "nuxt-axios",
  names: { $axios: (expression, context) => (expression.endsWith("$axios") ? instanceOf(context) : undefined) },
  types: [{ names: ["NuxtAxiosInstance"], packages: ["@nuxtjs/axios"], make: instanceOf }],
};

const instances = new WeakMap<ClientContext, Native>();

/** @returns the program's only instance. Its base and headers are set in Nuxt's configuration. */
function instanceOf(context: ClientContext): Native {
  const known = instances.get(context);
  if (known) return known;
  const axios = axiosOfProgram(context);
  const native: Native = {
    ...axios,
    label: "$axios",
    get(name, at) {
      if (name === "onRequest") return requestHooks(axios, at);
      return /^\$[a-z]/u.test(name) ? bodyOnly(axios, name.slice(1), at) : axios.get?.(name, at);
    },
  };
  instances.set(context, native);
  return native;
}

/** `onRequest(hook)` is a shorthand for `interceptors.request.use(hook)`. */
function requestHooks(axios: Native, at: Range): Value | undefined {
  const inner = (native: Native | undefined, name: string): Native | undefined => nativeOf(native?.get?.(name, at));
  const use = inner(inner(inner(axios, "interceptors"), "request"), "use");
  return use && opaque(use, at);
}

/** `$get`, `$post` etc. return only the body. */
function bodyOnly(axios: Native, name: string, at: Range): Value | undefined {
  const method = nativeOf(axios.get?.(name, at));
  if (!method?.call) return undefined;
  const run = (call: NativeCall): Value => {
    const drafts: Draft[] = [];
    const send: NativeCall["send"] = (draft) => {
      drafts.push(draft as Draft);
      return call.send(draft);
    };
    const answered = method.call?.({ ...call, send });
    for (const draft of drafts) {
      draft.answer = { ways: [[]] };
      draft.typed = { node: call.node };
    }
    return getProperty(answered, "data").value ?? unknown("what an interceptor may change", call.range);
  };
  return opaque(callable(`$axios.$${name}`, run), at);
}
