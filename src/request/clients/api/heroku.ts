import { opaque, type Native } from "../../../clients/native";
import { answer, answerHeaders, answerObject, callable, namespace } from "../../drafts/natives";
import { unknown } from "../../drafts/objects";
import type { Client } from "../client";
import { sendCall } from "../node/http-call";

/**
 * Clients of the Heroku platform: heroku-client, and `this.heroku` of CLI commands. Both take `(path, { body, headers })`. `request` of the latter also takes
 * the method in the options.
 */
export const heroku: Client = {
  name: "heroku",
  modules: { "heroku-client": herokuClient, "@heroku-cli/command": commandModule },
  types: [
    { names: ["APIClient"], packages: ["@heroku-cli/command"], needsPackage: true, make: () => api("response") },
    { names: ["Heroku"], packages: ["heroku-client"], needsPackage: true, make: () => api("body") },
  ],
  names: { "this.heroku": () => api("unknown") },
};

const verbs = new Set(["get", "post", "put", "patch", "delete"]);

function herokuClient(): Native {
  const native: Native = {
    label: "heroku-client",
    class: "Heroku",
    construct: (call) => opaque(api("body"), call.range),
    get: (name, at) => (name === "default" ? opaque(native, at) : undefined),
  };
  return native;
}

function commandModule(): Native {
  return namespace("@heroku-cli/command", {
    APIClient: () => ({
      label: "APIClient",
      class: "APIClient",
      construct: (call) => opaque(api("response"), call.range),
    }),
  });
}

/** @param gives the result of a call: the whole response, its body, or possibly either. */
function api(gives: "response" | "body" | "unknown"): Native {
  return {
    label: "heroku",
    get(name, at) {
      // `request` of heroku-client takes only an options object.
      if (!verbs.has(name) && !(name === "request" && gives !== "body")) return undefined;
      const send = callable(`heroku.${name}`, (call) => {
        const id = sendCall(name, [], call, "heroku");
        const { range } = call;
        if (gives === "body") return answer(id, "body", [], range);
        if (gives === "unknown") return unknown("an answer, or its body", range);
        return answerObject({ body: answer(id, "body", [], range), headers: opaque(answerHeaders(id), range) }, range);
      });
      return opaque(send, at);
    },
  };
}
