import { opaque, type Native, type NativeCall } from "../../../clients/native";
import type { Value } from "../../../value/value";
import { argument, rawBody } from "../../drafts/body";
import { isString } from "../../drafts/known";
import { answer, answerHeaders, answerObject, callable, namespace } from "../../drafts/natives";
import { objectOf, overlay, unknown } from "../../drafts/objects";
import { anchorOf, headersOption, layered, methodOrGet, upperCase } from "../../drafts/options";
import type { ClientDefaults } from "../../request";
import type { Client } from "../client";

/** Obsidian's `requestUrl` and `request`, which plugins use instead of `fetch`. */
export const obsidian: Client = {
  name: "obsidian",
  modules: {
    obsidian: () =>
      namespace("obsidian", {
        requestUrl: () => callable("requestUrl", (call) => send("requestUrl", call)),
        request: () => callable("request", (call) => send("request", call)),
      }),
  },
};

const defaults: ClientDefaults = {
  contentType: false,
  acceptEncoding: "unknown",
  userAgent: "unknown",
  unseenHeaders: false,
};

/** `requestUrl(url)` or `requestUrl({url, method, contentType, body, headers})`. */
function send(label: string, call: NativeCall): Value {
  const at = call.range;
  const first = argument(call, 0);
  const isUrl = isString(first);
  const options = isUrl ? undefined : first;
  const method = methodOrGet([options], call);
  const type = layered([options], "contentType", at);
  const typed = objectOf(
    type ? [{ key: "Content-Type", keyRange: type.range, value: type, presence: "always" }] : [],
    at,
  );
  const id = call.send({
    client: label,
    method: upperCase(method),
    anchor: anchorOf(method, call.calleeRange, at),
    address: {
      url: (isUrl ? first : layered([options], "url", at)) ?? unknown("no URL", at),
      join: "resolve",
      ownsRelative: false,
    },
    query: objectOf([], at),
    headers: overlay([typed, headersOption(layered([options], "headers", at), at)], at, (key) => key.toLowerCase()),
    body: rawBody(layered([options], "body", at)),
    defaults,
    ...(label === "requestUrl" && { answer: { ways: [["json"]] } }),
  });
  if (label === "request") return answer(id, "response", ["text"], at, "string");
  return answered(id, at);
}

function answered(id: number, at: NativeCall["range"]): Value {
  return answerObject(
    {
      json: answer(id, "body", [], at),
      text: answer(id, "response", ["text"], at, "string"),
      headers: opaque(answerHeaders(id) satisfies Native, at),
      status: answer(id, "response", ["status"], at, "number"),
    },
    at,
  );
}
