import { opaque, type Native, type NativeCall } from "../../../clients/native";
import type { Value } from "../../../value/value";
import { argument } from "../../drafts/body";
import { callable, namespace } from "../../drafts/natives";
import { unknown } from "../../drafts/objects";
import type { Client } from "../client";
import { axiosOfType, withPlugin } from "./axios";

/** Functions that add a cache or a rate limit to an axios instance and return it. Others (axios-retry) change the instance and return nothing of use. */
export const axiosPlugins: Client = {
  name: "axios-plugins",
  modules: {
    "axios-cache-interceptor": () =>
      namespace("axios-cache-interceptor", { setupCache: () => sameInstance("setupCache") }),
    "axios-cache-adapter": (context) =>
      namespace("axios-cache-adapter", {
        setup: () => callable("setup", (call) => opaque(axiosOfType(context), call.range)),
      }),
    "axios-rate-limit": rateLimit,
    "axios-retry": changesOnly,
    "axios-retry-after": changesOnly,
    "axios-debug-log": changesOnly,
  },
  types: [
    {
      names: ["AxiosCacheInstance", "RateLimitedAxiosInstance"],
      packages: ["axios-cache-interceptor", "axios-rate-limit"],
      make: axiosOfType,
    },
  ],
};

function sameInstance(label: string): Native {
  return callable(label, (call) => withPlugin(argument(call, 0)) ?? unknown(`what ${label} is given`, call.range));
}

function rateLimit(): Native {
  return asDefault(sameInstance("rateLimit"));
}

/** A plugin that changes its argument and returns nothing of use. */
function changesOnly(): Native {
  const change = (call: NativeCall): Value => {
    withPlugin(argument(call, 0));
    return unknown("nothing of use", call.range);
  };
  return asDefault(callable("plugin", change));
}

/** A module that exports one function. */
function asDefault(native: Native): Native {
  return { ...native, get: (name, at) => (name === "default" ? opaque(native, at) : undefined) };
}
